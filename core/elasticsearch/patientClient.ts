import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { isOfElasticsearch } from './failures.js';
import { BusyError, isLoginRefused, type Patience, retrying } from './retry.js';

/** An answer that some shards did not contribute to may be a success all the same. */
const OF_ALL_SHARDS = /\/_(count|flush|forcemerge|refresh)$/;

type Parameters = Readonly<globalThis.Parameters<Client['transport']['request']>>;

/**
 * Returns a client that tries again when Elasticsearch is away or too busy, be it one shard of it.
 * It does so once Elasticsearch has answered, so that a wrong address is told at once, and so is a
 * wrong login; and never for a request with `maxRetries: 0`, which an abort does not end either.
 */
export function patientClient(client: Client, patience: Patience): Client {
  const patient = client.child({});
  let isReached = false;
  let isLoggedIn = false;
  const isWaitedFor = (error: unknown): boolean => (isLoginRefused(error) ? isLoggedIn : isReached);
  const request = async (...parameters: Parameters): Promise<unknown> => {
    const [sent, options] = parameters;
    const isOnce = options?.maxRetries === 0;
    // A time limit is kept by aborting the signal, which others share.
    const isInterruptible = !isOnce && options?.requestTimeout === undefined;
    const { signal } = patience;
    const attempt = async (): Promise<unknown> => {
      const answering = client.transport.request(
        sent,
        isInterruptible ? { signal, ...options } : options,
      );
      const answer: unknown = await answering.catch((error: unknown) => {
        isReached ||= error instanceof errors.ResponseError && isOfElasticsearch(error.meta);
        throw error;
      });
      isReached = true;
      isLoggedIn = true;
      if (OF_ALL_SHARDS.test(sent.path)) assertAllShards(sent.path, answer);
      return answer;
    };
    return isOnce ? attempt() : retrying(patience, attempt, isWaitedFor);
  };
  patient.transport.request = request as typeof patient.transport.request;
  return patient;
}

function assertAllShards(path: string, answer: unknown): void {
  const { _shards: shards } = answer as Partial<estypes.ShardsOperationResponseBase>;
  if (!shards || shards.failed === 0) return;
  const { type, reason } = shards.failures?.[0]?.reason ?? { type: 'no reason given' };
  const why = reason ? `${type}: ${reason}` : type;
  throw new BusyError(
    `${shards.failed} shards did not do ${path} (${why}): see the health of the cluster`,
  );
}
