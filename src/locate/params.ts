import { bodyLocationKeys, readPoint, locationFaults } from '../parameters/location.js';
import { parameterRules } from '../parameters/rules.js';
import { sharedKeys } from '../parameters/shared.js';

export { pointLookup as locate, type PointLookup as Locate } from '../parameters/shared.js';

/** The parameters of a batch, which apply to all its locations. */
export const ofBatch = parameterRules(sharedKeys, (query) => ({
  primaryOnly: query.primary_only,
  language: query.lang,
}));

/** One location of a batch. */
export const location = parameterRules(
  bodyLocationKeys,
  (members) => ({ point: readPoint(members) }),
  locationFaults,
);
