import { queryJoi } from '../http/joi.js';
import { landsAround, type LandsAround } from '../http/landsAround.js';
import { landIds } from '../http/parameters.js';
import { type ParameterRules, parameterRules } from '../http/rules.js';

export interface FindByIds {
  /** H3 cells in lower case, in the order asked, none twice. */
  readonly ids: string[];
}

export const findByIds: ParameterRules<FindByIds> = parameterRules(
  queryJoi.object<{ land_ids: string[] }>({ land_ids: landIds }),
  (query) => ({ ids: query.land_ids }),
);

export const findByLocation: ParameterRules<LandsAround> = landsAround;
