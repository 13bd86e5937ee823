import type { Client, estypes } from '@elastic/elasticsearch';
import { BusyError, type Patience, retrying } from './retry.js';

/** An answer that some shards did not contribute to may be a success all the same. */
const OF_ALL_SHARDS = /\/_(count|flush|forcemerge|refresh)$/;

type Parameters = Readonly<globalThis.Parameters<Client['transport']['request']>>;

/**
 * Returns a client that tries again when Elasticsearch is away or too busy, be it one shard of it.
 * It does so once it has got an answer, so that a wrong address is told at once; and never for a
 * request with `maxRetries: 0`.
 */
export function patientClient(client: Client, patience: Patience): Client {
  const patient = client.child({});
  let isReached = false;
  const request = async (...parameters: Parameters): Promise<unknown> => {
    const [{ path }, options] = parameters;
    const attempt = async (): Promise<unknown> => {
      const answer: unknown = await client.transport.request(...parameters);
      isReached = true;
      if (OF_ALL_SHARDS.test(path)) assertAllShards(path, answer);
      return answer;
    };
    return isReached && options?.maxRetries !== 0 ? retrying(patience, attempt) : attempt();
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
