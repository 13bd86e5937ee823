import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '@elastic/elasticsearch';
import { chunk, groupBy } from 'es-toolkit/array';
import { cellToLatLng, getPentagons, gridDisk, latLngToCell } from 'h3-js';
import { fold } from '../../../indices/fold.js';
import type { Language } from '../../../indices/languages.js';
import type { Land } from '../../../src/lands/present.js';
import type { Marker } from '../../../src/markers/present.js';
import type { Place } from '../../../src/places/present.js';
import { type Api, builtInPrefix, createTestClient, startApi } from '../../support/api.js';
import { readFileCities } from '../../support/geonames.js';
import { inParallel } from '../../support/inParallel.js';
import { type Lookups, startLookups } from '../../support/lookUp.js';
import { comparable, typed } from '../../support/naiveNames.js';
import { below, pick, seeded } from '../../support/random.js';
import { byPopulation, type City, type Country, ids, type Located } from '../../support/records.js';
import { distanceMeters, onUnitSphere } from '../../support/sphere.js';
import { type NamedCity, readNamedCities } from '../../support/stored.js';

interface LatLng {
  latitude: number;
  longitude: number;
}

/** Enough on a busy machine. */
const TIMEOUT_MS = 300_000;
const POINTS_PER_REQUEST = 250;
/** Lookups without HTTP cost half if many run at once. */
const AT_ONCE = 32;
const INTERNAL = { token: 'dev-internal' };

let api: Api;
let client: Client;
let lookups: Lookups;
/** The most populous first. */
let cities: NamedCity[];
let primaryCountries: Set<string>;
beforeAll(async () => {
  api = await startApi();
  client = createTestClient();
  lookups = await startLookups();
  cities = byPopulation(await readNamedCities(client, builtInPrefix()));
  const { body } = await api.get<Country[]>('/countries/findAll', { primary_only: true });
  primaryCountries = new Set(ids(body.data));
}, TIMEOUT_MS);
afterAll(async () => {
  await lookups.stop();
  await client.close();
  await api.stop();
});

