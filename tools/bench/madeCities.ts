import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Language, Names } from '../../indices/languages.js';
import { builtInCities } from '../../ingest/cities/builtIn.js';
import type { GeonamesRecord } from '../../ingest/reference/geonames.js';
import type { GeonamesSource } from '../../ingest/cities/geonamesFiles.js';
import { countriesBy } from '../../ingest/reference/iso.js';
import { cycle, map, pick, seededRandom, take } from './random.js';
import { nearby } from './traffic.js';

/** Some 20 km. */
const SPREAD_DEGREES = 0.2;

/** Returns the built-in cities of countries that the service has. */
export function realCities(): GeonamesRecord[] {
  return builtInCities()
    .rows()
    .filter(({ countryCode }) => countriesBy('alpha2').has(countryCode));
}

/**
 * Yields cities without end, always the same: first the real ones, then cities near real ones. Their
 * names start like the name of that city and end like another one, so that prefixes are as frequent as
 * in real data.
 */
export function* makeCities(real: readonly GeonamesRecord[]): Generator<GeonamesRecord> {
  yield* real;
  const random = seededRandom(71);
  for (const base of cycle(real)) {
    const other = pick(random, real);
    const names = Object.entries(base.names ?? {}).map(([language, name]) => [
      language,
      joinHalves(name, other.names?.[language as Language] ?? name),
    ]);
    yield {
      ...base,
      ...nearby(base, SPREAD_DEGREES, random),
      name: joinHalves(base.name, other.name),
      names: Object.fromEntries(names) as Names,
      population: Math.floor(base.population * random()),
    };
  }
}

function joinHalves(first: string, second: string): string {
  const [start, end] = [Array.from(first), Array.from(second)];
  const letters = [
    ...start.slice(0, Math.ceil(start.length / 2)),
    ...end.slice(Math.ceil(end.length / 2)),
  ];
  return letters.join('').trim();
}

/** Writes made cities, and their names in other languages, in the formats of GeoNames. */
export async function writeGeonamesFiles(
  folder: string,
  rows: number,
  real: readonly GeonamesRecord[],
): Promise<GeonamesSource> {
  const cities = join(folder, 'cities500.txt.gz');
  const alternateNames = join(folder, 'alternateNamesV2.txt.gz');
  await writePacked(cities, map(take(makeCities(real), rows), toCityLine));
  await writePacked(alternateNames, nameLines(take(makeCities(real), rows)));
  return { geonames: cities, alternateNames };
}

function toCityLine(city: GeonamesRecord, position: number): string {
  const { name, names = {}, latitude, longitude, countryCode, capital, population } = city;
  const place = [position + 1, name, toAscii(name), Object.values(names).join(',')];
  const kind = ['P', capital ? 'PPLC' : 'PPL', countryCode, '', '', '', '', ''];
  const location = [latitude.toFixed(5), longitude.toFixed(5)];
  const more = [population, '', '42', 'Europe/Paris', '2024-01-02'];
  return [...place, ...location, ...kind, ...more].join('\t');
}

/** Yields the names of each city, and a link, as in the real file. */
function* nameLines(cities: Iterable<GeonamesRecord>): Generator<string> {
  let line = 0;
  const toLine = (id: number, language: string, name: string): string =>
    [++line, id, language, name, line % 5 === 0 ? '1' : '', '', '', '', '', ''].join('\t');
  let id = 0;
  for (const { name: defaultName, names = {} } of cities) {
    id += 1;
    for (const [language, name] of Object.entries(names)) yield toLine(id, language, name);
    yield toLine(id, 'link', `https://en.wikipedia.org/wiki/${toAscii(defaultName)}`);
  }
}

function toAscii(text: string): string {
  return text.normalize('NFD').replace(/[^ -~]/g, '');
}

async function writePacked(path: string, lines: Iterable<string>): Promise<void> {
  await pipeline(
    map(lines, (line) => `${line}\n`),
    createGzip(),
    createWriteStream(path),
  );
}
