import { idList, listedText } from '../parameters/idList.js';
import { objectOf, type ParametersOf, parameterRules } from '../parameters/rules.js';

export { landsAround as findByLocation } from '../parameters/landsAround.js';

const placeIds = idList(listedText, {
  meaning: 'Places',
  rule: 'place ids',
  example: ['geonames-2988507'],
});

export type FindByIds = ParametersOf<typeof findByIds>;
export const findByIds = parameterRules(objectOf({ place_ids: placeIds }), (query) => ({
  ids: query.place_ids,
}));
