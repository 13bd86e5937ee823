import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Api, builtInPrefix, createTestClient, startApi } from '../../support/api.js';
import { readFileCities } from '../../support/geonames.js';
import { byPopulation, type City, type Country, ids } from '../../support/records.js';
import {
  type NamedCity,
  readCities,
  readNamedCities,
  type StoredCity,
} from '../../support/stored.js';
import type { Client } from '@elastic/elasticsearch';
import { groupBy } from 'es-toolkit';
import { distanceMeters, onUnitSphere } from '../../support/sphere.js';
import { inParallel } from '../../support/inParallel.js';
import { below, pick, seeded } from '../../support/random.js';
import { type Lookups, startLookups } from '../../support/lookUp.js';
import type { Language } from '../../../indices/languages.js';
import { comparable, typed } from '../../support/naiveNames.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('data', () => {
  const sources = new Map(readFileCities().map((city) => [city.id, city]));

  let cities: StoredCity[];
  let primaryCountries: Set<string>;
  beforeAll(async () => {
    const client = createTestClient();
    cities = byPopulation(await readCities(client, builtInPrefix()));
    await client.close();
    const { body } = await api.get<Country[]>('/countries/findAll', { primary_only: true });
    primaryCountries = new Set(ids(body.data));
  });

  test('every city of the source is there, as it is there', () => {
    expect(cities).toHaveLength(sources.size);
    const changed = cities.filter((city) => {
      const source = sources.get(city.source_id);
      return (
        source?.name !== city.name ||
        source.region !== city.region_name ||
        source.timeZone !== city.time_zone ||
        source.population !== city.population ||
        [source.longitude, source.latitude].join() !== city.location.join()
      );
    });
    expect(changed).toEqual([]);
  });

  describe('ids', () => {
    test('are unique, and have no blanks and commas', () => {
      expect(new Set(ids(cities)).size).toBe(cities.length);
      expect(ids(cities).filter((id) => !/^[A-Z]{3}_[^\s,]+$/u.test(id))).toEqual([]);
    });

    test('are the country and the name; the most populous of a name keeps it', () => {
      const keepers = new Map<string, StoredCity>();
      const wrong = cities.filter((city) => {
        const plain = `${city.country_id}_${city.name.normalize('NFC').replace(/[\s,]/gu, '')}`;
        const keeper = keepers.get(plain);
        if (keeper === undefined) keepers.set(plain, city);
        // Of equally populous ones, either may have it.
        const mayKeep = keeper === undefined || keeper.population === city.population;
        return mayKeep ? !city.id.startsWith(plain) : !city.id.startsWith(`${plain}_`);
      });
      expect(ids(wrong)).toEqual([]);
      const plainIds = new Set(ids(cities));
      expect([...keepers.keys()].filter((plain) => !plainIds.has(plain))).toEqual([]);
    });

    test('of the others have the region', () => {
      const byId = new Map(cities.map((city) => [city.id, city]));
      expect(byId.get('USA_Louisville')?.region_name).toBe('Kentucky');
      expect(byId.get('USA_Louisville_Colorado')?.region_name).toBe('Colorado');
    });
  });

  test('capitals, cities of at least 100,000 and the largest of every primary country are primary', () => {
    const withLargest = new Set<string>();
    const expected = cities.filter(({ source_id, country_id, population }) => {
      const isLargest = primaryCountries.has(country_id) && !withLargest.has(country_id);
      if (isLargest) withLargest.add(country_id);
      return isLargest || population >= 100_000 || sources.get(source_id)?.isCapital;
    });
    const primary = new Set(ids(cities.filter((city) => city.primary)));
    const differing = expected.filter(({ id }) => !primary.has(id));
    // Of the equally populous largest cities of a country, any one will do.
    expect(ids(differing.filter(({ population }) => population > 0))).toEqual([]);
    expect(primary.size).toBe(expected.length);
    expect(withLargest.size).toBe(primaryCountries.size);
  });
});

