import { expect, test } from '@jest/globals';
import { chunk, groupBy } from 'es-toolkit/array';
import { mapValues } from 'es-toolkit/object';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { unpackBorder } from '../../core/geo/packedBorder.js';
import { pointOf } from '../../core/geo/point.js';
import { countriesAt, readCountriesAt } from '../../core/queries/borders.js';
import { BY_POPULATION } from '../../core/queries/names.js';
import { countries } from '../../indices/countries.js';
import { TerritoryFinder } from '../../src/lookups/territories.js';
import type { Snapshot } from '../../src/search/live.js';
import { createSearches, type Hit } from '../../src/search/search.js';
import { builtInPrefix, createTestClient } from '../support/api.js';
import { untilEnd } from '../support/each.js';
import { inParallel } from '../support/inParallel.js';
import { eventually } from '../support/patience.js';
import { pick, seeded, SEED } from '../support/random.js';
import { anywhere, destination, type LatLng } from '../support/sphere.js';

/** Elasticsearch takes a millisecond for each. With POINTS=1000000, 25 minutes. FUZZ_SEED takes other points. */
const POINTS = Number(process.env.POINTS ?? 50_000);
const POINTS_PER_REQUEST = 500;
const AT_ONCE = 3;
/** Elasticsearch leaves out empty ones. */
const MEMBERS = ['status', 'error', 'hits.hits._id', 'hits.hits.matched_queries'].map((member) => `responses.${member}`); // prettier-ignore
const TIMEOUT_MS = 120_000 + 3 * POINTS;
const MAX_SHOWN = 20;
const NEAR_BORDER_METERS = 15_000;
const NEAR_CITY_METERS = 5_000;

const client = untilEnd(createTestClient());
const { search } = createSearches(client, 60_000);
const random = seeded(SEED);
const index = (resource: string): string => liveAlias(builtInPrefix(), resource);
const live: Snapshot = { index: ({ resource }) => index(resource), version: () => 'one' };

interface Asked extends LatLng {
  readonly kind: string;
}

async function vertices(): Promise<LatLng[]> {
  const body = { size: 1_000, _source: false, stored_fields: ['border_packed'] };
  const { hits } = await client.search({ index: index(countries.resource), ...body });
  return hits.hits.flatMap(({ fields = {} }) => {
    const { border_packed: [text = ''] = [] } = fields as { border_packed?: string[] };
    return unpackBorder(text).flatMap((ring) =>
      chunk([...ring], 2).map(([x = 0, y = 0]) => ({ latitude: y / 1e7, longitude: x / 1e7 })),
    );
  });
}

async function cityPlaces(): Promise<LatLng[]> {
  const body = { size: 10_000, _source: ['location'], sort: BY_POPULATION };
  const { hits } = await client.search<{ location: [number, number] }>({ index: index('cities'), ...body }); // prettier-ignore
  return hits.hits.flatMap(({ _source }) => (_source ? [pointOf(_source.location)] : []));
}

/** Returns points of all kinds. The share of each kind is the number before it. */
async function choosePoints(): Promise<Asked[]> {
  const [borders, cities] = [await vertices(), await cityPlaces()];
  const atTurn = borders.filter(({ longitude }) => Math.abs(longitude) > 179.5);
  const inArctic = borders.filter(({ latitude }) => Math.abs(latitude) > 75);
  const moved = (place: LatLng, meters: number) =>
    destination(place, 2 * Math.PI * random(), meters * random());
  const near = (places: readonly LatLng[]) => () => moved(pick(random, places), NEAR_BORDER_METERS);
  const sign = () => (random() < 0.5 ? -1 : 1);
  const kinds: [share: number, kind: string, choose: () => LatLng][] = [
    [0.2, 'on the sphere', () => anywhere(random)],
    [0.35, 'near a border', near(borders)],
    [0.03, 'on a vertex', () => pick(random, borders)],
    [0.02, 'on the latitude of a vertex', () => ({ ...near(borders)(), latitude: pick(random, borders).latitude })],
    [0.2, 'in or near a city', () => moved(pick(random, cities), NEAR_CITY_METERS)],
    [0.08, 'near a border at ±180°', near(atTurn)],
    [0.04, 'at ±180°', () => ({ latitude: anywhere(random).latitude, longitude: sign() * (180 - 0.1 * random() ** 4) })],
    [0.05, 'near a border above 75°', near(inArctic)],
    [0.03, 'near a pole', () => ({ latitude: sign() * (90 - 8 * random()), longitude: 360 * random() - 180 })],
  ]; // prettier-ignore
  return kinds.flatMap(([share, kind, choose]) =>
    Array.from({ length: Math.round(share * POINTS) }, () => ({ kind, ...choose() })),
  );
}

async function ask(points: readonly LatLng[]) {
  const searches = points.flatMap((point) => [{ index: index(countries.resource) }, countriesAt(point)]); // prettier-ignore
  const { responses } = await client.msearch({ searches, filter_path: MEMBERS });
  return responses.map((response) => {
    if (response.status !== 200) throw new Error(JSON.stringify(response));
    return readCountriesAt('hits' in response ? (response.hits.hits as Hit<unknown>[]) : []);
  });
}

test('territories that are computed are those of a search, everywhere', async () => {
  const faults: unknown[] = [];
  const finder = new TerritoryFinder(search, true, (error) => {
    if (error !== undefined) faults.push(error);
  });
  const somewhere = { latitude: 0, longitude: -30 };
  await eventually('borders are read', () => finder.get(somewhere, live) !== undefined);
  const points = await choosePoints();
  const computed = points.map((point) => ({ point, territory: finder.get(point, live) }));
  const differences: string[] = [];
  await inParallel(
    chunk(computed.filter(({ territory }) => territory !== undefined), POINTS_PER_REQUEST),
    async (part) => {
      const expected = await ask(part.map(({ point }) => point));
      for (const [at, { point, territory }] of part.entries()) {
        const [one, other] = [territory?.countries, expected[at]].map((each) => JSON.stringify(each)); // prettier-ignore
        if (one !== other) differences.push(`${JSON.stringify(point)}\n${one}\n${other}`);
      }
    },
    AT_ONCE,
  );
  expect({ faults, count: differences.length, shown: differences.slice(0, MAX_SHOWN) }).toEqual({ faults: [], count: 0, shown: [] }); // prettier-ignore
  const unsure = mapValues(groupBy(computed, ({ point }) => point.kind), (some) =>
    some.filter(({ territory }) => territory === undefined).length / some.length,
  );
  if (process.env.POINTS !== undefined) console.log(unsure);
  expect(unsure['on the sphere']).toBeLessThan(0.003);
  expect(unsure['in or near a city']).toBeLessThan(0.003);
  expect(unsure['near a border']).toBeLessThan(0.01);
  expect(unsure['on a vertex']).toBe(1);
}, TIMEOUT_MS); // prettier-ignore
