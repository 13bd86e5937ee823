import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunk } from 'es-toolkit/array';
import { limitAsync } from 'es-toolkit/promise';
import { landAt } from '../../core/geo/land.js';
import { type ClosestCities, PARIS, READS_OF_LOCATION } from '../cities/routes.js';
import { type CountryDocuments, listAt } from '../countries/documents.js';
import { FRANCE } from '../countries/routes.js';
import { overloaded } from '../errors.js';
import { MAX_BATCH, MAX_BATCH_BYTES } from '../middleware/body.js';
import { batch, type Endpoint, lookup } from '../lookups/endpoint.js';
import type { Territories } from '../lookups/cache/territories.js';
import {
  type FoundLands,
  IN_PARIS,
  type LandFinder,
  READS as READS_OF_LANDS,
} from '../lands/routes.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation } from '../search/search.js';
import * as params from './params.js';
import { type Located, locatedSchema, presentLocated } from './present.js';

const IN_FRANCE = {
  countries: [{ ...FRANCE, name: 'France' }],
  city: PARIS,
  city_distance_km: 0.208,
  land: IN_PARIS,
  time_zone: 'Europe/Paris',
};
const PARTS =
  '`countries`, `city` and `land` are what `/countries/findByLocation`, `/cities/findByLocation` and `/lands/findByLocation` (without `k`) answer; `land` is `null` if it is not in the data. `city_distance_km` is the distance of the city from the point, and `time_zone` its IANA time zone. Both are `null` for the empty city; `time_zone` also if it is not known.';

const READS = [...READS_OF_LOCATION, ...READS_OF_LANDS];
/** Batches at a time: of more at once all would be refused after half of their work. */
const MAX_BATCHES_AT_ONCE = 4;
/** With those that wait, all of which are answered within about a second. */
const MAX_BATCHES = 8;
/** Points that are looked up in one turn of the event loop. */
const POINTS_A_TURN = 100;

interface OfCountries {
  readonly documents: CountryDocuments;
  readonly territories: Territories;
}

/** The routes of all that is at a point, found as the routes of each part find it. */
export function locateEndpoints(
  { documents, territories }: OfCountries,
  closest: ClosestCities,
  landFinder: LandFinder,
): Endpoint[] {
  async function locate(
    parameters: params.Locate,
    live: Snapshot,
    landsThere: Promise<FoundLands>,
    expectation?: Expectation,
  ): Promise<Located> {
    const { point } = parameters;
    const territory = territories.find(point, live, expectation);
    const findCity = async () =>
      closest.find((await territory).decidingIds, parameters, live, expectation);
    const [known, city, land, there] = await Promise.all([
      documents.find(live),
      closest.recall(parameters, live) ?? findCity(),
      landsThere,
      territory,
    ]);
    const found = listAt(there, known, parameters);
    return presentLocated(point, found, city, land.get(landAt(point), parameters.language));
  }

  async function locateAll(all: readonly params.Locate[], live: Snapshot): Promise<Located[]> {
    const landIds = new Set(all.map(({ point }) => landAt(point)));
    const landsThere = landFinder.find([...landIds], live);
    const parts = chunk(all, POINTS_A_TURN).map(async (part, turn) => {
      for (let turns = 0; turns < turn; turns += 1) await nextTurn();
      return Promise.all(part.map((each) => locate(each, live, landsThere, 'batch')));
    });
    return (await Promise.all(parts)).flat();
  }

  const inTurn = limitAsync(locateAll, MAX_BATCHES_AT_ONCE);
  let batches = 0;

  return [
    lookup({
      path: '/locate',
      summary: 'Countries, closest city, land and time zone of a location',
      description: `All that the location lookups of countries, cities and lands answer, in one request. ${PARTS}`,
      parameters: params.locate,
      data: locatedSchema.required(),
      example: { query: { lat: '48.8543', lng: '2.3513' }, answer: { data: IN_FRANCE } },
      reads: READS,
      changesInPlace: true,
      recall(parameters, live) {
        const { point } = parameters;
        const known = documents.recall(live);
        const territory = territories.recall(point, live);
        const city = closest.recall(parameters, live);
        const land = landFinder.recall([landAt(point)], live);
        if (!known || !territory || !city || !land) return undefined;
        const found = listAt(territory, known, parameters);
        const there = land.get(landAt(point), parameters.language);
        return { answer: () => ({ data: presentLocated(point, found, city, there) }) };
      },
      handle: async (parameters, live) => {
        const land = landFinder.find([landAt(parameters.point)], live);
        return { data: await locate(parameters, live, land) };
      },
    }),
    batch({
      path: '/locate',
      summary: 'The same of up to 500 locations',
      description: `The body is a JSON array of 1 to ${MAX_BATCH} locations, each \`{"lat","lng"}\` or \`{"land_id"}\`, of at most ${MAX_BATCH_BYTES / 1_024} KiB. \`data\` has an answer for each, in the same order. The answer to a faulty location is \`{"error"}\`; the others are answered all the same. Each location counts as one request towards the limit of the token. A batch that does not fit into the limit is refused as a whole with 429, and counts as one request; one of more locations than the limit has requests a second never fits. ${PARTS}`,
      parameters: params.ofBatch,
      element: params.location,
      data: locatedSchema,
      example: { body: [{ lat: 48.8543, lng: 2.3513 }], answer: { data: [IN_FRANCE] } },
      handle: async (all, live) => {
        if (batches >= MAX_BATCHES) throw overloaded();
        batches += 1;
        return inTurn(all, live).finally(() => {
          batches -= 1;
        });
      },
    }),
  ];
}
