import { readFileSync } from 'node:fs';
import { Client } from '@elastic/elasticsearch';
import { NodePool } from './nodes/pool.js';
import { failOver } from './nodes/reads.js';
import { takeOwnAnswers } from './ownAnswers.js';
import type { ElasticsearchSettings } from './settings.js';

const SNIFF_EVERY_MS = 30_000;

/**
 * A client for the cluster of the settings. It does not retry, but for reads that another node can
 * answer: a lookup that failed is answered with 503 at once, and ingestion retries its bulks itself.
 */
export function createClient(settings: ElasticsearchSettings): Client {
  // The client records spans unless told otherwise, and this variable is its only switch.
  process.env.OTEL_ELASTICSEARCH_ENABLED ??= 'false';
  const options: ConstructorParameters<typeof Client>[0] = {
    nodes: [...settings.urls],
    requestTimeout: settings.timeoutMs,
    maxRetries: 0,
    ConnectionPool: NodePool,
    ...(settings.sniff && { sniffOnStart: true, sniffInterval: SNIFF_EVERY_MS }),
    // Data read back was validated when it was written; the guard costs a second parse.
    disablePrototypePoisoningProtection: true,
  };
  if (settings.auth) options.auth = settings.auth;
  if (settings.caFile !== undefined) options.tls = { ca: readFileSync(settings.caFile) };
  const client = new Client(options);
  if (client.connectionPool instanceof NodePool) failOver(client, client.connectionPool);
  takeOwnAnswers(client);
  return client;
}
