import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Names } from '../../../indices/languages.js';
import type { GeonamesFiles } from '../../../ingest/cities/geonamesFiles.js';
import { makeRows, type RealCity } from '../growth/cities.js';
import { type Numbered, numbered, take } from '../traffic/repeats.js';

/** Lines are written together: one by one they cost more than to make them. */
const LINES_AT_ONCE = 500;
const FIRST_REGION = 100_000_000;
const NEVER = new Date(0);

/** A division, as the file of divisions tells it. */
interface Region {
  id: number;
  country: string;
  code: string;
  name: string;
  names: Names;
}

type Regions = ReadonlyMap<string, Region>;

/**
 * Writes so many made cities as GeoNames publishes its own: places, names in other languages, and
 * divisions. They are the same in every run; of real names in 30 languages most cities have few, and
 * large ones nearly all.
 */
export async function writeGeonamesFiles(
  folder: string,
  rows: number,
  real: readonly RealCity[],
): Promise<Required<Omit<GeonamesFiles, 'minimumPopulation'>>> {
  const files = {
    cities: join(folder, 'cities500.zip'),
    alternateNames: join(folder, 'alternateNamesV2.zip'),
    admin1: join(folder, 'admin1CodesASCII.txt'),
  };
  const regions = regionsOf(real);
  const made = (): Generator<Numbered<RealCity>> => numbered(take(makeRows(real), rows));
  await writeZip(files.cities, 'cities500.txt', placeLines(made(), regions));
  await writeZip(files.alternateNames, 'alternateNamesV2.txt', nameLines(made(), regions));
  const divisions = [...regions.values()].map(({ id, country, code, name }) =>
    [`${country}.${code}`, name, ascii(name), id].join('\t'),
  );
  await writeFile(files.admin1, `${divisions.join('\n')}\n`);
  return files;
}

function regionsOf(real: readonly RealCity[]): Regions {
  const regions = new Map<string, Region>();
  for (const { row } of real) {
    const { countryCode: country, regionName: name, regionNames: names = {} } = row;
    const key = regionKey(row);
    if (name === undefined || regions.has(key)) continue;
    const id = FIRST_REGION + regions.size;
    regions.set(key, { id, country, code: String(regions.size), name, names });
  }
  return regions;
}

function regionKey({ countryCode, regionName = '' }: RealCity['row']): string {
  return `${countryCode} ${regionName}`;
}

function* placeLines(made: Iterable<Numbered<RealCity>>, regions: Regions): Generator<string> {
  for (const { item, number } of made) {
    const { row } = item;
    const { name, names = {}, latitude, longitude, countryCode, capital, population } = row;
    const region = regions.get(regionKey(row))?.code ?? '';
    const others = Object.values(names).join(',');
    const place = [String(number + 1), name, ascii(name), others, latitude.toFixed(5), longitude.toFixed(5)]; // prettier-ignore
    const kind = ['P', capital ? 'PPLC' : 'PPL', countryCode, '', region, '', '', ''];
    yield [...place, ...kind, String(population), '', '42', 'Europe/Paris', '2024-01-02'].join(
      '\t',
    );
  }
}

/** Each place has a page and an entry elsewhere, too, which are no names. */
function* nameLines(made: Iterable<Numbered<RealCity>>, regions: Regions): Generator<string> {
  let line = 0;
  const lineOf = (of: number, language: string, name: string, preferred = ''): string => {
    line += 1;
    return [line, of, language, name, preferred, '', '', '', '', ''].join('\t');
  };
  for (const { item, number } of made) {
    const of = number + 1;
    for (const [language, name] of Object.entries(item.row.names ?? {})) {
      yield lineOf(of, language, name, line % 5 === 0 ? '1' : '');
    }
    yield lineOf(of, 'link', `https://en.wikipedia.org/wiki/${ascii(item.row.name)}`);
    yield lineOf(of, 'wkdt', `Q${of}`);
  }
  for (const { id, names } of regions.values()) {
    for (const [language, name] of Object.entries(names)) yield lineOf(id, language, name);
  }
}

function ascii(text: string): string {
  return text.normalize('NFD').replace(/[^ -~]/g, '');
}

async function writeZip(path: string, entry: string, lines: Iterable<string>): Promise<void> {
  const archive = new ZipFile();
  archive.addReadStream(Readable.from(together(lines)), entry, { mtime: NEVER });
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(path));
}

function* together(lines: Iterable<string>): Generator<Buffer> {
  let waiting: string[] = [];
  for (const line of lines) {
    waiting.push(line);
    if (waiting.length < LINES_AT_ONCE) continue;
    yield Buffer.from(`${waiting.join('\n')}\n`);
    waiting = [];
  }
  if (waiting.length > 0) yield Buffer.from(`${waiting.join('\n')}\n`);
}
