import { expect, test } from '@jest/globals';
import { LANGUAGES } from '../../indices/languages.js';
import { startCacheOracle, type Traffic } from '../support/cacheOracle.js';
import { inParallel } from '../support/inParallel.js';
import { pick, seeded } from '../support/random.js';
import type { City } from '../support/records.js';
import { hardCells, type LatLng, pointsBetween } from './hardCells.js';

// test/store/cache/oracle.test.ts compares names, ids and lists.

const AT_ONCE = 16;
const TIMEOUT_MS = 600_000;
const random = seeded(26);
const { cached, dataOf, compare } = await startCacheOracle();

const at = (path: string, seed: number, { latitude, longitude }: LatLng): Traffic => {
  const lang = LANGUAGES[seed % LANGUAGES.length] ?? 'en';
  const place = `lat=${latitude.toFixed(9)}&lng=${longitude.toFixed(9)}`;
  return { target: `${path}?${place}&lang=${lang}&primary_only=${seed % 4 === 0}` };
};

test.each([
  ['/countries/findByLocation', 2, 0.6],
  ['/cities/findByLocation', 4, 0.3],
  ['/locate', 7, 0.2],
])(
  '%s: the same at every point of cells that are hard to judge',
  async (path, share, leastHits) => {
    const cells = hardCells().filter(({ seed }) => seed % share === 0);
    const traffic: Traffic[] = [];
    await inParallel(
      cells,
      async ({ seed, points }) => {
        // A cell is proven at the second request, and its smaller cells after that.
        const inside = points.slice(-5);
        for (const point of inside) await cached.ask(at(path, seed, point).target);
        traffic.push(...points.map((point) => at(path, seed, point)));
      },
      AT_ONCE,
    );
    expect(traffic.length).toBeGreaterThan(250);
    expect(await compare(traffic)).toBeGreaterThan(leastHits);
  },
  TIMEOUT_MS,
);

test(
  '/cities/findByLocation: the same between cities that are equally far',
  async () => {
    const cities = await dataOf<City[]>('/cities/findByCountries?country_ids=LUX,MLT,ISL,AND,LIE,KIR&limit=1000'); // prettier-ignore
    const traffic = Array.from({ length: 15 }, (_, number) => {
      const one = pick(random, cities);
      const others = cities.filter((other) => other.country_id === one.country_id && other.id !== one.id); // prettier-ignore
      const other = pick(random, others);
      if (one.latlng === null || other.latlng === null) return [];
      return pointsBetween(one.latlng, other.latlng, 16, random).map((point) =>
        at('/cities/findByLocation', number, point),
      );
    }).flat();
    expect(await compare(traffic, 2)).toBeGreaterThan(0.1);
  },
  TIMEOUT_MS,
);
