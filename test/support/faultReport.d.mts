/** What callers saw of a fault. */
export interface FaultOutcome {
  fault: string;
  /** Answers by their status; `no answer`: the connection failed. */
  reads: Record<string, number>;
  writes: Record<string, number>;
  /** Answers with 200 that were not right. */
  wrong: number;
  /** Writes that were acknowledged and cannot be read. */
  lost: number;
  /** The longest that a caller was without a right answer; of a fault that leaves none, from its end on. */
  seconds: number;
}

export function beginFaultReport(): void;
export function reportFault(outcome: FaultOutcome): void;
export function endFaultReport(): void;
