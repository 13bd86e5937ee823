import { queryJoi } from '../http/joi.js';
import { landsAround, type LandsAround } from '../http/landsAround.js';
import { placeIds } from '../http/parameters.js';
import { type ParameterRules, parameterRules } from '../http/rules.js';

export interface FindByIds {
  /** In the order asked, none twice. */
  readonly ids: string[];
}

export const findByIds: ParameterRules<FindByIds> = parameterRules(
  queryJoi.object<{ place_ids: string[] }>({ place_ids: placeIds }),
  (query) => ({ ids: query.place_ids }),
);

export const findByLocation: ParameterRules<LandsAround> = landsAround;