describe('nearest', () => {
  const POINTS = { anywhere: 250, besideCities: 250, borderland: 330 };
  const BORDERLAND = ['LIE', 'MCO', 'SMR', 'LUX', 'SGP', 'GIB', 'PSE', 'LSO', 'MAF', 'BEL', 'CHE'];

  /** For a machine that has other things to do as well. */
  const PATIENCE_MS = 300_000;
  /** Asked together, and without HTTP, questions cost half. */
  const AT_ONCE = 32;
  const POINTS_PER_REQUEST = 100;

  interface LatLng {
    latitude: number;
    longitude: number;
  }

  let oracle: Lookups;
  let cities: StoredCity[];
  /** Points with the countries that decide. */
  const decided: { point: LatLng; countries: string[] }[] = [];
  beforeAll(async () => {
    const client = createTestClient();
    cities = await readCities(client, builtInPrefix());
    oracle = await startLookups();
    const points = samplePoints();
    const holding = await countriesHolding(client, points);
    await inParallel(
      [...points.entries()],
      async ([position, point]) => {
        const inside = holding[position] ?? [];
        const countries = inside.length > 0 ? inside : await countriesNear(point);
        decided.push({ point, countries });
      },
      AT_ONCE,
    );
    await client.close();
  }, PATIENCE_MS);
  afterAll(() => oracle.stop());

  /** The countries in which each of the points is. */
  async function countriesHolding(client: Client, points: readonly LatLng[]): Promise<string[][]> {
    const index = `${builtInPrefix()}-countries`;
    const holding: string[][] = [];
    for (let start = 0; start < points.length; start += POINTS_PER_REQUEST) {
      const some = points.slice(start, start + POINTS_PER_REQUEST);
      const searches = some.flatMap(({ latitude, longitude }) => {
        const shape = { type: 'point', coordinates: [longitude, latitude] };
        return [
          { index },
          { size: 100, _source: false, query: { geo_shape: { border: { shape } } } },
        ];
      });
      const { responses } = await client.msearch({ searches });
      for (const response of responses) {
        if (!('hits' in response)) throw new Error(JSON.stringify(response.error));
        holding.push(response.hits.hits.map(({ _id: id = '' }) => id));
      }
    }
    return holding;
  }

  async function countriesNear({ latitude, longitude }: LatLng): Promise<string[]> {
    const query = `lat=${latitude}&lng=${longitude}`;
    return ids((await oracle.ask('/countries/findByLocation', query)) as Country[]);
  }

  function samplePoints(): LatLng[] {
    const random = seeded(7);
    const around = (middle: number, spread: number): number => middle + (random() - 0.5) * spread;
    const anywhere = Array.from({ length: POINTS.anywhere }, () => ({
      latitude: (Math.asin(2 * random() - 1) * 180) / Math.PI,
      longitude: random() * 360 - 180,
    }));
    const beside = (places: readonly StoredCity[], spread: number): LatLng => {
      const [longitude, latitude] = pick(random, places).location;
      return {
        latitude: Math.max(-90, Math.min(90, around(latitude, spread))),
        longitude: ((around(longitude, spread) + 540) % 360) - 180,
      };
    };
    const besideCities = Array.from({ length: POINTS.besideCities }, () =>
      beside(cities, pick(random, [0.1, 1, 5])),
    );
    const citiesOf = new Map(
      BORDERLAND.map((country) => [country, cities.filter((city) => city.country_id === country)]),
    );
    const borderland = Array.from({ length: POINTS.borderland }, (_, number) =>
      beside(citiesOf.get(BORDERLAND[number % BORDERLAND.length] ?? '') ?? [], 0.3),
    );
    const atAntimeridian = [-180, -179.99, 179.99, 180].flatMap((longitude) =>
      [-16.8, -17.7, 51.95, 65.5, 66, 68.9, 71.1, -80, -85, below(random, 60)].map((latitude) => ({
        latitude,
        longitude,
      })),
    );
    return [...anywhere, ...besideCities, ...borderland, ...atAntimeridian].map(
      ({ latitude, longitude }) => ({
        latitude: Number(latitude.toFixed(6)),
        longitude: Number(longitude.toFixed(6)),
      }),
    );
  }

  interface Expectation {
    point: LatLng;
    countries: string[];
    /** To the closest city of these countries; Infinity when there is none. */
    meters: number;
    closerAcrossABorder: boolean;
  }

  function expectations(primaryOnly: boolean): Expectation[] {
    const closest = new ClosestByCountry(cities.filter((city) => city.primary || !primaryOnly));
    return decided.map(({ point, countries }) => {
      const byCountry = closest.metersTo(point);
      const meters = Math.min(...countries.map((id) => byCountry.get(id) ?? Infinity));
      const closerAcrossABorder = Math.min(...byCountry.values()) < meters;
      return { point, countries, meters, closerAcrossABorder };
    });
  }

  describe.each([false, true])('findByLocation with primary_only=%s', (primaryOnly) => {
    test(
      'answers the city that brute force finds',
      async () => {
        const expected = expectations(primaryOnly);
        const wrong: unknown[] = [];
        await inParallel(
          expected,
          async ({ point, countries, meters }) => {
            const query = `lat=${point.latitude}&lng=${point.longitude}&primary_only=${primaryOnly}`;
            const city = (await oracle.ask('/cities/findByLocation', query)) as City;
            const { id, country_id: country, latlng } = city;
            const right =
              meters === Infinity
                ? id === 'NO_CITY'
                : countries.includes(country) && isAsClose(distanceMeters(point, latlng), meters);
            if (!right) wrong.push({ point, countries, meters, id });
          },
          AT_ONCE,
        );
        expect(wrong).toEqual([]);
        const withCity = expected.filter(({ meters }) => meters < Infinity);
        expect(withCity.length).toBeGreaterThan(300);
        expect(expected.length - withCity.length).toBeGreaterThan(100);
        expect(withCity.filter((one) => one.closerAcrossABorder).length).toBeGreaterThan(20);
      },
      PATIENCE_MS,
    );
  });

  /** Distances are compared as single-precision numbers, between coordinates rounded to 1 cm. */
  function isAsClose(meters: number, expected: number): boolean {
    return meters - expected < 0.1 + expected * 2e-7;
  }
});

