import { idList } from '../parameters/idList.js';
import { aroundKeys, readAround } from '../parameters/landsAround.js';
import { land, withLocation } from '../parameters/location.js';
import { objectOf, type ParametersOf, parameterRules } from '../parameters/rules.js';

export const findByLocation = parameterRules(withLocation(objectOf(aroundKeys)), readAround);

const landIds = idList(land, {
  meaning: 'Lands',
  rule: 'H3 cells of resolution 8, in upper or lower case',
  example: ['881fb46625fffff', '881fb46627fffff'],
});

export type FindByIds = ParametersOf<typeof findByIds>;
export const findByIds = parameterRules(objectOf({ land_ids: landIds }), (query) => ({
  /** In lower case. */
  ids: query.land_ids,
}));
