import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import Joi from 'joi';
import { ensureIndex } from '../../core/elasticsearch/ensureIndex.js';
import { BUSY_STATUSES, hasStatus, isErrorOfType } from '../../core/elasticsearch/failures.js';
import { oneLine } from '../../core/cli/printable.js';
import { RefusedError } from '../../core/cli/failure.js';
import { acquireLock, lockOptions } from '../../ingest/generations/lock.js';
import type { Progress } from '../../core/cli/progress.js';
import type { Context } from '../../ingest/generations/resource.js';
import { wait } from '../../core/elasticsearch/wait.js';
import { type Entry, readEntry } from './entry.js';
import { type Manifest, readManifest } from './manifest.js';
import { noRepository } from './repository.js';
import type { Backup } from './restore/restore.js';
import { type StoredIndices, storedEntries } from './stored.js';

/** A snapshot of few gigabytes takes minutes. */
const PATIENT = { requestTimeout: 3_600_000, maxRetries: 0 };
/** An interruption does not end what clears away. */
const ONCE = { maxRetries: 0 };
const LOOK_EVERY_MS = 1_000;
const LOCK = 'restoration';
const OURS_ONLY = { include_global_state: false, feature_states: ['none'] };
const NOTES_ID = 'notes';

type FileEntry = Extract<Entry, { kind: 'file' }>;

/** What is kept beside the indices, in one of its own. */
interface Notes {
  manifest: Manifest;
  indices: StoredIndices;
  files: FileEntry[];
}

/** A snapshot, as a list shows it. */
export interface SnapshotInfo {
  snapshot: string;
  begun: string | null;
  state: string;
  indices: number;
}

function notesIndex(indexPrefix: string): string {
  return `${indexPrefix}-backup-notes`;
}

/**
 * Takes a snapshot of what cannot be made again.
 * @throws when any of it is not in the snapshot
 */
export async function saveSnapshot(
  { client, indexPrefix }: Context,
  place: { repository: string; snapshot: string },
  notes: Notes,
): Promise<SnapshotInfo> {
  const { snapshot } = place;
  const index = notesIndex(indexPrefix);
  await ensureIndex(client, index, { dynamic: false });
  await client.index({ index, id: NOTES_ID, document: notes, refresh: true });
  const indices = [index, ...Object.values(notes.indices as Record<string, string>)];
  const { begun } = notes.manifest;
  const taken = await take(client, { ...place, indices, ...OURS_ONLY, metadata: { begun } });
  if (taken?.state !== 'SUCCESS') {
    const reasons = (taken?.failures ?? []).map(({ reason }) => reason).join('; ');
    throw new Error(
      `The snapshot ${snapshot} is not whole (${taken?.state ?? 'nothing is told of it'}${reasons && `: ${reasons}`}): see the health of the cluster, delete it and take another one.`,
    );
  }
  return infoOf(taken);
}

type Wanted = estypes.SnapshotCreateRequest & { metadata: { begun: string } };

/** Takes a snapshot, and waits for its end: also where a proxy does not wait so long for the answer. */
async function take(
  client: Client,
  wanted: Wanted,
): Promise<estypes.SnapshotSnapshotInfo | undefined> {
  try {
    return (await client.snapshot.create({ ...wanted, wait_for_completion: true }, PATIENT)).snapshot;
  } catch (error) {
    if (error instanceof errors.ResponseError && !hasStatus(error, ...BUSY_STATUSES)) throw error;
    const { repository, snapshot, metadata } = wanted;
    for (;;) {
      await wait(LOOK_EVERY_MS);
      const { snapshots = [] } = await client.snapshot.get({ repository, snapshot, ignore_unavailable: true });
      // Not one that was called so before.
      const taken = snapshots.find((each) => each.metadata?.begun === metadata.begun);
      if (taken === undefined) throw error;
      if (taken.state !== 'IN_PROGRESS') return taken;
    }
  }
} // prettier-ignore

/** Returns the snapshots of this service in a repository, the latest last. */
export async function listSnapshots(
  { client, indexPrefix }: Context,
  repository: string,
): Promise<SnapshotInfo[]> {
  const found = await client.snapshot
    .get({ repository, snapshot: '*', sort: 'start_time' })
    .catch((error: unknown) => {
      throw isErrorOfType(error, 'repository_missing_exception') ? noRepository(repository) : error;
    });
  return (found.snapshots ?? [])
    .filter(({ indices }) => indices?.includes(notesIndex(indexPrefix)))
    .map(infoOf);
}

function infoOf({ snapshot, start_time, state, indices }: estypes.SnapshotSnapshotInfo): SnapshotInfo {
  const begun = start_time === undefined ? null : String(start_time);
  return { snapshot, begun, state: state ?? 'UNKNOWN', indices: indices?.length ?? 0 };
} // prettier-ignore

