import type { ValuesOf } from '../../core/elasticsearch/environment.js';
import { idList, queryJoi } from '../parameters/joi.js';
import {
  bodyLocationKeys,
  locationFaults,
  locationKeys,
  readPoint,
} from '../parameters/location.js';
import { optional, type ParametersOf, parameterRules } from '../parameters/rules.js';
import { readShared, sharedKeys } from '../parameters/shared.js';

/** The members of an answer, in its order. */
const FIELDS = ['countries', 'city', 'city_distance_km', 'land', 'time_zone'] as const;

const fields = idList(queryJoi.string().valid(...FIELDS), {
  meaning: 'The members of an answer; all of them when absent. What is not named is not looked up',
  rule: FIELDS.map((name) => `\`${name}\``).join(', '),
  example: ['countries', 'time_zone'],
});

const batchKeys = { ...sharedKeys, fields: optional(fields) };

/** Returns the typed parameters that `batchKeys` check. The same fields in any order have the same answer. */
const readBatch = ({ fields: named, ...query }: ValuesOf<typeof batchKeys>) => ({
  ...readShared(query),
  fields: FIELDS.filter((name) => named?.includes(name) ?? true),
});

/** The location and the query string of a single lookup. */
export type Locate = ParametersOf<typeof locate>;
export const locate = parameterRules(
  { ...locationKeys, ...batchKeys },
  (query) => ({ point: readPoint(query), ...readBatch(query) }),
  locationFaults,
);

/** The query string of a batch. */
export const locateAll = parameterRules(batchKeys, readBatch);

/** A location of a batch. */
export const element = parameterRules(
  bodyLocationKeys,
  (members) => ({ point: readPoint(members) }),
  locationFaults,
);
