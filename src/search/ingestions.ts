import type { Client, estypes } from '@elastic/elasticsearch';
import { clamp } from 'es-toolkit/math';
import { upperFirst } from 'es-toolkit/string';
import { LOCK_TIMEOUT_MS, lockIndex, type LockDocument } from '../../indices/ingestions.js';
import { type FaultDetail, NoSuchIndex } from '../errors.js';
import type { Checked } from './readiness.js';

/** An ingestion that is under way: for the readiness, and for lookups that need its data. */
export interface Ingestion {
  readonly detail: Required<Pick<FaultDetail, 'message' | 'progress'>>;
  readonly error: NoSuchIndex;
}

/** A caller that waits longer would miss data that comes earlier. */
const LONGEST_RETRY_SECONDS = 60;

/** Finds the ingestions under way, by their locks. */
export class Ingestions {
  readonly #client: Client;
  readonly #index: string;
  /** The latest heartbeat of each lock, and when it was seen. */
  readonly #seen = new Map<
    string,
    { holder: string; sequence: number; atMs: number; checkedMs: number }
  >();

  constructor(client: Client, indexPrefix: string) {
    this.#client = client;
    this.#index = lockIndex(indexPrefix);
  }

  /**
   * Reads which resources are being ingested. Returns none if the locks cannot be read, because a login of an earlier
   * version may not.
   */
  async read(
    resources: readonly Checked[],
    timeoutMs: number,
  ): Promise<ReadonlyMap<string, Ingestion>> {
    if (resources.length === 0) return new Map();
    // An index that is created with another resource has no lock of its own.
    const ids = resources.map(({ resource, createdWith = resource }) => createdWith);
    const options = { requestTimeout: timeoutMs, maxRetries: 0 };
    const reading = this.#client.mget<LockDocument>({ index: this.#index, ids }, options);
    // A proxy in between may answer anything.
    const { docs = [] }: Partial<Awaited<typeof reading>> = await reading.catch(() => ({}));
    return new Map(
      resources.flatMap(({ resource }, at) => {
        const [doc, name = ''] = [docs[at], ids[at]];
        const lock = doc && '_source' in doc ? doc._source : undefined;
        if (lock === undefined || !this.#isAlive(name, lock, (doc as estypes.GetGetResult)._seq_no))
          return [];
        return [[resource, describe(upperFirst(name), lock)] as const];
      }),
    );
  }

  /** True if a heartbeat was seen within a minute. Clocks of machines may differ, so they count at first sight only. */
  #isAlive(name: string, { holder, beat_at, begun_at }: LockDocument, sequence = 0): boolean {
    const [seen, nowMs] = [this.#seen.get(name), performance.now()];
    const isWatched = nowMs - (seen?.checkedMs ?? -Infinity) < LOCK_TIMEOUT_MS;
    const before = isWatched && seen?.holder === holder ? seen : undefined;
    const ageMs = Math.abs(Date.now() - Date.parse(beat_at ?? begun_at));
    const isBeating = before ? before.sequence !== sequence : ageMs < LOCK_TIMEOUT_MS;
    const atMs = isBeating ? nowMs : (before?.atMs ?? -Infinity);
    this.#seen.set(name, { holder, sequence, atMs, checkedMs: nowMs });
    return nowMs - atMs < LOCK_TIMEOUT_MS;
  }
}

function describe(name: string, { progress }: LockDocument): Ingestion {
  const { share = 0, secondsLeft } = progress ?? {};
  const percent = progress === undefined ? '' : `: ${Math.floor(share * 100)} %`;
  const left = secondsLeft === undefined ? '' : ` About ${describeLeft(secondsLeft)} left.`;
  const loading = `${name} are being ingested${percent}.${left}`;
  const message = share < 1 ? loading : `${name} are loaded, and are being checked.`;
  const retryAfterSeconds = clamp(secondsLeft ?? 5, 1, LONGEST_RETRY_SECONDS);
  return {
    detail: { message, progress: share },
    error: new NoSuchIndex(undefined, message, retryAfterSeconds),
  };
}

const describeLeft = (seconds: number): string =>
  seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
