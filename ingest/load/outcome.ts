import { oneLine } from '../../core/cli/printable.js';
import type { RejectedRow } from '../files/cells.js';
import type { SourceRow } from '../files/rowForms.js';

/** Where a document comes from, so that a failure can be traced to its row. */
export interface Origin {
  /** The path of the source file. */
  file: string;
  /** Line (or record) of the file, from 1. */
  line: number;
  /** The source's own id of the row. */
  id: string;
  /** Absent if it is built in. */
  row?: SourceRow | undefined;
}

/** A row that became a document, or the reason why it could not. */
export type Outcome<Document> =
  { origin: Origin; document: Document } | { origin: Origin; reason: string };

/** Returns the outcome of a rejected row. */
export function rejectionOf(
  { line, file, id, reason, row }: RejectedRow,
  sourceFile: string,
): Outcome<never> {
  const origin = { file: file ?? sourceFile, line, id: id || 'unknown', row };
  return { origin, reason };
}

/** A row that is not in the index, and why. */
export interface Reject extends Origin {
  reason: string;
}

/** Returns where a row comes from, in one line. */
export function describeOrigin({ file, line, id }: Origin): string {
  return oneLine(`${file}:${line} (id ${id})`);
}

export function describeReject(reject: Reject): string {
  return `${describeOrigin(reject)}: ${oneLine(reject.reason)}`;
}
