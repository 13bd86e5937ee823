import { idList } from '../parameters/joi.js';
import { aroundKeys, land, readAround, locationFaults } from '../parameters/location.js';
import { idRules, type ParametersOf, parameterRules } from '../parameters/rules.js';
import { language } from '../parameters/shared.js';

export type FindByLocation = ParametersOf<typeof findByLocation>;
export const findByLocation = parameterRules(
  { ...aroundKeys, lang: language },
  ({ lang, ...around }) => ({ ...readAround(around), language: lang }),
  locationFaults,
);

const landIds = idList(land, {
  meaning: 'Lands',
  rule: 'H3 cells of resolution 8, in upper or lower case',
  example: ['881fb46625fffff', '881fb46627fffff'],
});

export type FindByIds = ParametersOf<typeof findByIds>;
/** `ids` are in lower case. */
export const findByIds = idRules('land_ids', landIds, { lang: language }, (ids, query) => ({
  ids,
  language: query.lang,
}));
