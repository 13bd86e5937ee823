import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunk } from 'es-toolkit/array';
import { limitAsync } from 'es-toolkit/promise';
import { landAt } from '../../core/geo/land.js';
import { RequestSlots } from '../access/limits.js';
import type { ClosestCityFinder } from '../cities/closestCity.js';
import { CLOSEST_CITY_READS } from '../cities/closestCityCache.js';
import { presentTerritory } from '../countries/present.js';
import type { AllCountries } from '../countries/allCountries.js';
import { type FoundLands, LAND_READS, type LandFinder } from '../lands/finder.js';
import { answerFrom, type Stores } from '../lookups/answering.js';
import { batch, type Endpoint, lookup } from '../lookups/endpoint.js';
import { MAX_BATCH, MAX_BATCH_BYTES } from '../middleware/body.js';
import { bodyLocationKeys, locationFaults, readPoint } from '../parameters/location.js';
import { parameterRules } from '../parameters/rules.js';
import { type PointLookup, pointLookup, readShared, sharedKeys } from '../parameters/shared.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation } from '../search/search.js';
import { type Located, LOCATED_IN_PARIS, locatedSchema, presentLocated } from './present.js';

const PARTS =
  '`countries`, `city` and `land` are the answers of `/countries/findByLocation`, `/cities/findByLocation` and `/lands/findByLocation` (without `k`). `land` is `null` if it is not in the data. `city_distance_km` is the distance of the city from the point, and `time_zone` its IANA time zone. Both are `null` for the empty city, and `time_zone` also if it is unknown.';
const READS = [...CLOSEST_CITY_READS, ...LAND_READS];

/** More concurrent batches would all run into their deadline. */
const MAX_CONCURRENT_BATCHES = 4;
/** With the waiting ones. The last of them is answered after about a second. */
const MAX_BATCHES = 8;
/** The points that one turn of the event loop looks up. */
const POINTS_PER_TURN = 100;

/** The finders of the parts of an answer. */
interface Finders extends Pick<Stores, 'territories'> {
  readonly allCountries: AllCountries;
  readonly closestCity: ClosestCityFinder;
  readonly landFinder: LandFinder;
}

export function locateEndpoints(finders: Finders): Endpoint[] {
  const locateAll = createLocateAll(finders);
  return [
    lookup({
      path: '/locate',
      summary: 'Countries, closest city, land and time zone of a location',
      description: `All that the location lookups of countries, cities and lands answer, in one request. ${PARTS}`,
      parameters: pointLookup,
      data: locatedSchema.required(),
      example: { query: { lat: '48.8543', lng: '2.3513' }, answer: { data: LOCATED_IN_PARIS } },
      reads: READS,
      changesInPlace: true,
      ...answerFrom(
        (parameters: PointLookup, live) => getLocated(finders, parameters, live),
        (parameters, live) => {
          const lands = finders.landFinder.find([landAt(parameters.point)], live);
          return locate(finders, parameters, live, lands);
        },
        (located) => ({ data: located }),
      ),
    }),
    batch({
      path: '/locate',
      summary: 'The same for up to 500 locations',
      description: `The body is a JSON array of 1 to ${MAX_BATCH} locations, each \`{"lat","lng"}\` or \`{"land_id"}\`, of at most ${MAX_BATCH_BYTES / 1_024} KiB. \`data\` has an answer for each location, in the same order. The answer to a faulty location is \`{"error"}\`; the others are answered all the same. Each location counts as one request towards the limit of the token. A batch that does not fit into the limit is rejected as a whole with 429, and counts as one request. A batch of more locations than the limit has requests per second never fits. ${PARTS}`,
      parameters: parameterRules(sharedKeys, readShared),
      element: parameterRules(
        bodyLocationKeys,
        (members) => ({ point: readPoint(members) }),
        locationFaults,
      ),
      data: locatedSchema,
      example: {
        body: [{ lat: 48.8543, lng: 2.3513 }],
        answer: { data: [LOCATED_IN_PARIS] },
      },
      handle: locateAll,
    }),
  ];
}

/** Returns the answer from caches; undefined if a part is missing. */
function getLocated(
  { allCountries, territories, closestCity, landFinder }: Finders,
  parameters: PointLookup,
  live: Snapshot,
): Located | undefined {
  const { point, language } = parameters;
  const landId = landAt(point);
  const stored = allCountries.get(live);
  const territory = territories.get(point, live);
  const city = closestCity.get(parameters, live);
  const lands = landFinder.get([landId], live);
  if (!stored || !territory || !city || !lands) return undefined;
  const countries = presentTerritory(territory, stored, parameters);
  return presentLocated(point, countries, city, lands.get(landId, language));
}

async function locate(
  { allCountries, territories, closestCity }: Finders,
  parameters: PointLookup,
  live: Snapshot,
  foundLands: Promise<FoundLands>,
  expectation?: Expectation,
): Promise<Located> {
  const { point, language } = parameters;
  const territory = territories.find(point, live, expectation);
  const findCity = async () =>
    closestCity.find(parameters, (await territory).decidingIds, live, expectation);
  const [stored, city, lands, found] = await Promise.all([
    allCountries.find(live),
    closestCity.get(parameters, live) ?? findCity(),
    foundLands,
    territory,
  ]);
  const countries = presentTerritory(found, stored, parameters);
  return presentLocated(point, countries, city, lands.get(landAt(point), language));
}

/** Returns what locates the points of a batch, a few batches at a time. */
function createLocateAll(finders: Finders) {
  async function locateAll(all: readonly PointLookup[], live: Snapshot): Promise<Located[]> {
    const landIds = new Set(all.map(({ point }) => landAt(point)));
    const lands = finders.landFinder.find([...landIds], live);
    const parts = chunk(all, POINTS_PER_TURN).map(async (part, turn) => {
      for (let turns = 0; turns < turn; turns += 1) await nextTurn();
      return Promise.all(part.map((each) => locate(finders, each, live, lands, 'batch')));
    });
    return (await Promise.all(parts)).flat();
  }

  const limited = limitAsync(locateAll, MAX_CONCURRENT_BATCHES);
  const slots = new RequestSlots(MAX_BATCHES);
  return (all: readonly PointLookup[], live: Snapshot) => slots.run(() => limited(all, live));
}
