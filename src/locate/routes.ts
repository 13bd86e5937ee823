import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunk } from 'es-toolkit/array';
import { pick } from 'es-toolkit/object';
import { landAt } from '../../core/geo/land.js';
import { CLOSEST_CITY_READS, type ClosestCityFinder, NO_CITY } from '../cities/closestCity.js';
import type { CachedCity } from '../cities/present.js';
import { within } from '../concurrency.js';
import type { AllCountries, CountriesById } from '../countries/allCountries.js';
import { presentTerritory } from '../countries/present.js';
import { ApiError, NoSuchIndex, unavailable } from '../errors.js';
import { type FoundLands, LAND_READS, type LandFinder } from '../lands/finder.js';
import { answerFrom, type Stores } from '../lookups/answering.js';
import type { Territory } from '../lookups/territories.js';
import { batch, type Endpoint, locatedCost, lookup } from '../lookups/endpoint.js';
import { MAX_BATCH, MAX_BATCH_BYTES } from '../middleware/body.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation } from '../search/search.js';
import * as params from './params.js';
import { type Located, LOCATED_IN_PARIS, locatedSchema, presentLocated } from './present.js';
import { timeZoneAt } from './timeZone.js';

const PARTS =
  '`countries`, `city` and `land` are the answers of `/countries/findByLocation`, `/cities/findByLocation` and `/lands/findByLocation` (without `k`). `land` is `null` if it is not in the data. `city_distance_km` is the distance of the city from the point, `null` for the empty city. `time_zone` is the IANA time zone of that city. A few places with a zone of their own and few people, such as Lord Howe Island, count as cities for it. It is `null` if it is unknown, and if the city is farther than 500 km away in a country with several time zones.';
const READS = [...CLOSEST_CITY_READS, ...LAND_READS];

const FIELDS =
  'With `fields` an answer has only the members that it names, and only they are looked up.';

/** The points of a batch that are looked up at the same time. */
const POINTS_PER_PART = 50;
/** A part of new points usually takes a tenth of this time. One that hangs leaves time for others. */
const PART_WITHIN_MS = 2_000;

const LATE = unavailable({
  message: 'This location could not be answered in time. Wait for a second, then send it again.',
});

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
      description: `All that the location lookups of countries, cities and lands answer, in one request. ${PARTS} ${FIELDS}`,
      parameters: params.locate,
      data: locatedSchema.required(),
      example: { query: { lat: '48.8543', lng: '2.3513' }, answer: { data: LOCATED_IN_PARIS } },
      reads: READS,
      cost: (_, isDerived) => locatedCost(isDerived),
      ...answerFrom(
        (parameters: params.Locate, live) => getLocated(finders, parameters, live),
        (parameters, live) => {
          const lands = finders.landFinder.find(landsOf([parameters]), live);
          return locate(finders, parameters, live, lands);
        },
        (located) => ({ data: located }),
      ),
    }),
    batch({
      path: '/locate',
      summary: 'The same for up to 500 locations',
      description: `The body is a JSON array of 1 to ${MAX_BATCH} locations, each \`{"lat","lng"}\` or \`{"land_id"}\`, of at most ${MAX_BATCH_BYTES / 1_024} KiB. \`data\` has an answer for each location, in the same order. The answer to a location that is faulty, or could not be answered in time (\`unavailable\`), is \`{"error"}\`; the others are answered all the same. If none could be answered, the answer is 503. Equal locations are looked up once. A batch that does not fit into the limit of the token is rejected as a whole with 429, and counts as one request. ${PARTS} ${FIELDS}`,
      parameters: params.locateAll,
      element: params.element,
      data: locatedSchema,
      example: {
        body: [{ lat: 48.8543, lng: 2.3513 }],
        answer: { data: [LOCATED_IN_PARIS] },
      },
      handle: locateAll,
    }),
  ];
}

// Stand for what `fields` does not name.
const NO_COUNTRIES: CountriesById = new Map();
const NOWHERE: Territory = { countries: [], decidingIds: [] };

