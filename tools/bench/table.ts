/** Returns a Markdown table that also reads well on a terminal. */
export function toTable(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const table = [header, ...lines];
  const widths = header.map((_, column) =>
    Math.max(...table.map((cells) => (cells[column] ?? '').length)),
  );
  const format = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [format(header), rule, ...lines.map(format)].join('\n');
}
