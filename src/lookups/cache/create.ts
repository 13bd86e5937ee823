import { join } from 'node:path';
import { codeStamp } from '../../../core/elasticsearch/codeStamp.js';
import type { Live } from '../../search/live.js';
import type { Budget } from './budget.js';
import { KeptAnswers } from './keptAnswers.js';

/** All code that decides what answers look like. */
const CODE = ['../..', '../../../indices', '../../../core'].map((folder) =>
  join(import.meta.dirname, folder),
);

/** Makes what keeps the answers of this very code. */
export function createKeptAnswers(
  live: Live,
  budget: Budget | undefined,
  maxAgeSeconds: number,
): KeptAnswers {
  return new KeptAnswers({ live, budget, maxAgeSeconds, code: codeStamp(CODE) });
}
