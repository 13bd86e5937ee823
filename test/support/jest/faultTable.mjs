import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../reports');
/** test/faults/callers/report.ts writes it. */
const linesFile = join(folder, 'faults.ndjson');

const HEADINGS = [
  'fault',
  'reads, by status',
  'writes, by status',
  'wrong answers',
  'acknowledged writes lost',
  'seconds to right answers',
];

/** Removes the report of the last run. */
export function removeFaultReport() {
  rmSync(linesFile, { force: true });
}

/** Prints the report of the faults as a table, and writes it to reports/faults.md. */
export function printFaultTable() {
  if (!existsSync(linesFile)) return;
  const outcomes = readFileSync(linesFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .sort((one, other) => one.fault.localeCompare(other.fault));
  const rows = [HEADINGS, HEADINGS.map(() => '---'), ...outcomes.map(toRow)];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  writeFileSync(join(folder, 'faults.md'), `${table}\n`);
  console.log(`\nWhat callers saw (reports/faults.md):\n\n${table}\n`);
}

function toRow({ fault, reads, writes, wrong, lost, seconds }) {
  return [fault, byStatus(reads), byStatus(writes), wrong, lost, seconds.toFixed(1)];
}

function byStatus(counts) {
  const parts = Object.entries(counts).map(([status, count]) => `${count} × ${status}`);
  return parts.length === 0 ? '–' : parts.join(', ');
}
