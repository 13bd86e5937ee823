import { cpus, totalmem, type } from 'node:os';

/** Medians of what was measured. */
export interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Searches in Elasticsearch per lookup, by its own count. */
  searches: number;
  /** Share of the time in which the load generator was busy. */
  generatorBusy: number;
}

/** One measured thing beside another one. */
export interface Row {
  name: string;
  beside: string;
  unit: 'requests/s' | 'documents/s';
  /** The median of the ratios of the rounds, each of two measurements close in time. */
  ratio: number;
  ours: Pick<Figures, 'perSecond'> & Partial<Figures>;
  reference: Pick<Figures, 'perSecond'> & Partial<Figures>;
}

export function describeMachine(): object {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: type(),
  };
}

/** Returns a Markdown table that also reads well on a terminal. */
export function toTable(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const table = [header, ...lines];
  const widths = header.map((_, column) =>
    Math.max(...table.map((cells) => (cells[column] ?? '').length)),
  );
  const format = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [header, widths.map((width) => '-'.repeat(width)), ...lines].map(format).join('\n');
}

export function toComparisonTable(rows: readonly Row[]): string {
  const sides = ['p50', 'p99', 'searches a lookup', 'generator busy'];
  const header = [
    'ours',
    '',
    'beside',
    '',
    'ratio',
    ...sides.map((name) => `${name}, ours / beside`),
  ];
  const lines = rows.map(({ name, beside, unit, ratio, ours, reference }, position) => {
    const pair = (key: keyof Figures, format: (value: number) => string): string => {
      const [one, another] = [ours[key], reference[key]];
      return one === undefined || another === undefined
        ? ''
        : `${format(one)} / ${format(another)}`;
    };
    return [
      name === rows[position - 1]?.name ? '' : name,
      `${whole(ours.perSecond)} ${unit}`,
      beside,
      `${whole(reference.perSecond)} ${unit}`,
      ratio.toFixed(2),
      pair('p50Ms', milliseconds),
      pair('p99Ms', milliseconds),
      pair('searches', (value) => value.toFixed(3)),
      pair('generatorBusy', (value) => `${(value * 100).toFixed(0)} %`),
    ];
  });
  return toTable(header, lines);
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
