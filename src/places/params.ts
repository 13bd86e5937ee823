import { searchablePrefix } from '../../indices/fold.js';
import { idList, listedText, queryJoi } from '../parameters/joi.js';
import { aroundKeys, readAround, locationFaults } from '../parameters/location.js';
import { idRules, optional, type ParametersOf, parameterRules } from '../parameters/rules.js';
import { limitOf, token } from '../parameters/shared.js';

const placeIds = idList(listedText, {
  meaning: 'Places',
  rule: 'place ids',
  example: ['geonames-2988507'],
});

export type FindByIds = ParametersOf<typeof findByIds>;
export const findByIds = idRules('place_ids', placeIds, {}, (ids) => ({ ids }));

// Blanks around an element do not count.
const categories = idList(queryJoi.string().pattern(/^[^,\s][^,]{0,99}$/u), {
  meaning:
    'Only places of these categories, where case counts and a category of no place finds nothing',
  rule: 'categories of at most 100 characters',
  example: ['airport', 'train_station'],
});

export type FindByName = ParametersOf<typeof findByName>;
export const findByName = parameterRules(
  { token, limit: limitOf({ default: 10, max: 100 }) },
  (query) => ({ prefix: searchablePrefix(query.token), limit: query.limit }),
);

export type FindByLocation = ParametersOf<typeof findByLocation>;
export const findByLocation = parameterRules(
  { ...aroundKeys, categories: optional(categories) },
  ({ categories: wanted, ...around }) => ({ ...readAround(around), categories: wanted }),
  locationFaults,
);
