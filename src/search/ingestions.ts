import type { Client } from '@elastic/elasticsearch';
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

/**
 * Reads which resources are being ingested, by the locks of the ingestions. Returns none if the locks cannot be read,
 * because a login of an earlier version may not.
 */
export async function readIngestions(
  client: Client,
  indexPrefix: string,
  resources: readonly Checked[],
  timeoutMs: number,
): Promise<ReadonlyMap<string, Ingestion>> {
  if (resources.length === 0) return new Map();
  // An index that is created with another resource has no lock of its own.
  const ids = resources.map(({ resource, createdWith = resource }) => createdWith);
  const options = { requestTimeout: timeoutMs, maxRetries: 0 };
  const request = { index: lockIndex(indexPrefix), ids };
  const reading = client.mget<LockDocument>(request, options).then(({ docs }) => {
    const found = docs.map((doc) => ('_source' in doc ? doc._source : undefined));
    return resources.flatMap(({ resource }, at) => {
      const [lock, name = ''] = [found[at], ids[at]];
      const ageMs = Date.now() - Date.parse(lock?.beat_at ?? lock?.begun_at ?? '');
      return lock && ageMs < LOCK_TIMEOUT_MS
        ? [[resource, describe(upperFirst(name), lock)] as const]
        : [];
    });
  });
  return new Map(await reading.catch(() => []));
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
