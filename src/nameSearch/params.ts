import { idList, queryJoi } from '../parameters/joi.js';
import { nearFaults, nearKeys, readNear } from '../parameters/location.js';
import { optional, type ParametersOf, parameterRules } from '../parameters/rules.js';
import { countryIds, limitOf, readShared, sharedKeys, token } from '../parameters/shared.js';

export const TYPES = ['country', 'city', 'region'] as const;
export type FoundType = (typeof TYPES)[number];

const types = idList(queryJoi.string().valid(...TYPES), {
  meaning: 'What is searched; all of them when absent',
  rule: '`country`, `city` or `region`',
  example: ['country', 'city'],
});

export type SearchNames = ParametersOf<typeof searchNames>;
export const searchNames = parameterRules(
  {
    token,
    limit: limitOf({ default: 10, max: 100 }),
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
    ...readShared(query),
  }),
  nearFaults,
);
