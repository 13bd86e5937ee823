import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Client, errors } from '@elastic/elasticsearch';
import { ensureIndex } from '../elasticsearch/ensureIndex.js';

const HEARTBEAT_MS = 10_000;
/** A holder that has not been heard of for this long is taken for dead. */
const EXPIRY_MS = 60_000;

/** The holders of this very process that are at work. */
const ownHolders = new Set<string>();

interface LockDocument {
  holder: string;
  host: string;
  pid: number;
  begun_at: string;
  heartbeat_at: string;
}

interface StoredLock {
  document: LockDocument;
  sequence: { if_seq_no: number; if_primary_term: number };
}

/** The right to ingest one resource. */
export interface Lock {
  /** @throws when another run has taken the lock over, because this one had been silent too long. */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lock of a resource, so that two ingestions never work on the same one. It is a
 * document with a heartbeat; the lock of a run that died is taken over: at once when it ran on
 * this machine, else after a minute of silence.
 * @throws when another ingestion of the resource is running; the message says which.
 */
export async function acquireLock(
  client: Client,
  indexPrefix: string,
  resource: string,
): Promise<Lock> {
  const index = `${indexPrefix}-ingestions`;
  const holder = randomUUID();
  const begunAt = new Date().toISOString();
  await ensureIndex(client, index, { dynamic: false });

  const write = (sequence?: StoredLock['sequence']): Promise<unknown> => {
    const document: LockDocument = {
      holder,
      host: hostname(),
      pid: process.pid,
      begun_at: begunAt,
      heartbeat_at: new Date().toISOString(),
    };
    const condition = sequence ?? { op_type: 'create' as const };
    return client.index({ index, id: resource, document, ...condition });
  };
  const read = async (): Promise<StoredLock | undefined> => {
    const found = await client.get<LockDocument>({ index, id: resource }, { ignore: [404] });
    if (!found.found || !found._source) return undefined;
    const sequence = { if_seq_no: found._seq_no ?? 0, if_primary_term: found._primary_term ?? 0 };
    return { document: found._source, sequence };
  };

  const present = await read();
  if (present && !isDead(present.document))
    throw new Error(describeHolder(resource, present.document));
  try {
    await write(present?.sequence);
  } catch (error) {
    if (!isConflict(error)) throw error;
    throw new Error(`Another ingestion of ${resource} has just begun. Wait until it has ended.`, {
      cause: error,
    });
  }
  ownHolders.add(holder);

  async function held(): Promise<StoredLock> {
    const now = await read();
    if (now?.document.holder === holder) return now;
    throw new Error(`The lock of ${resource} was lost to another ingestion; nothing went live.`);
  }
  let beat: Promise<unknown> = Promise.resolve();
  const heartbeat = setInterval(() => {
    // A heartbeat that fails is not an error yet: `assertHeld` decides before anything goes live.
    beat = held()
      .then((lock) => write(lock.sequence))
      .catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    async assertHeld() {
      await held();
    },
    async release() {
      clearInterval(heartbeat);
      ownHolders.delete(holder);
      await beat;
      const lock = await read();
      if (lock?.document.holder !== holder) return;
      await client.delete({ index, id: resource, ...lock.sequence }, { ignore: [404, 409] });
    },
  };
}

function isDead({ holder, host, pid, heartbeat_at }: LockDocument): boolean {
  if (Date.now() - Date.parse(heartbeat_at) > EXPIRY_MS) return true;
  if (host !== hostname()) return false;
  // In a container the pid is often the same one in every run: a former run's may be ours.
  return pid === process.pid ? !ownHolders.has(holder) : !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 409;
}

function describeHolder(resource: string, { host, pid, begun_at }: LockDocument): string {
  return (
    `An ingestion of ${resource} is running since ${begun_at} (process ${pid} on ${host}). ` +
    'Wait until it has ended, or stop it.'
  );
}