/** Reads a table of `test/fixtures/world/`, whose README names its sources. */
function readFacts(file: string): Record<string, string>[] {
  const path = join(import.meta.dirname, '../../fixtures/world', file);
  const [header = [], ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n').map((line) => line.split('\t')); // prettier-ignore
  return rows.map((cells) => Object.fromEntries(header.map((key, at) => [key, cells[at] ?? ''])));
}

const pointOf = ({ location: [longitude, latitude] }: NamedCity): LatLng => ({ latitude, longitude }); // prettier-ignore

/** Returns the countries that hold each of the points, as Elasticsearch itself says. */
async function holdersOf(points: readonly LatLng[]): Promise<string[][]> {
  const index = `${builtInPrefix()}-countries`;
  const holders: string[][] = [];
  for (const some of chunk([...points], POINTS_PER_REQUEST)) {
    const searches = some.flatMap(({ latitude, longitude }) => {
      const shape = { type: 'point', coordinates: [longitude, latitude] };
      return [{ index }, { size: 100, _source: false, query: { geo_shape: { border: { shape } } } }]; // prettier-ignore
    });
    const { responses } = await client.msearch({ searches });
    for (const response of responses) {
      if (!('hits' in response)) throw new Error(JSON.stringify(response.error));
      holders.push(response.hits.hits.map(({ _id: id = '' }) => id));
    }
  }
  return holders;
}

/** Some cities, searched by looking at all of them. */
class Closest {
  readonly #cities: readonly NamedCity[];
  /** Three numbers each, one city after the other. */
  readonly #vectors: Float64Array;

  constructor(some: readonly NamedCity[]) {
    this.#cities = some;
    this.#vectors = Float64Array.from(some.flatMap((city) => onUnitSphere(pointOf(city))));
  }

  /** Returns the distance to the closest city, or Infinity. */
  metersFrom(point: LatLng): number {
    const [x, y, z] = onUnitSphere(point);
    const vectors = this.#vectors;
    let least = Infinity;
    let best = -1;
    for (let at = 0; at < vectors.length; at += 3) {
      const dx = x - (vectors[at] ?? NaN);
      const dy = y - (vectors[at + 1] ?? NaN);
      const dz = z - (vectors[at + 2] ?? NaN);
      const square = dx * dx + dy * dy + dz * dz;
      if (square >= least) continue;
      least = square;
      best = at / 3;
    }
    const city = this.#cities[best];
    return city === undefined ? Infinity : distanceMeters(point, pointOf(city));
  }
}

function closestByCountry(some: readonly NamedCity[]): Map<string, Closest> {
  const groups = Object.entries(groupBy(some, (city) => city.country_id));
  return new Map(groups.map(([country, own]) => [country, new Closest(own)]));
}

describe('the stored cities', () => {
  const sources = new Map(readFileCities().map((city) => [city.id, city]));

  test('are those of the file', () => {
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

  test('have the id of the country and the name; the most populous of a name keeps it', () => {
    expect(new Set(ids(cities)).size).toBe(cities.length);
    expect(ids(cities).filter((id) => !/^[A-Z]{3}_[^\s,]+$/u.test(id))).toEqual([]);
    const keepers = new Map<string, NamedCity>();
    const wrong = cities.filter((city) => {
      const plain = `${city.country_id}_${city.name.normalize('NFC').replace(/[\s,]/gu, '')}`;
      const keeper = keepers.get(plain);
      if (keeper === undefined) keepers.set(plain, city);
      // Of equally populous cities, either may have it.
      const mayKeep = keeper === undefined || keeper.population === city.population;
      return mayKeep ? !city.id.startsWith(plain) : !city.id.startsWith(`${plain}_`);
    });
    expect(ids(wrong)).toEqual([]);
    const stored = new Set(ids(cities));
    expect([...keepers.keys()].filter((plain) => !stored.has(plain))).toEqual([]);
  });

  test('are primary if capital, of 100,000 people, or the largest of a primary country', () => {
    const withLargest = new Set<string>();
    const expected = cities.filter(({ source_id, country_id, population }) => {
      const isLargest = primaryCountries.has(country_id) && !withLargest.has(country_id);
      if (isLargest) withLargest.add(country_id);
      return isLargest || population >= 100_000 || sources.get(source_id)?.isCapital;
    });
    // Of the equally populous largest cities of a country, any one will do.
    const differing = expected.filter(({ primary, population }) => !primary && population > 0);
    expect(ids(differing)).toEqual([]);
    expect(cities.filter(({ primary }) => primary)).toHaveLength(expected.length);
    expect(withLargest.size).toBe(primaryCountries.size);
  });

  test('of one name and country are not within 5 km', () => {
    /** On two sides of a border between states, with a municipality on each. */
    const twins = 'Anthony,Bluefield,Bristol,Cachoeira Dourada,Chevy Chase,Kansas City,Lookout Mountain,Texarkana,Union City'; // prettier-ignore
    const isTwin = new Set(twins.split(',').map(fold));
    const groups = groupBy(cities, ({ country_id, name }) => `${country_id} ${fold(name)}`);
    const close = Object.values(groups).flatMap((group) =>
      group.filter((one, at) =>
        group.slice(0, at).some((other) => distanceMeters(pointOf(one), pointOf(other)) < 5_000),
      ),
    );
    expect(ids(close.filter(({ name }) => !isTwin.has(fold(name))))).toEqual([]);
  });
});

describe('/cities/findByLocation', () => {
  const POINTS = { anywhere: 250, besideCities: 250, borderland: 330 };
  const BORDERLAND = ['LIE', 'MCO', 'SMR', 'LUX', 'SGP', 'GIB', 'PSE', 'LSO', 'MAF', 'BEL', 'CHE'];

  function samplePoints(): LatLng[] {
    const random = seeded(7);
    const around = (middle: number, spread: number): number => middle + (random() - 0.5) * spread;
    const anywhere = Array.from({ length: POINTS.anywhere }, () => ({
      latitude: (Math.asin(2 * random() - 1) * 180) / Math.PI,
      longitude: random() * 360 - 180,
    }));
    const beside = (some: readonly NamedCity[], spread: number): LatLng => {
      const { latitude, longitude } = pointOf(pick(random, some));
      return {
        latitude: Math.max(-90, Math.min(90, around(latitude, spread))),
        longitude: ((around(longitude, spread) + 540) % 360) - 180,
      };
    };
    const besideCities = Array.from({ length: POINTS.besideCities }, () =>
      beside(cities, pick(random, [0.1, 1, 5])),
    );
    const citiesOf = groupBy(cities, (city) => city.country_id);
    const borderland = Array.from({ length: POINTS.borderland }, (_, number) =>
      beside(citiesOf[BORDERLAND[number % BORDERLAND.length] ?? ''] ?? [], 0.3),
    );
    const atAntimeridian = [-180, -179.99, 179.99, 180].flatMap((longitude) =>
      [-16.8, -17.7, 51.95, 65.5, 66, 68.9, 71.1, -80, -85, below(random, 60)].map((latitude) => ({
        latitude,
        longitude,
      })),
    );
    return [...anywhere, ...besideCities, ...borderland, ...atAntimeridian].map((point) => ({
      latitude: Number(point.latitude.toFixed(6)),
      longitude: Number(point.longitude.toFixed(6)),
    }));
  }

  /** Distances are compared as single-precision numbers, between coordinates rounded to 1 cm. */
  const isAsClose = (meters: number, expected: number): boolean =>
    meters - expected < 0.1 + expected * 2e-7;

  test.each([false, true])(
    'with primary_only=%s answers the city that brute force finds',
    async (primaryOnly) => {
      const closest = closestByCountry(cities.filter((city) => city.primary || !primaryOnly));
      const points = samplePoints();
      const holders = await holdersOf(points);
      const wrong: unknown[] = [];
      const counts = { withCity: 0, closerAcrossABorder: 0 };
      await inParallel(
        [...points.entries()],
        async ([at, point]) => {
          const query = `lat=${point.latitude}&lng=${point.longitude}`;
          const near = (): Promise<unknown> => lookups.ask('/countries/findByLocation', query);
          const inside = holders[at] ?? [];
          const countries = inside.length > 0 ? inside : ids((await near()) as Country[]);
          const path = '/cities/findByLocation';
          const { id, country_id: country, latlng } = (await lookups.ask(path, `${query}&primary_only=${primaryOnly}`)) as City; // prettier-ignore
          const byCountry = new Map([...closest].map(([of, some]) => [of, some.metersFrom(point)]));
          const meters = Math.min(...countries.map((of) => byCountry.get(of) ?? Infinity));
          if (meters < Infinity) counts.withCity += 1;
          if (Math.min(...byCountry.values()) < meters) counts.closerAcrossABorder += 1;
          const isRight =
            meters === Infinity
              ? id === 'NO_CITY'
              : countries.includes(country) && isAsClose(distanceMeters(point, latlng), meters);
          if (!isRight) wrong.push({ point, countries, meters, id });
        },
        AT_ONCE,
      );
      expect(wrong).toEqual([]);
      expect(counts.withCity).toBeGreaterThan(300);
      expect(points.length - counts.withCity).toBeGreaterThan(100);
      expect(counts.closerAcrossABorder).toBeGreaterThan(20);
    },
    TIMEOUT_MS,
  );
});

describe('/cities/findByName', () => {
  const LONGEST_TOKEN = 26;
  const LIMIT = 200;

  /** Names with at least one of these letters are typed, in a language that is written so. */
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

  /** A city by one of its names, in the form that is compared, and its rank by population. */
  interface Named {
    name: string;
    city: NamedCity;
    rank: number;
  }

  /** The default names, and the own names of each language, sorted. */
  const byDefault: Named[] = [];
  const byOwnName = new Map<string, Named[]>();
  beforeAll(() => {
    for (const [rank, city] of cities.entries()) {
      byDefault.push({ name: comparable(city.name), city, rank });
      for (const [language, name] of Object.entries(city.names)) {
        const named = byOwnName.get(language) ?? [];
        named.push({ name: comparable(name), city, rank });
        byOwnName.set(language, named);
      }
    }
    for (const named of [byDefault, ...byOwnName.values()])
      named.sort((one, other) => (one.name < other.name ? -1 : 1));
  }, TIMEOUT_MS);

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

  interface Question {
    token: string;
    lang: Language;
    anyName: boolean;
    primaryOnly: boolean;
  }

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

  /** Compares the answers with brute force, and returns the number of cities in them. */
  async function compareAll(questions: readonly Question[]): Promise<number> {
    const wrong: unknown[] = [];
    let found = 0;
    await inParallel(questions, async (question) => {
      const { token, lang, anyName, primaryOnly } = question;
      const some = find(question).slice(0, LIMIT);
      const expected = some.map((city) => `${city.id} ${nameIn(city, lang)}`);
      const query = { token, lang, limit: LIMIT, any_name: anyName, primary_only: primaryOnly };
      const { body } = await api.get<City[]>('/cities/findByName', query);
      const answer = body.data.map(({ id, name }) => `${id} ${name}`);
      found += answer.length;
      if (answer.join() !== expected.join()) wrong.push({ ...query, answer, expected });
    });
    expect(wrong).toEqual([]);
    return found;
  }

  test(
    'finds what brute force finds, half of it by names that are not plain letters',
    async () => {
      const random = seeded(11);
      const names = cities.map((city) => nameIn(city, 'en'));
      const unusual = names.filter((name) => /[^a-z ]/i.test(name));
      const questions = Array.from({ length: 400 }, (_, number) => ({
        token: typed(random, pick(random, number % 2 === 0 ? names : unusual), LONGEST_TOKEN),
        lang: 'en' as const,
        anyName: false,
        primaryOnly: number % 5 === 0,
      }));
      expect(await compareAll(questions)).toBeGreaterThan(400);
    },
    TIMEOUT_MS,
  );

  test.each(SCRIPTS)(
    'so it does for names in %s, in their language and in any',
    async (script, lang, letter) => {
      const random = seeded(SCRIPTS.findIndex(([name]) => name === script) + 500);
      const own = (byOwnName.get(lang) ?? []).map(({ city }) => nameIn(city, lang));
      const names = own.filter((name) => letter.test(name));
      expect(names.length).toBeGreaterThan(500);
      const questions = Array.from({ length: 30 }, (_, number) => ({
        token: typed(random, pick(random, names), LONGEST_TOKEN),
        // In any language: also if the language of the answer has other letters.
        lang: number % 4 === 3 ? ('pl' as const) : lang,
        anyName: number % 2 === 1,
        primaryOnly: number % 5 === 0,
      }));
      expect(await compareAll(questions)).toBeGreaterThan(30);
    },
    TIMEOUT_MS,
  );
});

describe('facts', () => {
  const MOST_METERS = 25_000;
  /** Cities on disputed ground, where the built-in border is not that of the facts. */
  const DISPUTED = new Set(['Jerusalem']);

  test('capitals and large cities are found by name, in their country and region, at their place', async () => {
    const facts = readFacts('cities.tsv');
    expect(facts).toHaveLength(387);
    const primary = closestByCountry(cities.filter((city) => city.primary));
    const faults: string[] = [];
    await inParallel(facts, async (fact) => {
      const { country = '', name = '', region = '', latitude: lat = '', longitude: lng = '' } = fact; // prettier-ignore
      const point = { latitude: Number(lat), longitude: Number(lng) };
      const query = { token: name, any_name: true, limit: 1_000 };
      const found = (await api.get<City[]>('/cities/findByName', query)).body.data;
      const near = found.filter(
        (city) => city.country_id === country && distanceMeters(point, city.latlng) < MOST_METERS,
      );
      if (!near.some((each) => (each.region_name ?? '') === region)) {
        faults.push(`${name} is not in ${region} of ${country}: ${ids(near).join()}`);
      }
      const isPrimary = (primary.get(country)?.metersFrom(point) ?? Infinity) < MOST_METERS;
      if (fact.kind === 'capital' && !isPrimary) faults.push(`${name} is not primary`);
      if (DISPUTED.has(name)) return;
      const { countries, city } = (await api.get<Located>('/locate', { lat, lng })).body.data;
      if (countries[0]?.id !== country) faults.push(`${name} is in ${ids(countries).join()}`);
      if (city.country_id !== country) faults.push(`${name}: ${city.id} is the closest city`);
    });
    expect(faults).toEqual([]);
  });

  test.each(readFacts('enclaves.tsv'))(
    '$name is $country, and so is its closest city',
    async ({ country = '', latitude: lat = '', longitude: lng = '' }) => {
      const { countries, city } = (await api.get<Located>('/locate', { lat, lng })).body.data;
      expect(countries[0]?.id).toBe(country);
      // Some enclaves are smaller than any city.
      expect([country, 'NO_COUNTRY']).toContain(city.country_id);
    },
  );

  test('Saint Peter is in the land of the Vatican, and Italy is nearby', async () => {
    const place = { lat: 41.9022, lng: 12.4533 };
    const countries = await api.get<Country[]>('/countries/findByLocation', place);
    expect(ids(countries.body.data)).toEqual(['VAT', 'ITA']);
    const lands = await api.get<Land[]>('/lands/findByLocation', place);
    expect(lands.body.data.map(({ country_id }) => country_id)).toEqual(['VAT']);
  });

  test.each(readFacts('places.tsv'))(
    '$category $name',
    async ({ category = '', name = '', country, latitude = '', longitude = '' }) => {
      // About 2.8 km: the point of an airport may be its tower, or the middle of its runways.
      const around = { lat: latitude, lng: longitude, k: 3, categories: category };
      const { body } = await api.get<Place[]>('/places/findByLocation', around, INTERNAL);
      expect(body.data.filter((place) => place.category !== category)).toEqual([]);
      const place = body.data.find((found) => fold(found.name).includes(fold(name)));
      const at = { lat: place?.latlng.latitude ?? '', lng: place?.latlng.longitude ?? '' };
      const countries = await api.get<Country[]>('/countries/findByLocation', at);
      expect(ids(countries.body.data)).toContain(country);
      const circle = { ...at, radius: 100, season: 1 };
      const markers = await api.get<Marker[]>('/markers/findByRadius', circle, INTERNAL);
      expect(ids(markers.body.data)).toContain(place?.id);
    },
  );

  /** Zones without a city of 1,000 inhabitants: the closest one is in another zone. */
  const WITHOUT_A_CITY = 'America/Adak,America/Blanc-Sablon,America/Danmarkshavn,America/Resolute,America/Scoresbysund,America/Thule,America/Yakutat,Antarctica/Macquarie,Australia/Eucla,Australia/Lord_Howe,Pacific/Kanton'; // prettier-ignore
  /** Their point in `zone.tab`, in whole minutes, lies in the sea, more than 7.5 km from land. */
  const AT_SEA = 'Asia/Aden,Asia/Bahrain,Pacific/Chuuk,Pacific/Kwajalein,Pacific/Marquesas,Pacific/Tarawa'; // prettier-ignore
  const LEFT_OUT = new Set([...WITHOUT_A_CITY.split(','), ...AT_SEA.split(',')]);
  const WITHOUT_CITIES = ['AQ', 'UM'];

  test('the clock at the main city of every zone of the tz database is that of the zone', async () => {
    const zones = readFacts('zones.tsv').filter(
      ({ country = '', zone = '' }) => !WITHOUT_CITIES.includes(country) && !LEFT_OUT.has(zone),
    );
    expect(zones.length).toBeGreaterThan(385);
    const faults: string[] = [];
    await inParallel(zones, async ({ coordinates = '', zone = '' }) => {
      const { body } = await api.get<Located>('/locate', iso6709(coordinates));
      const { time_zone: found, city } = body.data;
      if (found === null || offsetsOf(found) !== offsetsOf(zone))
        faults.push(`${zone}: ${found ?? 'none'} (${city.id})`);
    });
    expect(faults).toEqual([]);
  });

  /** Returns the offsets of a zone in winter and in summer. */
  function offsetsOf(zone: string): string {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    return [0, 6].map((month) => format.format(Date.UTC(2026, month, 15))).join();
  }

  /** Reads degrees, minutes and perhaps seconds, latitude before longitude. */
  function iso6709(coordinates: string): { lat: number; lng: number } {
    const [lat = NaN, lng = NaN] = (coordinates.match(/[+-]\d+/gu) ?? []).map((angle, axis) => {
      const parts = /^.(\d{3})(\d\d)(\d\d)?$/.exec(axis === 0 ? angle.replace(/\d/, '0$&') : angle);
      const [degrees = NaN, minutes = NaN, seconds = NaN] = (parts ?? []).slice(1).map((part?: string) => Number(part ?? 0)); // prettier-ignore
      const size = degrees + minutes / 60 + seconds / 3_600;
      return angle.startsWith('-') ? -size : size;
    });
    return { lat, lng };
  }
});

describe('lands', () => {
  const CELLS = 12_000;
  const JUDGED = 5_000;

  let cells: string[];
  let holders: Map<string, string[]>;
  const lands = new Map<string, Land>();
  beforeAll(async () => {
    const random = seeded(25);
    const anywhere = Array.from({ length: CELLS }, () =>
      latLngToCell((Math.asin(2 * random() - 1) * 180) / Math.PI, 360 * random() - 180, 8),
    );
    const hard = [
      ...getPentagons(8),
      ...[-90, -89, -84, 84].flatMap((latitude) => gridDisk(latLngToCell(latitude, 0, 8), 2)),
      // Fiji and Chukotka over ±180°, the Vatican, Baarle, Gibraltar.
      ...gridDisk(latLngToCell(-16.8, 180, 8), 10),
      ...gridDisk(latLngToCell(68.9, 180, 8), 10),
      ...gridDisk(latLngToCell(41.9, 12.45, 8), 5),
      ...gridDisk(latLngToCell(51.44, 4.93, 8), 5),
      ...gridDisk(latLngToCell(36.14, -5.35, 8), 5),
    ];
    cells = [...new Set([...anywhere, ...hard])];
    const found = await holdersOf(cells.map(centreOf));
    holders = new Map(cells.map((cell, at) => [cell, found[at] ?? []]));
    for (const some of chunk(cells, 500)) {
      const { body } = await api.get<Land[]>('/lands/findByIds', { land_ids: some.join() });
      for (const land of body.data) lands.set(land.id, land);
    }
  }, TIMEOUT_MS);

  function centreOf(cell: string): LatLng {
    const [latitude, longitude] = cellToLatLng(cell);
    return { latitude, longitude };
  }

  test('are the cells whose centre lies in a country, and few others, along coasts', () => {
    const held = cells.filter((cell) => holders.get(cell)?.length !== 0);
    const faults = held.filter(
      (cell) => !holders.get(cell)?.includes(lands.get(cell)?.country_id ?? ''),
    );
    expect(faults).toEqual([]);
    expect(held.length).toBeGreaterThan(3_500);
    const others = [...lands.keys()].filter((cell) => holders.get(cell)?.length === 0);
    expect(others.length).toBeLessThan(lands.size / 20);
  });

  test('have the closest cities of brute force', () => {
    const all = new Closest(cities);
    const primary = closestByCountry(cities.filter((city) => city.primary));
    const faults: string[] = [];
    const judged = [...lands.values()].slice(0, JUDGED);
    for (const land of judged) {
      const centre = centreOf(land.id);
      const metersToPrimary = primary.get(land.country_id)?.metersFrom(centre) ?? Infinity;
      for (const [meters, km] of [
        [all.metersFrom(centre), land.closest_city_distance_km],
        [metersToPrimary, land.primary_city_distance_km],
      ] as const) {
        const isSame =
          meters === Infinity ? km === null : Math.abs((km ?? NaN) * 1_000 - meters) < 0.6;
        if (!isSame) faults.push(`${land.id}: ${km} km, not ${meters} m`);
      }
    }
    expect(faults).toEqual([]);
    expect(judged.length).toBeGreaterThan(3_500);
  });
});