/**
 * Brings the indices of a snapshot back under other names, beside what is live, for as long as the
 * work takes.
 * @param snapshot absent: the latest one that is whole
 */
export async function withSnapshot<Result>(
  context: Context,
  {
    repository,
    snapshot,
    ...running
  }: { repository: string; snapshot: string | undefined; progress: Progress; signal: AbortSignal },
  work: (backup: Backup, snapshot: string) => Promise<Result>,
): Promise<Result> {
  const { client, indexPrefix } = context;
  const all = await listSnapshots(context, repository);
  const chosen =
    snapshot === undefined
      ? all.findLast(({ state }) => state === 'SUCCESS')
      : all.find((each) => each.snapshot === snapshot);
  if (chosen === undefined) {
    const which = snapshot === undefined ? 'whole one' : `snapshot ${snapshot}`;
    throw new RefusedError(
      `There is no ${which} of ${indexPrefix} in ${repository}; nothing was written. \`list\` shows what there is.`,
    );
  }
  if (chosen.state !== 'SUCCESS')
    throw new RefusedError(
      `${chosen.snapshot} is not whole (${chosen.state}); nothing was written. Take another one.`,
    );
  // Two at once would each take the indices of the other one for left behind.
  const options = { ...lockOptions(running), work: 'A restoration from a snapshot' };
  const lock = await acquireLock(client, indexPrefix, LOCK, options);
  const besides = `${indexPrefix}-restoring-`;
  const beside = `${besides}${Date.now()}-`;
  try {
    for (const index of await clear(client, besides))
      running.progress.note(`deleted ${index}, left behind by a restoration that did not finish`);
    const answer = await client.snapshot.restore(
      {
        repository,
        snapshot: chosen.snapshot,
        indices: '*',
        ...OURS_ONLY,
        include_aliases: false,
        rename_pattern: '^(.+)$',
        rename_replacement: `${beside}$1`,
        index_settings: { number_of_replicas: 0, auto_expand_replicas: 'false' },
        wait_for_completion: true,
      },
      PATIENT,
    );
    const shards = answer.snapshot?.shards;
    if (shards === undefined || shards.failed > 0)
      throw new RefusedError(
        `${chosen.snapshot} cannot be read whole (${shards?.failed ?? 'no'} shards failed); nothing was written. Take another one.`,
      );
    const backup = await readSnapshot(client, indexPrefix, beside);
    // Every entry is checked before any of them is restored.
    const entries = backup.entries()[Symbol.asyncIterator]();
    while ((await entries.next()).done !== true) running.signal.throwIfAborted();
    return await work(backup, chosen.snapshot);
  } finally {
    await clear(client, beside).catch(() => {
      running.progress.note(`could not delete ${beside}*; the next restoration will`);
    });
    await lock.release().catch(() => undefined);
  }
}

/** Deletes the indices whose names begin so. */
async function clear(client: Client, beginning: string): Promise<string[]> {
  const found = await client.indices.get(
    { index: `${beginning}*`, expand_wildcards: 'all', filter_path: '*.settings.index.uuid' },
    ONCE,
  );
  const index = Object.keys(found);
  if (index.length > 0) await client.indices.delete({ index }, ONCE);
  return index;
}

/** Whoever can write into the repository can have written anything. */
async function readSnapshot(client: Client, indexPrefix: string, beside: string): Promise<Backup> {
  const index = `${beside}${notesIndex(indexPrefix)}`;
  const { _source: notes } = await client.get({ index, id: NOTES_ID });
  const { manifest, indices, files } = refusing(() => readNotes(notes));
  const restored = Object.fromEntries(
    Object.entries(indices).map(([name, each]) => [name, `${beside}${String(each)}`]),
  );
  return {
    manifest,
    async *entries() {
      yield* files;
      for await (const entry of storedEntries(client, restored))
        yield refusing(() => readEntry(entry));
    },
  };
}

/** Names of other indices, or of several, are none that a backup notes. */
const indexName = Joi.string().pattern(/^[a-z0-9][a-z0-9._-]*$/);

const notesSchema = Joi.object<{ manifest: unknown; indices: StoredIndices; files: unknown[] }>({
  manifest: Joi.any().required(),
  indices: Joi.object({
    cityIds: indexName,
    tokens: indexName,
    runs: indexName,
    markers: indexName,
  }).required(),
  files: Joi.array().required(),
});

function readNotes(value: unknown): Notes {
  const result = notesSchema.required().validate(value, { convert: false });
  if (result.error !== undefined) throw result.error;
  const { manifest, indices, files } = result.value;
  return {
    manifest: readManifest(manifest),
    indices,
    files: files.map((each) => {
      const entry = readEntry(each);
      if (entry.kind !== 'file') throw new Error('its notes hold what is no file');
      return entry;
    }),
  };
}

function refusing<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new RefusedError(
      `The snapshot is none that \`save\` has made (${oneLine((error as Error).message)}). Take another one.`,
    );
  }
}
