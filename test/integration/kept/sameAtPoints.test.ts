import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LANGUAGES } from '../../../indices/languages.js';
import { randomNumbers } from '../../support/borderPoints.js';
import { distanceMeters } from '../../support/distance.js';
import { inParallel } from '../../support/inParallel.js';
import { pick } from '../../support/random.js';
import type { City } from '../../support/records.js';
import { type HardCell, hardCells, pointsBetween } from './hardCells.js';
import { type Asked, type Oracle, startOracle } from './oracle.js';

const COUNTRIES = '/countries/findByLocation';
const CITIES = '/cities/findByLocation';

/** On a machine that has other things to do as well. */
const TIMEOUT_MS = 300_000;
/** Of so many cells, one is asked for its cities, too; they cost most. */
const CITIES_IN = 3;
/** What cannot be kept is asked of Elasticsearch in any case: a few points of it will do. */
const POINTS_IF_UNKNOWN = 3;
const CELLS_AT_ONCE = 32;
const TIES = 40;
/** Small and dense, or large and empty. */
const OF_TIES = 'LUX,MLT,ISL,AND,LIE,SMR,MCO,GRL,FJI,KIR';

let oracle: Oracle;
beforeAll(async () => {
  oracle = await startOracle();
});
afterAll(() => oracle.stop());

type Points = HardCell['points'];

/** Each cell in a language of its own, but for some points that are asked in another one. */
function asked(path: string, seed: number, points: Points): Asked[] {
  return points.map(({ latitude, longitude }, number) => {
    const language = LANGUAGES[(seed + (number % 7 === 6 ? 1 : 0)) % LANGUAGES.length] ?? 'en';
    const primaryOnly = (seed % 4 === 0) !== (number % 7 === 5);
    const place = `lat=${latitude.toFixed(9)}&lng=${longitude.toFixed(9)}`;
    return { path, query: `${place}&lang=${language}&primary_only=${primaryOnly}` };
  });
}

test(
  'an answer that is known of a cell is the one that Elasticsearch tells at every point of it',
  async () => {
    const cells = hardCells();
    const counts = { cells: cells.length, known: 0, countries: 0, cities: 0, kept: 0 };
    const all: Asked[] = [];
    await inParallel(
      cells,
      async ({ seed, isCrowded, inside, points }) => {
        const isKnown = await oracle.learn(asked(COUNTRIES, seed, inside));
        if (isKnown) counts.known += 1;
        const some = isKnown ? points : points.slice(0, POINTS_IF_UNKNOWN);
        all.push(...asked(COUNTRIES, seed, some));
        counts.countries += some.length;
        if (seed % CITIES_IN !== 0 && !isCrowded) return;
        await oracle.learn(asked(CITIES, seed, inside));
        all.push(...asked(CITIES, seed, some));
        counts.cities += some.length;
      },
      CELLS_AT_ONCE,
    );
    counts.kept = await oracle.compare(all);
    console.info(counts);
    expect(all.length).toBeGreaterThan(19_000);
    expect(counts.cities).toBeGreaterThan(3_000);
    // Of the others, most are points of the next cell.
    expect(counts.kept / all.length).toBeGreaterThan(0.75);
  },
  TIMEOUT_MS,
);

test(
  'also between cities that are equally far',
  async () => {
    const ties = [...(await betweenCities()).entries()];
    const all = ties.flatMap(([number, points]) => asked(CITIES, number, points));
    await inParallel(
      ties,
      async ([number, points]) => {
        await oracle.learn(asked(CITIES, number, points.slice(0, 6)));
      },
      CELLS_AT_ONCE,
    );
    const kept = await oracle.compare(all.slice(6));
    console.info({ ties: all.length, kept });
    // Where cities are equally far, Elasticsearch is asked; beside, it is not.
    expect(kept / all.length).toBeGreaterThan(0.2);
    expect(kept / all.length).toBeLessThan(0.9);
  },
  TIMEOUT_MS,
);

async function betweenCities(): Promise<Points[]> {
  const query = `country_ids=${OF_TIES}&limit=10000`;
  const cities = ((await oracle.ask('/cities/findByCountries', query)) as City[]).flatMap(
    ({ id, country_id: country, latlng }) => (latlng === null ? [] : [{ id, country, ...latlng }]),
  );
  const random = randomNumbers(5);
  return Array.from({ length: TIES }, () => {
    const one = pick(random, cities);
    const others = cities.filter(({ id, country }) => country === one.country && id !== one.id);
    const metersTo = (other: typeof one): number => distanceMeters(one, other);
    const nearest = others.reduce((a, b) => (metersTo(a) < metersTo(b) ? a : b));
    return pointsBetween(one, nearest, 24, random);
  });
}
