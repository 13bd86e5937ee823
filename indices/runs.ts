import Joi from 'joi';
import type { WrittenLive } from './definition.js';
import { type Counts, countsSchema, type Source, sourceSchema } from './provenance.js';

/** The outcomes of a run for one resource, or of another command that changed what is live. */
const RUN_OUTCOMES = [
  'done',
  'held',
  'dry',
  'skipped',
  'refused',
  'failed',
  'interrupted',
  'running',
  'killed',
] as const;

const UNITS = ['share', 'factor', 'km', 'km²', 'days', 'count'] as const;

/** A value that a check has measured, whether its limit was met or not. */
export interface CheckValue {
  /** The name of the check. */
  check: string;
  /** The part that was measured, such as a field, if the check measures several. In camel case. */
  of?: string | undefined;
  value: number;
  /** The data is refused if the value is above. */
  limit: number;
  /** `share`: from 0 to 1. `factor`: how many times as much, or as little. */
  unit: (typeof UNITS)[number];
}

/** An entry of the history as it is stored. */
export interface RunDocument {
  /** ISO 8601, as all times here. */
  begun: string;
  /** Absent while it is running, and if it was killed. */
  ended?: string;
  resource: string;
  outcome: (typeof RUN_OUTCOMES)[number];
  /** Set for commands that ingest nothing, such as `pin`. */
  kind?: 'command';
  /** The command line without the program. */
  command: string;
  host: string;
  /** Identifies the process. */
  process?: string;
  /** The version of the service. */
  version: string;
  /** The index that was made or promoted. */
  index?: string;
  counts?: Counts;
  sources?: readonly Source[];
  /** Why it was refused or failed. */
  reason?: string;
  /** The values of the checks. The nearest to its limit comes first. */
  values?: readonly CheckValue[];
}

export const runs: WrittenLive = {
  resource: 'runs',
  mappings: {
    // Another version may write more fields.
    dynamic: false,
    properties: {
      begun: { type: 'date' },
      ended: { type: 'date' },
      resource: { type: 'keyword' },
      outcome: { type: 'keyword' },
      kind: { type: 'keyword' },
    },
  },
};

const schema = Joi.object<RunDocument>({
  begun: Joi.string().isoDate().required(),
  ended: Joi.string().isoDate(),
  resource: Joi.string().required(),
  outcome: Joi.valid(...RUN_OUTCOMES).required(),
  kind: Joi.valid('command'),
  command: Joi.string().allow('').required(),
  host: Joi.string().allow('').required(),
  process: Joi.string(),
  version: Joi.string().required(),
  index: Joi.string(),
  counts: countsSchema,
  sources: Joi.array().items(sourceSchema),
  reason: Joi.string().allow(''),
  values: Joi.array().items({
    check: Joi.string().required(),
    of: Joi.string(),
    value: Joi.number().required(),
    limit: Joi.number().required(),
    unit: Joi.valid(...UNITS).required(),
  }),
});

/** Reads an entry of the history; undefined if it is malformed. */
export function readRun(stored: unknown): RunDocument | undefined {
  // A later version may write more fields.
  const result = schema.validate(stored, { convert: false, stripUnknown: true });
  return result.error === undefined ? result.value : undefined;
}
