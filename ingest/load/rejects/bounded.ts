import { shownRow } from '../../files/shown.js';
import type { Reject } from '../outcome.js';

const MOST_ID_CHARACTERS = 200;
const MOST_REASON_CHARACTERS = 1_000;

/** Returns a reject as it is kept and told: a cell of a row that is refused may be of any length. */
export function bounded({ row, ...reject }: Reject): Reject {
  return {
    ...reject,
    id: cut(reject.id, MOST_ID_CHARACTERS),
    reason: cut(reject.reason, MOST_REASON_CHARACTERS),
    ...(row !== undefined && { row: shownRow(row) }),
  };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
