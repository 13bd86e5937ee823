import { queryJoi } from '../parameters/joi.js';
import { landsAround, type LandsAround } from '../parameters/landsAround.js';
import { placeIds } from '../parameters/shared.js';
import { type ParameterRules, parameterRules } from '../parameters/rules.js';

export interface FindByIds {
  /** In the order asked, none twice. */
  readonly ids: string[];
}

export const findByIds: ParameterRules<FindByIds> = parameterRules(
  queryJoi.object<{ place_ids: string[] }>({ place_ids: placeIds }),
  (query) => ({ ids: query.place_ids }),
);

export const findByLocation: ParameterRules<LandsAround> = landsAround;