describe('prefixes', () => {
  const LONGEST_TOKEN = 26;
  const LIMIT = 200;
  /** For a machine that has other things to do as well. */
  const PATIENCE_MS = 300_000;

  /** Names with at least one letter of theirs are typed, in a language that is written so. */
  const SCRIPTS: readonly [script: string, language: Language, letter: RegExp][] = [
    ['Latin', 'vi', /[^\p{ASCII}]/u],
    ['Greek', 'el', /\p{Script=Greek}/u],
    ['Cyrillic', 'uk', /\p{Script=Cyrillic}/u],
    ['Hebrew', 'he', /\p{Script=Hebrew}/u],
    ['Arabic', 'fa', /\p{Script=Arabic}/u],
    ['Devanagari', 'hi', /\p{Script=Devanagari}/u],
    ['Bengali', 'bn', /\p{Script=Bengali}/u],
    ['Thai', 'th', /\p{Script=Thai}/u],
    ['Hangul', 'ko', /\p{Script=Hangul}/u],
    ['Kana', 'ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
    ['Han', 'zh', /\p{Script=Han}/u],
  ];

  let cities: NamedCity[];
  beforeAll(async () => {
    const client = createTestClient();
    cities = byPopulation(await readNamedCities(client, builtInPrefix()));
    await client.close();
    nameAll();
  }, PATIENCE_MS);

  /** A city by one of its names, in the form that is compared, and where it stands among all by population. */
  interface Named {
    name: string;
    city: NamedCity;
    rank: number;
  }

  /** In the order of the names: by default, and in each language those that have one of their own. */
  const byDefault: Named[] = [];
  const byOwnName = new Map<string, Named[]>();

  function nameAll(): void {
    for (const [rank, city] of cities.entries()) {
      byDefault.push({ name: comparable(city.name), city, rank });
      for (const [language, name] of Object.entries(city.names)) {
        const named = { name: comparable(name), city, rank };
        const others = byOwnName.get(language);
        if (others === undefined) byOwnName.set(language, [named]);
        else others.push(named);
      }
    }
    for (const each of [byDefault, ...byOwnName.values()])
      each.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Those whose names begin so. */
  function startingWith(named: readonly Named[], prefix: string): Named[] {
    let [first, behind] = [0, named.length];
    while (first < behind) {
      const middle = (first + behind) >> 1;
      if ((named[middle]?.name ?? '') < prefix) first = middle + 1;
      else behind = middle;
    }
    let end = first;
    while (named[end]?.name.startsWith(prefix) === true) end += 1;
    return named.slice(first, end);
  }

  const nameIn = (city: NamedCity, language: Language): string => city.names[language] ?? city.name;

  /** All cities that brute force finds, the most populous first. */
  function find({ token, lang, anyName, primaryOnly }: Question): NamedCity[] {
    const prefix = comparable(token);
    if (prefix === '') return [];
    const found = anyName
      ? [byDefault, ...byOwnName.values()].flatMap((named) => startingWith(named, prefix))
      : [
          ...startingWith(byOwnName.get(lang) ?? [], prefix),
          ...startingWith(byDefault, prefix).filter(({ city }) => city.names[lang] === undefined),
        ];
    const byRank = new Map(found.map(({ rank, city }) => [rank, city]));
    return [...byRank]
      .filter(([, city]) => city.primary || !primaryOnly)
      .sort(([one], [other]) => one - other)
      .map(([, city]) => city);
  }

  interface Question {
    token: string;
    lang: Language;
    anyName: boolean;
    primaryOnly: boolean;
  }

  /** What brute force finds, the answer says; returns how much that was. */
  async function compareAll(questions: readonly Question[]): Promise<number> {
    const wrong: unknown[] = [];
    let found = 0;
    await inParallel(questions, async (question) => {
      const { token, lang, anyName, primaryOnly } = question;
      const expected = find(question)
        .slice(0, LIMIT)
        .map((city) => ({ id: city.id, name: nameIn(city, lang) }));
      const query = { token, lang, limit: LIMIT, any_name: anyName, primary_only: primaryOnly };
      const { body } = await api.get<City[]>('/cities/findByName', query);
      found += body.data.length;
      const [is, should] = [ids(body.data), ids(expected)];
      const shown = body.data.map(({ name }) => name).join();
      if (is.join() !== should.join() || shown !== expected.map(({ name }) => name).join()) {
        wrong.push({
          ...query,
          tooMany: is.filter((id) => !should.includes(id)).slice(0, 5),
          missing: should.filter((id) => !is.includes(id)).slice(0, 5),
        });
      }
    });
    expect(wrong).toEqual([]);
    return found;
  }

  test(
    'findByName finds what brute force finds among all cities',
    async () => {
      const count = 400;
      const random = seeded(11);
      // Half of the tokens begin names that are not plain ASCII letters.
      const names = cities.map((city) => nameIn(city, 'en'));
      const unusual = names.filter((name) => /[^a-z ]/i.test(name));
      const questions = Array.from({ length: count }, (_, number) => ({
        token: typed(random, pick(random, number % 2 === 0 ? names : unusual), LONGEST_TOKEN),
        lang: 'en' as const,
        anyName: false,
        primaryOnly: number % 5 === 0,
      }));
      expect(await compareAll(questions)).toBeGreaterThan(count);
    },
    PATIENCE_MS,
  );

  test.each(SCRIPTS)(
    'so it does for names in %s, in their language and in any',
    async (script, lang, letter) => {
      const count = 30;
      const random = seeded(SCRIPTS.findIndex(([name]) => name === script) + 500);
      const names = (byOwnName.get(lang) ?? []).flatMap(({ city }) => {
        const name = nameIn(city, lang);
        return letter.test(name) ? [name] : [];
      });
      expect(names.length).toBeGreaterThan(500);
      const questions = Array.from({ length: count }, (_, number) => ({
        token: typed(random, pick(random, names), LONGEST_TOKEN),
        // In any language: also where the one of the answer is written in other letters.
        lang: number % 4 === 3 ? ('pl' as const) : lang,
        anyName: number % 2 === 1,
        primaryOnly: number % 5 === 0,
      }));
      expect(await compareAll(questions)).toBeGreaterThan(count);
    },
    PATIENCE_MS,
  );
});

/** The cities of a country, and where they are: three numbers each, one city behind the other. */
interface Located {
  cities: StoredCity[];
  vectors: Float64Array;
}

/** The distance to the closest city of every country, by looking at all of them. */
class ClosestByCountry {
  readonly #located = new Map<string, Located>();

  constructor(cities: readonly StoredCity[]) {
    for (const [country, own] of Object.entries(groupBy(cities, (city) => city.country_id))) {
      const vectors = own.flatMap(({ location: [longitude, latitude] }) =>
        onUnitSphere({ latitude, longitude }),
      );
      this.#located.set(country, { cities: own, vectors: Float64Array.from(vectors) });
    }
  }

  metersTo(point: { latitude: number; longitude: number }): Map<string, number> {
    const [x, y, z] = onUnitSphere(point);
    const meters = new Map<string, number>();
    for (const [country, { cities, vectors }] of this.#located) {
      let smallest = Infinity;
      let closest = 0;
      for (let at = 0; at < vectors.length; at += 3) {
        const dx = x - (vectors[at] ?? NaN);
        const dy = y - (vectors[at + 1] ?? NaN);
        const dz = z - (vectors[at + 2] ?? NaN);
        const square = dx * dx + dy * dy + dz * dz;
        if (square >= smallest) continue;
        smallest = square;
        closest = at / 3;
      }
      const [longitude = NaN, latitude = NaN] = cities[closest]?.location ?? [];
      meters.set(country, distanceMeters(point, { latitude, longitude }));
    }
    return meters;
  }
}
