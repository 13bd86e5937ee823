import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Client, TransportRequestOptions } from '@elastic/elasticsearch';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import { ensureIndex } from '../../core/elasticsearch/ensureIndex.js';
import type { Progress } from '../../core/cli/progress.js';
import { isRunning, processSpace } from './processSpace.js';
import { staysTheSame } from './silence.js';

const HEARTBEAT_MS = 10_000;
/** A holder that is not heard of for this long is taken for dead. */
const SILENCE_MS = 60_000;
/** One beat that fails is not missed; one that hangs would keep back those after it. */
const BEAT: TransportRequestOptions = { maxRetries: 0, requestTimeout: HEARTBEAT_MS };
/** One that is slow is missed, for many slow ones would make the silence endless. */
const LOOK: TransportRequestOptions = { maxRetries: 0, requestTimeout: 5_000 };

/** The holders of this very process that are at work. */
const ownHolders = new Set<string>();

interface LockDocument {
  holder: string;
  /** For a person. */
  host: string;
  pid: number;
  /** Where the process number is unique. */
  process_space?: string;
  begun_at: string;
}

interface StoredLock {
  document: LockDocument;
  /** Changes with every heartbeat. */
  sequence: { if_seq_no: number; if_primary_term: number };
}

/** The right to ingest one resource. */
export interface Lock {
  /** @throws when another run has taken the lock over, because this one had been silent too long. */
  assertHeld(options?: TransportRequestOptions): Promise<void>;
  release(): Promise<void>;
}

export interface LockOptions {
  /** Ends the waiting for a sign of life. */
  signal?: AbortSignal | undefined;
  /** Told that a sign of life is waited for. */
  note?: (text: string) => void;
  silenceMs?: number;
  /** That of whoever holds the lock; absent: an ingestion of the resource. */
  work?: string;
}

/** Returns how a run waits for a lock: interruptible, and saying so. */
export function lockOptions({
  progress,
  signal,
}: {
  progress: Progress;
  signal?: AbortSignal | undefined;
}): LockOptions {
  return {
    signal,
    note: (text) => {
      progress.note(text);
    },
  };
}

/**
 * Takes the lock of a resource, so that two ingestions never work on the same one. It is a
 * document with a heartbeat. The lock of a run that died is taken over: at once when its process
 * could be seen from here, and is not there; else when no heartbeat comes for a minute.
 * @throws when another ingestion of the resource is running; the message says which.
 */
export async function acquireLock(
  client: Client,
  indexPrefix: string,
  resource: string,
  {
    signal,
    note = () => undefined,
    silenceMs = SILENCE_MS,
    work = `An ingestion of ${resource}`,
  }: LockOptions = {},
): Promise<Lock> {
  const index = `${indexPrefix}-ingestions`;
  const space = processSpace();
  const document: LockDocument = {
    holder: randomUUID(),
    host: hostname(),
    pid: process.pid,
    ...(space === undefined ? {} : { process_space: space }),
    begun_at: new Date().toISOString(),
  };
  const { holder } = document;
  await ensureIndex(client, index, { dynamic: false });

  const write = (
    sequence?: StoredLock['sequence'],
    options?: TransportRequestOptions,
  ): Promise<unknown> => {
    const condition = sequence ?? { op_type: 'create' as const };
    return client.index({ index, id: resource, document, ...condition }, options);
  };
  const read = async (options?: TransportRequestOptions): Promise<StoredLock | undefined> => {
    const found = await client.get<LockDocument>(
      { index, id: resource },
      { ...options, ignore: [404] },
    );
    if (!found.found || !found._source) return undefined;
    const sequence = { if_seq_no: found._seq_no ?? 0, if_primary_term: found._primary_term ?? 0 };
    return { document: found._source, sequence };
  };
  /** The lock of a run that is dead; undefined when there is none. */
  const readFree = async (): Promise<StoredLock | undefined> => {
    const present = await read();
    if (!present || isDead(present.document)) return present;
    if (!ownHolders.has(present.document.holder)) {
      const seconds = silenceMs / 1_000;
      note(`${describe(work, present.document)} Waiting ${seconds} s for a sign of its life.`);
      const mark = JSON.stringify(present.sequence);
      const readMark = async () => JSON.stringify((await read(LOOK))?.sequence);
      if (await staysTheSame(mark, readMark, silenceMs, signal)) return present;
    }
    const now = await read();
    if (!now) return undefined;
    throw new Error(`${describe(work, now.document)} Wait until it has ended, or stop it.`);
  };

  const take = async (dead: StoredLock | undefined): Promise<void> => {
    try {
      await write(dead?.sequence);
    } catch (error) {
      if (!hasStatus(error, 409)) throw error;
      // An earlier attempt, whose answer was lost, may have taken it.
      if ((await read())?.document.holder === holder) return;
      throw new Error(`Another ingestion of ${resource} has just begun. Wait until it has ended.`, {
        cause: error,
      });
    }
  };

  const dead = await readFree();
  // Before it is written: else another run of this process could take it for that of a dead one.
  ownHolders.add(holder);
  try {
    await take(dead);
  } catch (error) {
    ownHolders.delete(holder);
    throw error;
  }

  const held = async (options?: TransportRequestOptions): Promise<StoredLock> => {
    const now = await read(options);
    if (now?.document.holder === holder) return now;
    throw new Error(`The lock of ${resource} was lost to another ingestion; nothing went live.`);
  };
  let beat: Promise<unknown> | undefined;
  const heartbeat = setInterval(() => {
    // A heartbeat that fails is not an error yet: `assertHeld` decides before anything goes live.
    beat ??= held(BEAT)
      .then((lock) => write(lock.sequence, BEAT))
      .catch(() => undefined)
      .finally(() => {
        beat = undefined;
      });
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    async assertHeld(options) {
      await held(options);
    },
    async release() {
      clearInterval(heartbeat);
      ownHolders.delete(holder);
      await beat;
      const lock = await read({ maxRetries: 0 });
      if (lock?.document.holder !== holder) return;
      const request = { index, id: resource, ...lock.sequence };
      await client.delete(request, { ignore: [404, 409], maxRetries: 0 });
    },
  };
}

/** Tells whether the holder's process is known to have ended. */
function isDead({ holder, pid, process_space: space }: LockDocument): boolean {
  if (space === undefined || space !== processSpace()) return false;
  // In a container the pid is often the same one in every run: a former run's may be ours.
  return pid === process.pid ? !ownHolders.has(holder) : !isRunning(pid);
}

function describe(work: string, { host, pid, begun_at }: LockDocument): string {
  return `${work} is running since ${begun_at} (process ${pid} on ${host}).`;
}
