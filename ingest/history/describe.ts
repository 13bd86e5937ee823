import type { RunDocument } from '../../indices/runs.js';
import { describeSeconds } from '../pace.js';

const MOST_CHARACTERS = 200;

/** Tells an entry of the history in lines. */
export function describeRun(entry: RunDocument): string[] {
  const { begun, ended, resource, outcome, counts, reason, command, host, index } = entry;
  const seconds = (Date.parse(ended) - Date.parse(begun)) / 1_000;
  const documents = counts
    ? `, ${counts.indexed} documents of ${counts.rows} rows, ${counts.rejected} rejected`
    : '';
  const [first = ''] = (reason ?? '').split('\n');
  return [
    `${begun} ${resource}: ${outcome} after ${describeSeconds(seconds)}${documents}`,
    `  by \`${command}\` on ${host}, version ${entry.version}${index === undefined ? '' : `: ${index}`}`,
    ...(first === '' ? [] : [`  ${first.slice(0, MOST_CHARACTERS)}`]),
  ];
}
