import { readNameLookup } from '../lookups/answering.js';
import { documented, queryJoi } from '../parameters/joi.js';
import { idRules, optional, type ParametersOf, parameterRules } from '../parameters/rules.js';
import {
  countryIds,
  language,
  nameKeys,
  offset,
  readShared,
  sharedKeys,
} from '../parameters/shared.js';

/** Absent: all. */
const limit = documented(
  optional(queryJoi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER)),
  {
    meaning: 'The most results to return; all when absent',
    rule: `an integer from 1 to ${Number.MAX_SAFE_INTEGER}`,
    example: 10,
  },
);

export type FindAll = ParametersOf<typeof findAll>;
export const findAll = parameterRules({ limit, offset, ...sharedKeys }, (query) => ({
  limit: query.limit,
  offset: query.offset,
  ...readShared(query),
}));

export type FindByIds = ParametersOf<typeof findByIds>;
export const findByIds = idRules('country_ids', countryIds, { lang: language }, (ids, query) => ({
  ids,
  language: query.lang,
}));

export type FindByName = ParametersOf<typeof findByName>;
export const findByName = parameterRules({ limit, ...nameKeys }, readNameLookup);
