/** How much of a resource is loaded. */
export interface LoadProgress {
  /** From 0 to 1. */
  share: number;
  /** Absent while too little is done to tell. */
  secondsLeft?: number | undefined;
}

/** The lock of a resource, as the ingestion stores it. Its id is the name of the resource. */
export interface LockDocument {
  holder: string;
  /** Shown in the error message. */
  host: string;
  pid: number;
  /** Identifies the process. */
  process?: string | undefined;
  begun_at: string;
  /** The last heartbeat. */
  beat_at?: string;
  /** Absent before the load, and if the number of rows is not known. */
  progress?: LoadProgress | undefined;
}

/** A holder without a heartbeat for this time is taken for dead. */
export const LOCK_TIMEOUT_MS = 60_000;

/** Returns the index of the locks. */
export function lockIndex(indexPrefix: string): string {
  return `${indexPrefix}-ingestions`;
}
