import { cpus, totalmem, type as osType } from 'node:os';
import { toTable } from './table.js';

/** One measured thing, medians of all rounds. */
export interface Row {
  name: string;
  unit: 'requests/s' | 'documents/s';
  ours: number;
  reference: number;
  /** Median of the rounds' own ratios, each of two measurements close in time. */
  ratio: number;
  oursP50Ms?: number;
  oursP99Ms?: number;
  referenceP50Ms?: number;
  referenceP99Ms?: number;
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
  const header = ['', 'ours', 'reference', 'ratio', 'p50 ours / reference', 'p99 ours / reference'];
  const lines = rows.map((row) => [
    row.name,
    `${whole(row.ours)} ${row.unit}`,
    `${whole(row.reference)} ${row.unit}`,
    row.ratio.toFixed(2),
    pair(row.oursP50Ms, row.referenceP50Ms),
    pair(row.oursP99Ms, row.referenceP99Ms),
  ]);
  return toTable(header, lines);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function pair(ours: number | undefined, reference: number | undefined): string {
  if (ours === undefined || reference === undefined) return '';
  return `${ours.toFixed(1)} / ${reference.toFixed(1)} ms`;
}
