import { queryJoi } from '../parameters/joi.js';
import { landsAround, type LandsAround } from '../parameters/landsAround.js';
import { landIds } from '../parameters/shared.js';
import { type ParameterRules, parameterRules } from '../parameters/rules.js';

export interface FindByIds {
  /** H3 cells in lower case, in the order asked, none twice. */
  readonly ids: string[];
}

export const findByIds: ParameterRules<FindByIds> = parameterRules(
  queryJoi.object<{ land_ids: string[] }>({ land_ids: landIds }),
  (query) => ({ ids: query.land_ids }),
);

export const findByLocation: ParameterRules<LandsAround> = landsAround;
