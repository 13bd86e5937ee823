import { cpus, totalmem, type as osType } from 'node:os';
import { toTable } from './table.js';

/** One measured thing beside another one, medians of all rounds. */
export interface Row {
  name: string;
  unit: 'requests/s' | 'documents/s';
  /** Who was measured in turns with ours. */
  beside: string;
  ours: number;
  reference: number;
  /** Median of the rounds' own ratios, each of two measurements close in time. */
  ratio: number;
  oursP50Ms?: number;
  oursP99Ms?: number;
  referenceP50Ms?: number;
  referenceP99Ms?: number;
  /** Searches that reached Elasticsearch for each lookup, by its own count. */
  oursSearches?: number;
  referenceSearches?: number;
  /** The share of the time in which the generator had something to do: near 1, it is what was measured. */
  oursGeneratorBusy?: number;
  referenceGeneratorBusy?: number;
}

export interface Report {
  machine: { processor: string; cores: number; memoryGiB: number; system: string };
  node: string;
  elasticsearch: string;
  date: string;
  rounds: number;
  secondsPerMeasurement: number;
  rows: Row[];
}

export function describeMachine(): Report['machine'] {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: osType(),
  };
}

/** Returns the measured things as a Markdown table. */
export function toRowTable(rows: readonly Row[]): string {
  const header = [
    'ours',
    '',
    'beside',
    '',
    'ratio',
    'p50 ours / beside',
    'p99 ours / beside',
    'searches a lookup',
    'generator busy',
  ];
  const lines = rows.map((row, position) => [
    row.name === rows[position - 1]?.name ? '' : row.name,
    `${whole(row.ours)} ${row.unit}`,
    row.beside,
    `${whole(row.reference)} ${row.unit}`,
    row.ratio.toFixed(2),
    pair(row.oursP50Ms, row.referenceP50Ms, milliseconds),
    pair(row.oursP99Ms, row.referenceP99Ms, milliseconds),
    pair(row.oursSearches, row.referenceSearches, (searches) => searches.toFixed(3)),
    pair(row.oursGeneratorBusy, row.referenceGeneratorBusy, percent),
  ]);
  return toTable(header, lines);
}

/** Formats a number of things. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** Formats a duration. */
export const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

function pair(
  ours: number | undefined,
  reference: number | undefined,
  format: (value: number) => string,
): string {
  if (ours === undefined || reference === undefined) return '';
  return `${format(ours)} / ${format(reference)}`;
}
