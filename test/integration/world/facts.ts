import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a table of `test/fixtures/world/`, whose README names its sources: a record a line, by the header's names. */
export function readFacts<Column extends string>(
  file: string,
  columns: readonly Column[],
): Record<Column, string>[] {
  const path = join(import.meta.dirname, '../../fixtures/world', file);
  const [header = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  if (header !== columns.join('\t')) throw new Error(`${file}: unexpected columns: ${header}`);
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(
      columns.map((column, position) => [column, cells[position] ?? '']),
    ) as Record<Column, string>;
  });
}
