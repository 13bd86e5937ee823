import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../reports');
const linesFile = join(folder, 'faults.ndjson');
const tableFile = join(folder, 'faults.md');

const HEADINGS = [
  'fault',
  'reads, by status',
  'writes, by status',
  'wrong answers',
  'acknowledged writes lost',
  'seconds to right answers',
];

/** Forgets what earlier runs of the suite of faults reported. */
export function beginFaultReport() {
  rmSync(linesFile, { force: true });
}

/**
 * Reports what callers saw of a fault. Tests run in several processes: each line is one write.
 * @param {Record<string, unknown>} outcome
 */
export function reportFault(outcome) {
  mkdirSync(folder, { recursive: true });
  appendFileSync(linesFile, `${JSON.stringify(outcome)}\n`);
}

/** Prints what was reported as a table, and writes it to reports/faults.md. */
export function endFaultReport() {
  if (!existsSync(linesFile)) return;
  const outcomes = readFileSync(linesFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .sort((one, other) => one.fault.localeCompare(other.fault));
  const rows = [HEADINGS, HEADINGS.map(() => '---'), ...outcomes.map(toRow)];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  writeFileSync(tableFile, `${table}\n`);
  console.log(`\nWhat callers saw (reports/faults.md):\n\n${table}\n`);
}

function toRow({ fault, reads, writes, wrong, lost, seconds }) {
  return [fault, byStatus(reads), byStatus(writes), wrong, lost, seconds.toFixed(1)];
}

function byStatus(counts) {
  const told = Object.entries(counts).map(([status, count]) => `${count} × ${status}`);
  return told.length === 0 ? '–' : told.join(', ');
}
