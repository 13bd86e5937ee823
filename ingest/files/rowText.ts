const MAX_LENGTH = 10_000;

/** Returns a row as its reject shows it: nobody wants to read a megabyte. */
export function shownRow(row: string): string {
  return row.length > MAX_LENGTH ? `${row.slice(0, MAX_LENGTH)}…` : row;
}
