import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { TransportRequestOptions } from '@elastic/elasticsearch';
import { type Progress, silentProgress } from '../../core/cli/progress.js';
import { ensureIndex } from '../../core/elasticsearch/ensureIndex.js';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import {
  BusyError,
  isBusy,
  retrying,
  UNINTERRUPTED,
  wait,
} from '../../core/elasticsearch/retry.js';
import type { Connection } from '../../core/elasticsearch/withClient.js';
import { isRunning, PROCESS_ID } from '../../core/processes.js';
import { LOCK_TIMEOUT_MS, lockIndex, type LockDocument } from '../../indices/ingestions.js';
import type { RunDocument } from '../../indices/runs.js';

/** The API shows the progress of the latest heartbeat. */
const HEARTBEAT_MS = 2_000;
/** The heartbeats after which `history` takes a run for killed, if its clock says so too. */
const WATCHED_BEATS = 4;
/** Polls until the timeout. */
const POLLS = 12;
/** A patient poll would also succeed while Elasticsearch is too slow for heartbeats. */
const POLL: TransportRequestOptions = { maxRetries: 0, requestTimeout: 5_000 };
const ONCE: TransportRequestOptions = { maxRetries: 0 };
/** A heartbeat that hangs must not delay the next one for long. */
const BEAT: TransportRequestOptions = { maxRetries: 0, requestTimeout: 10_000 };

/** The holders in this process that are at work. */
const ownHolders = new Set<string>();

interface StoredLock {
  document: LockDocument;
  /** Changes with every heartbeat. */
  sequence: { if_seq_no: number; if_primary_term: number };
}

/** The right to ingest one or more resources. */
export interface Lock {
  /** @throws if another run has taken over, because this one had no heartbeat for too long */
  assertHeld(): Promise<void>;
  /** Does not fail: a lock that stays is taken over after a minute. */
  release(): Promise<void>;
}

export interface LockOptions {
  progress?: Progress;
  /** Ends the wait for a holder that may be dead. */
  signal?: AbortSignal | undefined;
  /** A holder without a heartbeat for this time is taken for dead. */
  timeoutMs?: number;
}

/** Does some work under the locks of resources. */
export async function withLocks<Result>(
  context: Connection,
  resources: readonly string[],
  options: LockOptions,
  work: (lock: Lock) => Promise<Result>,
): Promise<Result> {
  const lock = await acquireLocks(context, resources, options);
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}

/**
 * Takes the locks of resources as one, so that two ingestions never work on the same resource. If one of them cannot be
 * taken, none is. A lock is a document with a heartbeat. The lock of a dead run is taken over: at once if its process
 * number can be looked up here and is gone, else after a minute without a heartbeat.
 * @throws if another ingestion of a resource is running; the message says which
 */
export async function acquireLocks(
  context: Connection,
  resources: readonly string[],
  { signal = UNINTERRUPTED, ...options }: LockOptions = {},
): Promise<Lock> {
  await ensureIndex(context.client, lockIndex(context.indexPrefix), { dynamic: false });
  const failure = new AbortController();
  const waiting = { ...options, signal: AbortSignal.any([signal, failure.signal]) };
  // In one order, so that of two runs with the same locks one gets them all.
  const locks = resources.toSorted().map((each) => createLock(context, each, waiting));
  const all: Lock = {
    async assertHeld() {
      for (const lock of locks) await lock.assertHeld();
    },
    async release() {
      for (const lock of locks) await lock.release();
    },
  };
  try {
    // All at once: a dead run may hold several locks, and one wait shows that.
    const free = await Promise.all(locks.map((lock) => lock.readFree()));
    for (const [at, lock] of locks.entries()) await lock.take(free[at]);
    return all;
  } catch (error) {
    failure.abort(error);
    await all.release();
    throw error;
  }
}

