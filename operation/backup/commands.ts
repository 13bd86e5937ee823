import { oneLine, printable } from '../../core/cli/printable.js';
import { createProgress, type Progress } from '../../core/cli/progress.js';
import { readEnvironment } from '../../core/elasticsearch/environment.js';
import { patienceOf, patientClient } from '../../core/elasticsearch/retry.js';
import { readVariables } from '../../core/elasticsearch/settings.js';
import { withClient } from '../../core/elasticsearch/withClient.js';
import { VERSION } from '../../core/version.js';
import type { Context } from '../../ingest/generations/resource.js';
import { ingestVariables } from '../../ingest/runs/options.js';
import { type Counts, type Entry, FORMAT, type Manifest } from './entry.js';
import { checkBackup, entriesIn, writeBackup } from './file.js';
import type { Restored } from './restore/restoration.js';
import { restore, restoreFiles, type RestoreReport } from './restore/restore.js';
import { findStored, sourcesFiles, storedEntries, type StoredIndices, uuidOf } from './stored.js';

export interface SaveOptions {
  file: string;
  json?: boolean;
}

export interface RestoreCommandOptions {
  file: string;
  dryRun?: boolean;
  rebuild?: boolean;
  filesTo?: string;
  json?: boolean;
}

/** @throws one sentence for the user; on abort, the signal's reason */
export async function save(
  { file, json = false }: SaveOptions,
  signal: AbortSignal,
): Promise<void> {
  const { SOURCES_FILE: sources } = readVariables(readEnvironment(), ingestVariables);
  await connected(signal, async (context) => {
    const begun = new Date();
    const indices = await findStored(context);
    const manifest = await manifestOf(context, indices, begun);
    const start = performance.now();
    const counts = await writeBackup(file, manifest, entriesOf(context, sources, indices), signal);
    if (json) printJson({ file, ...manifest, counts });
    else print(`${file}: ${describeCounts(counts)}, in ${secondsSince(start)}`);
  });
}

/** @throws one sentence for the user; on abort, the signal's reason */
export async function restoreFrom(
  { file, dryRun = false, rebuild = false, filesTo, json = false }: RestoreCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  // Before any request to Elasticsearch, and long before any write.
  const { manifest } = await checkBackup(file);
  const backup = { manifest, entries: () => entriesIn(file) };
  await connected(signal, async (context, progress) => {
    if (filesTo !== undefined && !dryRun) await restoreFiles(backup, filesTo, progress);
    const start = performance.now();
    const report = await restore(backup, { context, progress, signal, isDry: dryRun, rebuild });
    if (json) printJson({ ...manifest, dryRun, ...report });
    else {
      for (const line of describeReport(report, manifest.begun, dryRun)) print(line);
      print(`the backup of ${manifest.begun}, in ${secondsSince(start)}`);
    }
  });
}

async function connected(
  signal: AbortSignal,
  work: (context: Context, progress: Progress) => Promise<void>,
): Promise<void> {
  const progress = createProgress(process.stderr);
  await withClient(async ({ client, indexPrefix }) => {
    const patient = patientClient(client, patienceOf({ progress, signal }));
    await work({ client: patient, indexPrefix }, progress);
  });
}

async function manifestOf(
  { client, indexPrefix }: Context,
  { markers }: StoredIndices,
  begun: Date,
): Promise<Manifest> {
  const uuid = markers === undefined ? undefined : await uuidOf(client, markers);
  return {
    format: FORMAT,
    begun: begun.toISOString(),
    version: VERSION,
    indexPrefix,
    markersUuid: uuid ?? null,
  };
}

async function* entriesOf(
  { client }: Context,
  sources: string | undefined,
  indices: StoredIndices,
): AsyncGenerator<Entry> {
  yield* sourcesFiles(sources);
  yield* storedEntries(client, indices);
}

function describeCounts({ marker, token, city_ids, run, file }: Counts): string {
  return `${marker} built markers, ${token} tokens, ${city_ids} city ids, ${run} entries of the history, ${file} files`;
}

function describeReport(report: RestoreReport, begun: string, isDry: boolean): string[] {
  const { cityIds, tokens, history, markers } = report;
  const line = (name: string, { found, restored, same, left }: Restored): string =>
    `${name}: ${restored} of ${found} ${isDry ? 'would be restored' : 'restored'}, ${same} unchanged, ${left} newer and left as they are`;
  const lines = [line('city ids', cityIds), line('tokens', tokens)];
  if (tokens.valid.length > 0)
    lines.push(
      `  valid again${isDry ? ' after a restore' : ''}: ${tokens.valid.map(oneLine).join(', ')}. Revoke the tokens that were revoked after ${begun}.`,
    );
  lines.push(line('history', history), line('markers', markers));
  if (markers.cleared > 0)
    lines.push(
      `  ${markers.cleared} of these were cleared after the backup. To build them again, pass --rebuild.`,
    );
  if (markers.restored > 0 && !isDry)
    lines.push('Run `npm run ingest` to add the other data and to update what was restored.');
  return lines;
}

function print(text: string): void {
  console.log(printable(text));
}

function printJson(value: unknown): void {
  print(JSON.stringify(value, undefined, 2));
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1_000).toFixed(1)} s`;
}
