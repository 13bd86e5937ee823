import type { IndexDefinition } from './definition.js';
import type { Counts, Source } from './provenance.js';

/** The end of one resource's part in a run, or of another command that changed what is live. */
export type RunOutcome = 'done' | 'held' | 'dry' | 'refused' | 'failed' | 'interrupted';

/** An entry of the history, as it is stored. */
export interface RunDocument {
  /** ISO 8601, as all times here. */
  begun: string;
  ended: string;
  resource: string;
  outcome: RunOutcome;
  /** As it was typed, without the program. */
  command: string;
  host: string;
  /** Of the service. */
  version: string;
  /** What was made, or went live. */
  index?: string;
  counts?: Counts;
  sources?: readonly Source[];
  /** Why it was refused, or failed. */
  reason?: string;
}

/** Not a generation: entries are added one by one, into an index named like an alias. */
export const runs: Pick<IndexDefinition, 'resource' | 'mappings'> = {
  resource: 'runs',
  mappings: {
    // Another version may note more.
    dynamic: false,
    properties: {
      begun: { type: 'date' },
      ended: { type: 'date' },
      resource: { type: 'keyword' },
      outcome: { type: 'keyword' },
    },
  },
};
