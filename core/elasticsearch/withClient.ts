import type { Client } from '@elastic/elasticsearch';
import { createClient } from './client.js';
import { readEnvironment } from './environment.js';
import { explain } from './explain.js';
import { withQuickstart } from './quickstart.js';
import { loadDataConfig } from './settings.js';

/** Making an index, merging it or a bulk takes longer than a lookup may. */
const REQUEST_TIMEOUT_MS = 120_000;

/** A cluster, and which of its indices are ours. */
export interface Connection {
  client: Client;
  indexPrefix: string;
}

/**
 * Does the work of a command line on the Elasticsearch that the environment names.
 *
 * @throws {ConfigError} listing every faulty variable.
 * @throws {Error} one sentence for a person about what failed; `cause` is the failure itself.
 */
export async function withClient(work: (connection: Connection) => Promise<void>): Promise<void> {
  const { elasticsearch, indexPrefix } = loadDataConfig(await withQuickstart(readEnvironment()));
  const timeoutMs = Math.max(elasticsearch.timeoutMs, REQUEST_TIMEOUT_MS);
  const client = createClient({ ...elasticsearch, timeoutMs });
  try {
    await work({ client, indexPrefix });
  } catch (error) {
    throw new Error(explain(error, elasticsearch.urls), { cause: error });
  } finally {
    await client.close();
  }
}
