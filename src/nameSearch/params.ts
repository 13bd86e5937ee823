import { documented, idList, queryJoi } from '../parameters/joi.js';
import { nearFaults, nearKeys, readNear } from '../parameters/location.js';
import { optional, type ParametersOf, parameterRules } from '../parameters/rules.js';
import { countryIds, sharedKeys, token } from '../parameters/shared.js';

const TYPES = ['country', 'city'] as const;
export type FoundType = (typeof TYPES)[number];

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 10;

const limit = documented(queryJoi.number().integer().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT), {
  meaning: 'The most results to return',
  rule: `an integer from 1 to ${MAX_LIMIT}`,
  example: DEFAULT_LIMIT,
});

const types = idList(queryJoi.string().valid(...TYPES), {
  meaning: 'What is searched; countries and cities when absent',
  rule: '`country` or `city`',
  example: TYPES,
});

export type SearchNames = ParametersOf<typeof searchNames>;
export const searchNames = parameterRules(
  {
    token,
    limit,
    types: optional(types),
    country_ids: optional(countryIds),
    ...nearKeys,
    ...sharedKeys,
  },
  (query) => ({
    token: query.token,
    limit: query.limit,
    types: (query.types ?? TYPES) as readonly FoundType[],
    countryIds: query.country_ids,
    near: readNear(query),
    primaryOnly: query.primary_only,
    language: query.lang,
  }),
  nearFaults,
);
