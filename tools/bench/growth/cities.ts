import type { CityDocument } from '../../../indices/cities.js';
import type { Language, Names } from '../../../indices/languages.js';
import { type BuiltInCity, builtInCities } from '../../../ingest/cities/builtIn.js';
import { toDocument } from '../../../ingest/cities/document.js';
import { countryCodes } from '../../../ingest/sources/iso/codes.js';
import { pick, seededRandom } from '../statistics.js';
import { again, numbered } from '../traffic/repeats.js';

/** Beside the city that it is made of: some 20 km. */
const SPREAD_DEGREES = 0.2;

/** A real city, and its country's ISO 3166-1 alpha-3 code. */
export interface RealCity {
  row: BuiltInCity;
  countryId: string;
}

export function realCities(): RealCity[] {
  const countryIds = new Map(countryCodes().map(({ alpha2, id }) => [alpha2, id]));
  return [...builtInCities().rows()].flatMap((row) => {
    const countryId = countryIds.get(row.countryCode);
    return countryId === undefined ? [] : [{ row, countryId }];
  });
}

/** Makes the documents of cities, without end; see {@link makeRows}. */
export function* makeCities(real: readonly RealCity[]): Generator<CityDocument> {
  for (const { item, number } of numbered(makeRows(real))) {
    const { row, countryId } = item;
    yield toDocument(row, { id: `bench-${number}`, countryId, primary: false });
  }
}

/**
 * Makes cities of real ones, without end; always the same. The first ones are the real ones. Each of
 * the others stands near a real one, in the same country, and its names begin as those of it do and
 * end as those of another, so that beginnings are as frequent as in life.
 */
export function* makeRows(real: readonly RealCity[]): Generator<RealCity> {
  const random = seededRandom(71);
  for (const { item, number } of numbered(again(real))) {
    const { row, countryId } = item;
    if (number < real.length) yield item;
    else yield { row: variant(row, pick(random, real).row, random), countryId };
  }
}

function variant(base: BuiltInCity, other: BuiltInCity, random: () => number): BuiltInCity {
  const aside = (): number => (random() * 2 - 1) * SPREAD_DEGREES;
  const names = Object.entries(base.names ?? {}).map(([language, name]) => [
    language,
    joined(name, other.names?.[language as Language] ?? name),
  ]);
  return {
    ...base,
    name: joined(base.name, other.name),
    names: Object.fromEntries(names) as Names,
    population: Math.floor(base.population * random()),
    latitude: Math.max(-90, Math.min(90, base.latitude + aside())),
    longitude: Math.max(-180, Math.min(180, base.longitude + aside())),
  };
}

/** The first half of one and the second half of the other. */
function joined(first: string, second: string): string {
  const [beginning, end] = [Array.from(first), Array.from(second)];
  const half = [
    ...beginning.slice(0, Math.ceil(beginning.length / 2)),
    ...end.slice(Math.ceil(end.length / 2)),
  ];
  return half.join('').trim();
}