/** Returns the lock of one resource, which is not taken yet. */
function createLock(
  { client, indexPrefix }: Connection,
  resource: string,
  { progress = silentProgress, signal, timeoutMs = LOCK_TIMEOUT_MS }: LockOptions,
) {
  const at = lockAt(indexPrefix, resource);
  const holder = randomUUID();
  const document: LockDocument = {
    holder,
    host: hostname(),
    pid: process.pid,
    process: PROCESS_ID,
    begun_at: new Date().toISOString(),
  };
  let heartbeat: NodeJS.Timeout | undefined;
  let beat: Promise<unknown> | undefined;

  const read = async (options?: TransportRequestOptions): Promise<StoredLock | undefined> => {
    const found = await client.get<LockDocument>(at, { ...options, ignore: [404] });
    if (!found.found || !found._source) return undefined;
    const { _source, _seq_no: if_seq_no = 0, _primary_term: if_primary_term = 0 } = found;
    return { document: _source, sequence: { if_seq_no, if_primary_term } };
  };
  const readOwn = async (options?: TransportRequestOptions): Promise<StoredLock> => {
    const now = await read(options);
    if (now?.document.holder === holder) return now;
    throw new Error(
      `Another ingestion has taken over the lock of ${resource}. Nothing was promoted.`,
    );
  };
  const hasTimedOut = async ({ sequence }: StoredLock): Promise<boolean> => {
    for (let poll = 0; poll < POLLS; poll += 1) {
      await wait(timeoutMs / POLLS, signal);
      if ((await read(POLL))?.sequence.if_seq_no !== sequence.if_seq_no) return false;
    }
    return true;
  };

  /** Returns the lock of a dead run; undefined if there is no lock. */
  const readFree = async (): Promise<StoredLock | undefined> => {
    const found = await read();
    if (found === undefined || isDead(found.document)) return found;
    if (!ownHolders.has(found.document.holder)) {
      progress.note(
        `${describe(resource, found.document)} Waiting ${timeoutMs / 1_000} s to see whether it is still running.`,
      );
      // After a failed poll the wait begins again, because heartbeats may have failed too.
      if (await retrying({ progress, signal }, () => hasTimedOut(found))) return found;
    }
    const now = await read();
    if (now === undefined) return undefined;
    throw new Error(`${describe(resource, now.document)} Wait until it has ended, or stop it.`);
  };

  const write = async (free: StoredLock | undefined): Promise<void> => {
    const attempt = async (): Promise<void> => {
      try {
        const taking = { ...at, document, ...(free?.sequence ?? { op_type: 'create' as const }) };
        // An interrupted run releases its lock, so it must learn that it has one.
        await client.index(taking, { signal: UNINTERRUPTED });
      } catch (error) {
        if (!hasStatus(error, 409)) throw error;
        free = await read();
        // An earlier attempt, whose answer was lost, may have taken it.
        if (free?.document.holder === holder) return;
        if (free === undefined || isDead(free.document))
          // A node that was paused does so until the cluster has removed it.
          throw new BusyError('a node answers without the latest writes');
        throw new Error(
          `Another ingestion of ${resource} has just begun. Wait until it has ended.`,
          { cause: error },
        );
      }
    };
    await retrying({ progress, signal }, attempt, isBusy);
  };

  const sendBeat = (): void => {
    // A failed heartbeat is no error yet: `assertHeld` decides before promotion.
    beat ??= readOwn(BEAT)
      .then(({ sequence }) => {
        document.beat_at = new Date().toISOString();
        // Once it is loaded, others may be loaded under the same locks.
        document.progress = progress.of(resource) ?? document.progress;
        return client.index({ ...at, document, ...sequence }, BEAT);
      })
      .catch(() => undefined)
      .finally(() => {
        beat = undefined;
      });
  };

  return {
    readFree,
    /** Takes the lock, also if a dead run holds it. */
    async take(free: StoredLock | undefined): Promise<void> {
      // Added before the write, so that no other run of this process takes the lock for a dead one's.
      ownHolders.add(holder);
      try {
        await write(free);
      } catch (error) {
        ownHolders.delete(holder);
        throw error;
      }
      heartbeat = setInterval(sendBeat, HEARTBEAT_MS).unref();
    },
    async assertHeld() {
      await readOwn();
    },
    async release() {
      if (heartbeat === undefined) return;
      clearInterval(heartbeat);
      ownHolders.delete(holder);
      await beat;
      await readOwn(ONCE)
        .then(({ sequence }) => client.delete({ ...at, ...sequence }, ONCE))
        .catch(() => undefined);
    },
  };
}

function lockAt(indexPrefix: string, resource: string): { index: string; id: string } {
  return { index: lockIndex(indexPrefix), id: resource };
}

/**
 * True while a run is at work. If its process cannot be looked up here: while its lock has heartbeats, and for the first
 * minute, because it may wait for its lock. The clock of another machine may be wrong, so a heartbeat that does not look
 * recent is watched.
 * @param isLatest false if a later run of the resource has begun
 */
export async function isAtWork(
  { client, indexPrefix }: Connection,
  { resource, begun, process: id = '' }: Pick<RunDocument, 'resource' | 'begun' | 'process'>,
  isLatest = true,
): Promise<boolean> {
  const isHere = isRunning(id);
  if (isHere !== undefined) return isHere;
  const read = () => client.get<LockDocument>(lockAt(indexPrefix, resource), { ignore: [404] });
  const { _source: lock, _seq_no: sequence } = await read();
  if (lock?.process !== id) return isLatest && isRecent(begun);
  if (isRecent(lock.beat_at ?? lock.begun_at)) return true;
  for (let beat = 0; beat < WATCHED_BEATS; beat += 1) {
    await wait(HEARTBEAT_MS);
    if ((await read())._seq_no !== sequence) return true;
  }
  return false;
}

function isRecent(time: string): boolean {
  return Math.abs(Date.now() - Date.parse(time)) < LOCK_TIMEOUT_MS;
}

function describe(resource: string, { host, pid, begun_at }: LockDocument): string {
  return `An ingestion of ${resource} is running since ${begun_at} (process ${pid} on ${host}).`;
}

/** True if the holder's process is known to have ended, or to have failed to release the lock. */
function isDead({ holder, process: id = '' }: LockDocument): boolean {
  return id === PROCESS_ID ? !ownHolders.has(holder) : isRunning(id) === false;
}
