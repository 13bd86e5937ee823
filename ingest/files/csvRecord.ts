/** A record of CSV that was told apart: its cells, and the position of the line after it. */
export type Parsed =
  | { values: string[]; next: number; fault?: undefined }
  /** Why there is none; undefined where it goes on in lines that are not there yet. */
  | { values?: undefined; fault: string | undefined };

/** Parses the record that begins at a line, as RFC 4180 has it. */
export function parseRecord(
  lines: readonly string[],
  at: number,
  delimiter: string,
  maximumLength: number,
): Parsed {
  let text = lines[at] ?? '';
  if (!text.includes('"')) return { values: text.split(delimiter), next: at + 1 };
  const values: string[] = [];
  let next = at + 1;
  let position = 0;
  let length = text.length;
  for (;;) {
    if (text[position] === '"') {
      let value = '';
      position += 1;
      for (;;) {
        const quote = text.indexOf('"', position);
        if (quote >= 0) {
          value += text.slice(position, quote);
          position = quote + 1;
          if (text[position] !== '"') break;
          value += '"';
          position += 1;
          continue;
        }
        value += `${text.slice(position)}\n`;
        const following = lines[next];
        if (following === undefined) return { fault: undefined };
        length += 1 + following.length;
        if (length > maximumLength) return { fault: 'a quotation mark is not closed' };
        text = following;
        next += 1;
        position = 0;
      }
      values.push(value);
      if (position >= text.length) return { values, next };
      if (text[position] !== delimiter) return { fault: 'text follows a closing quotation mark' };
    } else {
      const found = text.indexOf(delimiter, position);
      const value = text.slice(position, found < 0 ? text.length : found);
      if (value.includes('"')) return { fault: 'a quotation mark stands within a cell' };
      values.push(value);
      if (found < 0) return { values, next };
      position = found;
    }
    position += 1;
  }
}
