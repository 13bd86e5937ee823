import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunk } from 'es-toolkit/array';
import { cities } from '../../indices/cities.js';
import { countries } from '../../indices/countries.js';
import { lands } from '../../indices/lands.js';
import { markers } from '../../indices/markers.js';
import type { ClosestCities } from '../cities/closest.js';
import { PARIS } from '../cities/routes.js';
import type { CountriesAtPoint } from '../countries/atPoint.js';
import { FRANCE } from '../countries/routes.js';
import { invalidRequest } from '../errors.js';
import { MAX_BATCH, MAX_BATCH_BYTES } from '../http/body.js';
import { batch, type Endpoint, lookup } from '../http/endpoint.js';
import type { Territories } from '../kept/territories.js';
import type { FoundLands, LandFinder } from '../lands/find.js';
import { IN_PARIS } from '../lands/routes.js';
import type { Snapshot } from '../store/live.js';
import type { Expectation } from '../store/search.js';
import * as params from './params.js';
import { type Located, locatedSchema, presentLocated } from './present.js';

const IN_FRANCE = {
  countries: [FRANCE],
  city: PARIS,
  city_distance_km: 0.212,
  land: IN_PARIS,
  time_zone: 'Europe/Paris',
};
const FAULTY = invalidRequest([
  { path: 'lng', message: 'is required: `lat` and `lng` go together' },
]);

const PARTS =
  '`countries`, `city` and `land` are what `/countries/findByLocation`, `/cities/findByLocation` and `/lands/findByLocation` (without `k`) answer; `land` is `null` if it is not in the data. `city_distance_km` is the great-circle distance of the city, and `time_zone` its IANA zone; both are `null` for the empty city, and `time_zone` also if it is not known.';

const READS = [countries, cities, lands, markers];
/** Points that are looked at in one turn. */
const POINTS_A_TURN = 100;

interface Finders {
  readonly territories: Territories;
  readonly atPoint: CountriesAtPoint;
  readonly closest: ClosestCities;
  readonly finder: LandFinder;
}

/** The routes that answer with all that is at a point, by the same finders as the routes of each part. */
export function locateEndpoints({ territories, atPoint, closest, finder }: Finders): Endpoint[] {
  async function locate(
    lookup: params.Locate,
    live: Snapshot,
    landsThere: Promise<FoundLands>,
    expectation?: Expectation,
  ): Promise<Located> {
    const { point, landId } = lookup;
    const territory = territories.find(point, live, expectation);
    const [found, city, land] = await Promise.all([
      atPoint.find(lookup, live, expectation, territory),
      closest.recall(lookup, live) ?? closest.find(lookup, live, expectation, territory),
      landsThere,
      territory,
    ]);
    return presentLocated(point, found, city, land.get(landId) ?? null);
  }

  return [
    lookup({
      path: '/locate',
      summary: 'Countries, closest city, land and time zone of a location',
      description: `All that the location lookups of countries, cities and lands answer, in one. ${PARTS}`,
      parameters: params.locate,
      data: locatedSchema.required(),
      example: {
        query: { lat: '48.8543', lng: '2.3513', lang: 'de' },
        answer: { data: IN_FRANCE },
      },
      reads: READS,
      changesInPlace: true,
      recall(parameters, live) {
        const { point, landId } = parameters;
        const there = atPoint.recall(parameters, live);
        const city = closest.recall(parameters, live);
        const land = finder.recall([landId], live)?.get(landId);
        if (there === undefined || city === undefined || land === undefined) return undefined;
        return { answer: () => ({ data: presentLocated(point, there.list(), city, land) }) };
      },
      handle: async (parameters, live) => ({
        data: await locate(parameters, live, finder.find([parameters.landId], live)),
      }),
    }),
    batch({
      path: '/locate',
      summary: 'The same of up to 500 locations',
      description: `The body is a JSON array of 1 to ${MAX_BATCH} locations, each \`{"lat","lng"}\` or \`{"land_id"}\`, of at most ${MAX_BATCH_BYTES / 1_024} KiB. \`data\` has an answer for each, in the same order; that of a faulty one is \`{"error"}\`, and the others are answered all the same. Each location counts as one request towards the limit of the token; a batch that does not fit is refused as a whole with 429, and counts as one. ${PARTS}`,
      parameters: params.shared,
      element: params.location,
      data: locatedSchema,
      example: {
        query: { lang: 'de' },
        body: [{ lat: 48.8543, lng: 2.3513 }, { lat: 48.8543 }],
        answers: [IN_FRANCE, FAULTY],
      },
      handle: async (locations, shared, live) => {
        const landIds = [...new Set(locations.map(({ landId }) => landId))];
        const landsThere = finder.find(landIds, live);
        const parts = chunk(locations, POINTS_A_TURN).map(async (part, turn) => {
          for (let turns = 0; turns < turn; turns += 1) await nextTurn();
          return Promise.all(
            part.map((each) => locate({ ...each, ...shared }, live, landsThere, 'batch')),
          );
        });
        return (await Promise.all(parts)).flat();
      },
    }),
  ];
}
