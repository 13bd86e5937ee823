import type { RunDocument } from '../../indices/runs.js';
import { describeSeconds } from '../../core/cli/pace.js';

/** Of a reason; `--json` has all of it. */
const MOST_LINES = 6;
const MOST_CHARACTERS = 300;

/** Tells an entry of the history in lines. */
export function describeRun(entry: RunDocument): string[] {
  const { begun, ended, resource, outcome, counts, reason, command, host, index } = entry;
  const seconds = (Date.parse(ended) - Date.parse(begun)) / 1_000;
  const documents = counts
    ? `, ${counts.indexed} documents of ${counts.rows} rows, ${counts.rejected} rejected`
    : '';
  return [
    `${begun} ${resource}: ${outcome} after ${describeSeconds(seconds)}${documents}`,
    `  by \`${command}\` on ${host}, version ${entry.version}${index === undefined ? '' : `: ${index}`}`,
    ...describeReason(reason).map((line) => `  ${line}`),
  ];
}

function describeReason(reason = ''): string[] {
  const lines = reason.split('\n').filter((line) => line !== '');
  const more = lines.length - MOST_LINES;
  return [
    ...lines.slice(0, MOST_LINES).map(shortened),
    ...(more > 0 ? [`and ${more} more lines: --json`] : []),
  ];
}

function shortened(line: string): string {
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}
