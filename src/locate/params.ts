import { centreLand } from '../parameters/landsAround.js';
import {
  bodyLocationKeys,
  locationKeys,
  type LocationQuery,
  readPoint,
  withLocation,
} from '../parameters/location.js';
import { objectOf, type ParametersOf, parameterRules } from '../parameters/rules.js';
import { sharedKeys } from '../parameters/shared.js';

const readLocation = (location: LocationQuery) => ({
  point: readPoint(location),
  landId: centreLand(location),
});

/** A location in a JSON body. */
export type Location = ParametersOf<typeof location>;
export const location = parameterRules(withLocation(objectOf(bodyLocationKeys)), readLocation);

/** What is the same for all locations of a batch. */
export type Shared = ParametersOf<typeof shared>;
export const shared = parameterRules(objectOf(sharedKeys), (query) => ({
  primaryOnly: query.primary_only,
  language: query.lang,
}));

export type Locate = ParametersOf<typeof locate>;
export const locate = parameterRules(
  withLocation(objectOf({ ...locationKeys, ...sharedKeys })),
  (query) => ({
    ...readLocation(query),
    primaryOnly: query.primary_only,
    language: query.lang,
  }),
);
