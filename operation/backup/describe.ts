import { oneLine } from '../../core/cli/printable.js';
import type { Counts } from './entry.js';
import type { Restored } from './restore/restoration.js';
import type { RestoreReport } from './restore/restore.js';

/** Tells what a backup file holds. */
export function describeCounts(counts: Counts): string {
  const { marker, token, city_ids, run, file } = counts;
  return `${marker} built markers, ${token} tokens, ${city_ids} city ids, ${run} entries of the history, ${file} files`;
}

/** Tells what a restoration did, or would do, in lines. */
export function describeReport(report: RestoreReport, begun: string, isDry: boolean): string[] {
  const { cityIds, tokens, history, markers } = report;
  const line = (name: string, { found, restored, same, left }: Restored): string =>
    `${name}: ${restored} of ${found} ${isDry ? 'would be restored' : 'restored'}, ${same} are live already, ${left} live otherwise and left so`;
  return [
    line('city ids', cityIds),
    line('tokens', tokens),
    ...(tokens.valid.length === 0
      ? []
      : [
          `  valid again${isDry ? ', then' : ''}: ${tokens.valid.map(oneLine).join(', ')}: revoke those that were revoked after ${begun}`,
        ]),
    line('history', history),
    line('markers', markers),
    ...(markers.cleared === 0
      ? []
      : [
          `  ${markers.cleared} of these are not built any more since the backup: --rebuild builds them again`,
        ]),
    ...(markers.restored > 0 && !isDry
      ? ['`npm run ingest` makes the rest, and brings what was restored up to date']
      : []),
  ];
}
