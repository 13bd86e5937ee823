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
  /** Reads that got 503 each time they were sent. */
  unanswered: number;
  /** Acknowledged writes that cannot be read. */
  lost: number;
  /** The longest time that a caller was without a right answer; if the fault leaves none, counted from its end. */
  seconds: number;
}

/**
 * Whether every read was answered, if need be when sent again, and few were late: a third is, where the service does not turn
 * to another node. That none is late cannot be asked of a machine that four servers and other tests share.
 */
export function areAnswered({ reads, unanswered }: FaultOutcome): boolean {
  return unanswered === 0 && areFewLate(reads);
}

/** Returns whether answers, by status, are right but for few that are 503. */
export function areFewLate(answers: Record<string, number>): boolean {
  const { '200': right = 0, '503': late = 0, ...others } = answers;
  return Object.keys(others).length === 0 && late < 0.2 * (right + late);
}

/** The table at the end of the run is made from it: see test/support/jest/faultTable.mjs. */
const file = join(import.meta.dirname, '../../../reports/faults.ndjson');

/** Adds a line to the report. Several processes write it, so each line is one write. */
export function reportFault(outcome: FaultOutcome): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(outcome)}\n`);
}
