const MAX_CELL_LENGTH = 60;
const MAX_NAMES = 60;
const MAX_NAME_LENGTH = 100;

/** Returns a text as a message shows it: cut if it is longer. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Returns a cell as a message shows it, whatever it is. */
export function shown(cell: unknown): string {
  return cut(jsonOf(cell), MAX_CELL_LENGTH);
}

/** Lists names that a file holds, not all of them if there are very many. */
export function listed(names: readonly string[]): string {
  const first = names.slice(0, MAX_NAMES).map((name) => cut(name, MAX_NAME_LENGTH));
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${first.join(', ')}${more}`;
}

/** Never throws, also for values that are nested deeper than JSON is written. */
export function jsonOf(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  try {
    const json = JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'bigint' ? String(inner) : inner,
    ) as string | undefined;
    return json ?? String(value);
  } catch {
    return 'value that is nested too deep';
  }
}
