import { readEnvironment } from '../../core/elasticsearch/environment.js';
import { readVariables } from '../../core/elasticsearch/settings.js';
import { withClient } from '../../core/elasticsearch/withClient.js';
import { UsageError } from '../../core/cli/failure.js';
import { patientClient } from '../../core/elasticsearch/patientClient.js';
import { printable } from '../../core/cli/printable.js';
import { createProgress, type Progress } from '../../core/cli/progress.js';
import { serviceVersion } from '../../ingest/generations/provenance.js';
import type { Context } from '../../ingest/generations/resource.js';
import { patienceOf } from '../../core/elasticsearch/retry.js';
import { ingestVariables } from '../../ingest/runs/settings.js';
import { declaredFiles } from './declared.js';
import { describeCounts, describeReport } from './describe.js';
import type { Entry } from './entry.js';
import { checkBackup, entriesIn, writeBackup } from './file.js';
import { FORMAT, type Manifest } from './manifest.js';
import { ensureRepository } from './repository.js';
import { restoreFiles } from './restore/files.js';
import { type Backup, restore } from './restore/restore.js';
import { listSnapshots, saveSnapshot, withSnapshot } from './snapshot.js';
import { findStored, type StoredIndices, storedEntries, uuidOf } from './stored.js';

const say = (text: string): void => {
  console.log(printable(text));
};

const sayJson = (value: unknown): void => {
  say(JSON.stringify(value, undefined, 2));
};

/** Where a backup is: a file, or a snapshot in a repository. */
export interface Place {
  file?: string;
  repository?: string;
  snapshot?: string;
}

export interface SaveOptions extends Place {
  location?: string;
  json?: boolean;
}

export interface RestoreCommandOptions extends Place {
  dryRun?: boolean;
  rebuild?: boolean;
  filesTo?: string;
  json?: boolean;
}

/** @throws with one sentence; when aborted, the signal's reason */
export async function save(options: SaveOptions, signal: AbortSignal): Promise<void> {
  const { file, repository, location, json = false } = options;
  assertOnePlace(options);
  const { SOURCES_FILE: sources } = readVariables(readEnvironment(), ingestVariables);
  await connected(signal, async (context) => {
    const begun = new Date();
    const indices = await findStored(context);
    const manifest = await manifestOf(context, indices, begun);
    const began = performance.now();
    if (file !== undefined) {
      const entries = allEntries(context, sources, indices);
      const counts = await writeBackup(file, manifest, entries, signal);
      if (json) sayJson({ file, ...manifest, counts });
      else say(`${file}: ${describeCounts(counts)}, in ${secondsSince(began)}`);
      return;
    }
    const { client, indexPrefix } = context;
    await ensureRepository(client, repository ?? '', location);
    const { snapshot = `${indexPrefix}-${stampOf(manifest.begun)}` } = options;
    const files = await filesOf(sources);
    const place = { repository: repository ?? '', snapshot };
    const taken = await saveSnapshot(context, place, { manifest, indices, files });
    if (json) sayJson({ repository, ...manifest, ...taken });
    else
      say(
        `${repository ?? ''}: the snapshot ${snapshot} is whole: ${taken.indices} indices, in ${secondsSince(began)}`,
      );
  });
}

/** @throws with one sentence; when aborted, the signal's reason */
export async function restoreFrom(
  options: RestoreCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const { file, repository = '', snapshot, dryRun = false, rebuild = false, filesTo } = options;
  assertOnePlace(options);
  // Before anything is asked of Elasticsearch, and long before anything is written.
  const checked = file === undefined ? undefined : await checkBackup(file);
  await connected(signal, async (context, progress) => {
    const work = async (backup: Backup): Promise<void> => {
      if (filesTo !== undefined && !dryRun) await restoreFiles(backup, filesTo, progress);
      const began = performance.now();
      const given = { context, progress, signal, isDry: dryRun, rebuild };
      const report = await restore(backup, given);
      const { begun } = backup.manifest;
      if (options.json === true) sayJson({ ...backup.manifest, dryRun, ...report });
      else {
        for (const line of describeReport(report, begun, dryRun)) say(line);
        say(`the backup of ${begun}, in ${secondsSince(began)}`);
      }
    };
    if (checked !== undefined && file !== undefined)
      await work({ manifest: checked.manifest, entries: () => entriesIn(file) });
    else await withSnapshot(context, { repository, snapshot, progress, signal }, work);
  });
}

/** @throws with one sentence */
export async function list(repository: string, json: boolean): Promise<void> {
  await withClient(async (context) => {
    const snapshots = await listSnapshots(context, repository);
    if (json) sayJson({ snapshots });
    else if (snapshots.length === 0) say(`There are no backups in ${repository} yet.`);
    else
      for (const { snapshot, begun, state, indices } of snapshots)
        say(`${begun ?? 'at an unknown time'} ${snapshot}: ${state}, ${indices} indices`);
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

function assertOnePlace({ file, repository, snapshot }: Place): void {
  if ((file === undefined) === (repository === undefined))
    throw new UsageError('Say where the backup is: either --file, or --repository.');
  if (file !== undefined && snapshot !== undefined)
    throw new UsageError('--snapshot is one of a --repository.');
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
    version: serviceVersion(),
    indexPrefix,
    markersUuid: uuid ?? null,
  };
}

async function filesOf(sources: string | undefined): Promise<Extract<Entry, { kind: 'file' }>[]> {
  const files: Extract<Entry, { kind: 'file' }>[] = [];
  for await (const file of declaredFiles(sources)) files.push(file);
  return files;
}

async function* allEntries(
  { client }: Context,
  sources: string | undefined,
  indices: StoredIndices,
): AsyncGenerator<Entry> {
  yield* declaredFiles(sources);
  yield* storedEntries(client, indices);
}

function stampOf(begun: string): string {
  return begun.replace(/[-:.Z]/g, '').toLowerCase();
}

function secondsSince(began: number): string {
  return `${((performance.now() - began) / 1_000).toFixed(1)} s`;
}
