import { bodyLocationKeys, readPoint, withLocation } from '../parameters/location.js';
import { objectOf, parameterRules } from '../parameters/rules.js';
import { sharedKeys } from '../parameters/shared.js';

export { pointLookup as locate, type PointLookup as Locate } from '../parameters/shared.js';

/** The parameters of a batch, which apply to all its locations. */
export const ofBatch = parameterRules(objectOf(sharedKeys), (query) => ({
  primaryOnly: query.primary_only,
  language: query.lang,
}));

/** One location of a batch. */
export const location = parameterRules(withLocation(objectOf(bodyLocationKeys)), (members) => ({
  point: readPoint(members),
}));