/** Returns which searches the fields need. */
function needsOf({ fields }: params.Locate) {
  const hasCity = fields.some((name) => name !== 'countries' && name !== 'land');
  const hasCountries = fields.includes('countries');
  return { hasCity, hasCountries, hasTerritory: hasCity || hasCountries };
}

/** Returns the ids of the lands of some points, each once; none if the fields need none. */
function landsOf(lookups: readonly params.Locate[]): string[] {
  const wanted = lookups.filter(({ fields }) => fields.includes('land'));
  return [...new Set(wanted.map(({ point }) => landAt(point)))];
}

/** Returns the answer from caches; undefined if a part is missing. */
function getLocated(
  { allCountries, territories, closestCity, landFinder }: Finders,
  parameters: params.Locate,
  live: Snapshot,
): Located | undefined {
  const { hasCity, hasCountries, hasTerritory } = needsOf(parameters);
  const stored = hasCountries ? allCountries.get(live) : NO_COUNTRIES;
  const territory = hasTerritory ? territories.get(parameters.point, live) : NOWHERE;
  const city = hasCity ? closestCity.get(parameters, live) : NO_CITY;
  const lands = landFinder.get(landsOf([parameters]), live);
  if (!stored || !territory || !city || !lands) return undefined;
  return presentFields(parameters, stored, territory, city, lands);
}

async function locate(
  { allCountries, territories, closestCity }: Finders,
  parameters: params.Locate,
  live: Snapshot,
  foundLands: Promise<FoundLands>,
  expectation?: Expectation,
): Promise<Located> {
  const { hasCity, hasCountries, hasTerritory } = needsOf(parameters);
  const territory = hasTerritory ? territories.find(parameters.point, live, expectation) : NOWHERE;
  const findCity = async () =>
    closestCity.find(parameters, (await territory).decidingIds, live, expectation);
  const [stored, found, city, lands] = await Promise.all([
    hasCountries ? allCountries.find(live) : NO_COUNTRIES,
    territory,
    hasCity ? findCity() : NO_CITY,
    foundLands,
  ]);
  return presentFields(parameters, stored, found, city, lands);
}

function presentFields(
  parameters: params.Locate,
  stored: CountriesById,
  territory: Territory,
  city: CachedCity,
  lands: FoundLands,
): Located {
  const { point, language, fields } = parameters;
  const countries = presentTerritory(territory, stored, parameters);
  const timeZone = timeZoneAt(point, territory.decidingIds, city);
  const land = lands.get(landAt(point), language);
  return pick(presentLocated(point, countries, city.city, land, timeZone), fields);
}

/**
 * Returns what locates the points of a batch: part by part, so that single lookups come in between, and
 * equal points once. A point that cannot be answered in time has an error in its place.
 */
function createLocateAll(finders: Finders) {
  return async (
    all: readonly params.Locate[],
    live: Snapshot,
    deadline: number,
    stop: AbortSignal,
  ) => {
    const distinct = new Map(all.map((each) => [keyOf(each), each]));
    const located = new Map<string, Located>();
    let failure = LATE;
    for (const part of chunk([...distinct], POINTS_PER_PART)) {
      const withinMs = Math.min(PART_WITHIN_MS, deadline - performance.now());
      if (stop.aborted || withinMs <= 0) break;
      const landIds = landsOf(part.map(([, each]) => each));
      const lands = finders.landFinder.find(landIds, live, 'batch');
      const locating = part.map(async ([key, each]) => {
        try {
          located.set(key, await within(withinMs, locate(finders, each, live, lands, 'batch')));
        } catch (error) {
          if (!mayBeLate(error)) throw error;
          failure = error;
        }
      });
      await Promise.all(locating);
      // Elasticsearch is away. The caller must not wait for the other parts.
      if (located.size === 0) break;
      await nextTurn();
    }
    if (located.size === 0 && all.length > 0) throw failure;
    return all.map((each) => located.get(keyOf(each)) ?? LATE);
  };
}

function keyOf({ point: { latitude, longitude } }: params.Locate): string {
  return `${latitude} ${longitude}`;
}

/** False if an index is gone: then everything is read again through the aliases. */
function mayBeLate(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.code === 'unavailable' && !(error instanceof NoSuchIndex)
  );
}
