import { readNameLookup } from '../lookups/names.js';
import { idList, listedText } from '../parameters/joi.js';
import { nearFaults, nearKeys, readNear } from '../parameters/location.js';
import { optional, type ParametersOf, parameterRules } from '../parameters/rules.js';
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
export const findByIds = parameterRules({ city_ids: cityIds, ...sharedKeys }, (query) => ({
  ids: query.city_ids,
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

export type FindByName = ParametersOf<typeof findByName>;
export const findByName = parameterRules(
  {
    limit: limitOf({ default: 100, max: 1_000 }),
    ...nameKeys,
    country_ids: optional(countryIds),
    ...nearKeys,
  },
  (query) => ({ ...readNameLookup(query), countryIds: query.country_ids, near: readNear(query) }),
  nearFaults,
);
