import { expect, test } from '@jest/globals';
import { LANGUAGES } from '../../indices/languages.js';
import { startCacheOracle, type Traffic } from '../support/cacheOracle.js';
import { inParallel } from '../support/inParallel.js';
import { pick, seeded } from '../support/random.js';
import type { City } from '../support/records.js';
import { anywhere } from '../support/sphere.js';
import { readCities } from '../support/stored.js';
import { hardCells, type LatLng, pointsBetween } from './hardCells.js';
import { placeOf, shareWorld } from './world.js';

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
        for (const point of points.slice(-5)) await cached.ask(at(path, seed, point).target);
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

/** Elsewhere and at all names: `POINTS=1000000 NAMES=200000 npm run test:world -- oracle`. */
const POINTS = Number(process.env.POINTS ?? 3_000);
const NAMES = Number(process.env.NAMES ?? 500);
const LONG_MS = TIMEOUT_MS + 5 * (POINTS + 10 * NAMES);

/** Anywhere, along ±180°, at the poles and around cities. */
function pointOf(number: number, cities: readonly LatLng[]): LatLng {
  const around = (middle: number, spread: number): number => middle + (random() - 0.5) * spread;
  if (number % 8 === 0) return anywhere(random);
  if (number % 8 === 1) return { latitude: around(0, 180), longitude: (random() < 0.5 ? -1 : 1) * (180 - (number % 3) * random()) };
  if (number % 64 === 2) return { latitude: (random() < 0.5 ? -1 : 1) * (90 - (number % 3) * random()), longitude: around(0, 360) };
  const { latitude, longitude } = pick(random, cities);
  const spread = pick(random, [0.02, 0.2, 2]);
  return {
    latitude: Math.max(-90, Math.min(90, around(latitude, spread))),
    longitude: Math.max(-180, Math.min(180, around(longitude, spread))),
  };
} // prettier-ignore

const world = shareWorld(readCities);

test.each(['/cities/findByLocation', '/countries/findByLocation'])(
  '%s: the same at many points, and most of them are computed',
  async (path) => {
    const cities = world.cities.map(placeOf);
    const traffic = Array.from({ length: POINTS }, (_, number) => {
      const { latitude, longitude } = pointOf(number, cities);
      const primary = number % 4 === 0 ? '&primary_only=true' : '';
      return { target: `${path}?lat=${latitude.toFixed(6)}&lng=${longitude.toFixed(6)}${primary}` };
    });
    // The first points have the cities of their countries read, those of small countries later.
    await compare(traffic.slice(0, POINTS / 2));
    expect(await compare(traffic.slice(POINTS / 2))).toBeGreaterThan(0.5);
  },
  LONG_MS,
);

test(
  '/cities/findByName: the same for all prefixes of many names',
  async () => {
    const names = NAMES < world.cities.length ? Array.from({ length: NAMES }, () => pick(random, world.cities).name) : world.cities.map(({ name }) => name);
    const prefixes = names.flatMap((name) => {
      const characters = Array.from(name);
      return characters.map((_, at) => characters.slice(0, at + 1).join(''));
    });
    const targets = [...new Set(prefixes)].map((prefix) => `/cities/findByName?limit=10&token=${encodeURIComponent(prefix)}`);
    await compare(targets.map((target) => ({ target })));
  },
  LONG_MS,
); // prettier-ignore
