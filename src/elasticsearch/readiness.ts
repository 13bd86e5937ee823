import type { Client } from '@elastic/elasticsearch';
import type { FaultDetail } from '../errors.js';
import { liveAlias } from './names.js';

/**
 * What is missing to answer lookups, and what to do about it; empty when all is there: every
 * resource has a live generation, and all its shards answer.
 */
export async function checkReadiness(
  client: Client,
  indexPrefix: string,
  resources: readonly string[],
): Promise<FaultDetail[]> {
  const checks = await Promise.all(
    resources.map((resource) => checkResource(client, liveAlias(indexPrefix, resource), resource)),
  );
  return checks.filter((fault) => fault !== undefined);
}

async function checkResource(
  client: Client,
  alias: string,
  resource: string,
): Promise<FaultDetail | undefined> {
  try {
    const exists = await client.indices.existsAlias({ name: alias });
    if (!exists) {
      const todo = `Nothing is live. Run \`npm run ingest -- ${resource}\`.`;
      return { path: resource, message: todo };
    }
    const { _shards: shards } = await client.search({ index: alias, size: 0 });
    if (shards.failed === 0) return undefined;
  } catch {
    return {
      path: resource,
      message:
        'Elasticsearch does not answer. Start it, or correct ELASTICSEARCH_URL and its login.',
    };
  }
  return {
    path: resource,
    message: 'Some of its shards are missing. See the health of the cluster.',
  };
}
