import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What callers saw of a fault. */
export interface FaultOutcome {
  fault: string;
  /** Answers by status; `no answer`: the connection failed. */
  reads: Record<string, number>;
  writes: Record<string, number>;
  /** Answers with 200 that were not right. */
  wrong: number;
  /** Acknowledged writes that cannot be read. */
  lost: number;
  /** The longest time that a caller was without a right answer; if the fault leaves none, counted from its end. */
  seconds: number;
}

/** The table at the end of the run is made from it: see test/support/jest/faultTable.mjs. */
const file = join(import.meta.dirname, '../../../reports/faults.ndjson');

/** Adds a line to the report. Several processes write it, so each line is one write. */
export function reportFault(outcome: FaultOutcome): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(outcome)}\n`);
}
