import { readNameLookup } from '../lookups/answering.js';
import { documented, idList, listedText, queryJoi } from '../parameters/joi.js';
import { nearFaults, nearKeys, readNear } from '../parameters/location.js';
import {
  type Faults,
  type GivenValues,
  idRules,
  optional,
  type ParametersOf,
  parameterRules,
} from '../parameters/rules.js';
import {
  countryIds,
  language,
  limitOf,
  nameKeys,
  offset,
  readShared,
  sharedKeys,
} from '../parameters/shared.js';

const cityIds = idList(listedText, {
  meaning: 'Cities',
  rule: 'city ids',
  example: ['FRA_Paris', 'ITA_Rome'],
});

export type FindByIds = ParametersOf<typeof findByIds>;
export const findByIds = idRules('city_ids', cityIds, sharedKeys, (ids, query) => ({
  ids,
  ...readShared(query),
}));

export type FindByCountries = ParametersOf<typeof findByCountries>;
export const findByCountries = parameterRules(
  {
    country_ids: countryIds,
    limit: limitOf({ default: 1_000, max: 10_000 }),
    offset,
    lang: language,
  },
  ({ country_ids, lang, ...page }) => ({ ...page, countryIds: country_ids, language: lang }),
);

/** All names of each candidate are compared. */
const MAX_FUZZY = 100;

/** Returns the fault of a limit that is too large for `match=fuzzy`. */
function fuzzyFaults({ match, limit }: GivenValues): Faults {
  if (match !== 'fuzzy' || !(Number(limit) > MAX_FUZZY)) return new Map();
  return new Map([['limit', `must be an integer from 1 to ${MAX_FUZZY} with \`match=fuzzy\``]]);
}

const regionId = documented(queryJoi.string().pattern(/^[^\s,]{1,100}$/u), {
  meaning: 'Only cities of this region',
  rule: 'the id of a region, as `/search` has it',
  example: 'USA_CA',
});

export type FindByName = ParametersOf<typeof findByName>;
export const findByName = parameterRules(
  {
    limit: limitOf({ default: 100, max: 1_000 }),
    ...nameKeys,
    country_ids: optional(countryIds),
    region_id: optional(regionId),
    ...nearKeys,
  },
  (query) => ({
    ...readNameLookup(query),
    countryIds: query.country_ids,
    regionId: query.region_id,
    near: readNear(query),
  }),
  (given) => new Map([...fuzzyFaults(given), ...nearFaults(given)]),
);
