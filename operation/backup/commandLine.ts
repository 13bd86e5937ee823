import { oneLine, say, sayJson } from '../../core/cli/printable.js';
import { createProgram, interruptible, mainOf } from '../../core/cli/program.js';
import { createProgress, type Progress } from '../../core/cli/progress.js';
import { retryingClient } from '../../core/elasticsearch/retry.js';
import { type Connection, withClient } from '../../core/elasticsearch/withClient.js';
import type { Context } from '../../ingest/generations/resource.js';
import { indicesOfRole } from '../access/logins.js';
import type { Counts } from './entry.js';
import { openBackup, writeBackup } from './file.js';
import type { Restored } from './restoration.js';
import { restore, type RestoreReport } from './restore.js';
import { readManifestOf, storedEntries } from './stored.js';

interface SaveOptions {
  file: string;
  json?: boolean;
}

interface RestoreOptions extends SaveOptions {
  dryRun?: boolean;
  rebuild?: boolean;
}

/** Runs `npm run backup`. */
export const main = mainOf(() => {
  const program = createProgram(
    'npm run backup --',
    'Saves and restores the data that cannot be made again: built markers, tokens (as hashes) and city ids.',
  ).addHelpText(
    'after',
    `
Examples:
  npm run backup -- save --file backup.ndjson.gz
  npm run backup -- restore --file backup.ndjson.gz --dry-run

docs/backup.md is the runbook.
Exit status: 0 done, 1 failed, 2 wrong usage, 3 refused (not a complete backup), 130 or 143 interrupted.`,
  );

  program
    .command('save')
    .description('save to a file')
    .requiredOption('--file <file>', 'the file to write: lines of JSON, gzipped if it ends in .gz')
    .option('--json', 'print JSON')
    .action(save);

  program
    .command('restore')
    .description('restore what is missing; live data is newer, and stays')
    .requiredOption('--file <file>', 'a file that `save` wrote')
    .option('--dry-run', 'show what would be restored, and change nothing')
    .option('--rebuild', 'also rebuild markers that were cleared after the backup')
    .option('--json', 'print JSON')
    .action(restoreFrom);

  return program;
});

async function save({ file, json = false }: SaveOptions): Promise<void> {
  await connected(async (context, signal) => {
    const start = performance.now();
    const manifest = await readManifestOf(context);
    const counts = await writeBackup(file, manifest, storedEntries(context), signal);
    if (json) sayJson({ file, ...manifest, counts });
    else say(`${file}: ${describeCounts(counts)}, in ${secondsSince(start)}`);
  });
}

async function restoreFrom(options: RestoreOptions): Promise<void> {
  const { file, dryRun: isDry = false, rebuild = false, json = false } = options;
  // Before any request to Elasticsearch, and long before any write.
  const backup = await openBackup(file);
  const { manifest } = backup;
  await connected(async (context, signal, progress) => {
    const start = performance.now();
    const report = await restore({ backup, context, progress, signal, isDry, rebuild });
    if (json) sayJson({ ...manifest, dryRun: isDry, ...report });
    else {
      for (const line of describeReport(report, manifest.begun, isDry)) say(line);
      say(`the backup of ${manifest.begun}, in ${secondsSince(start)}`);
    }
  });
}

async function connected(
  work: (context: Context, signal: AbortSignal, progress: Progress) => Promise<void>,
): Promise<void> {
  const signal = interruptible();
  const progress = createProgress();
  const waiting = { progress, signal };
  const run = async (connection: Connection): Promise<void> => {
    const context = { ...connection, client: retryingClient(connection.client, waiting) };
    await work(context, signal, progress);
  };
  await withClient(indicesOfRole('backup'), run, waiting);
}

function describeCounts({ marker, token, city_ids }: Counts): string {
  return `${marker} built markers, ${token} tokens, ${city_ids} city ids`;
}

function describeReport(report: RestoreReport, begun: string, isDry: boolean): string[] {
  const { cityIds, tokens, markers } = report;
  const line = (name: string, { found, restored, same, left }: Restored): string =>
    `${name}: ${restored} of ${found} ${isDry ? 'would be restored' : 'restored'}, ${same} unchanged, ${left} newer and left as they are`;
  const lines = [line('city ids', cityIds), line('tokens', tokens)];
  if (tokens.valid.length > 0)
    lines.push(
      `  valid again${isDry ? ' after a restore' : ''}: ${tokens.valid.map(oneLine).join(', ')}. Revoke the tokens that were revoked after ${begun}.`,
    );
  lines.push(line('markers', markers));
  if (markers.cleared > 0)
    lines.push(
      `  ${markers.cleared} of these were cleared after the backup. To build them again, pass --rebuild.`,
    );
  return lines;
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1_000).toFixed(1)} s`;
}
