import { type Client, errors } from '@elastic/elasticsearch';
import { createClient } from './client.js';
import { readEnvironment } from './environment.js';
import { explain } from './failures.js';
import { withQuickstart } from './runningEngine.js';
import { type IndexLayout, loadDataConfig } from './settings.js';

/** Creating or merging an index, and a bulk, take longer than a lookup. */
const REQUEST_TIMEOUT_MS = 120_000;

/** A cluster and the prefix of our indices. */
export interface Connection {
  client: Client;
  indexPrefix: string;
  /** Absent: one shard, with one replica if there is a second node. */
  layout?: IndexLayout;
}

/**
 * Runs the work of a command with a client for the Elasticsearch of the environment.
 * @throws {ConfigError} listing every faulty variable.
 * @throws {Error} with an explanation for the user; `cause` is the failure itself.
 */
export async function withClient(work: (connection: Connection) => Promise<void>): Promise<void> {
  const { elasticsearch, ...data } = loadDataConfig(await withQuickstart(readEnvironment()));
  const timeoutMs = Math.max(elasticsearch.timeoutMs, REQUEST_TIMEOUT_MS);
  const client = createClient({ ...elasticsearch, timeoutMs });
  try {
    await work({ client, ...data });
  } catch (error) {
    throw new Error(explain(error, elasticsearch.urls), { cause: error });
  } finally {
    await client.close();
  }
}

const PRIVILEGES = ['read', 'view_index_metadata'] as const;

/**
 * Call it when no index was found: Elasticsearch hides indices from a login that may not read them.
 * @throws {Error} naming the indices and the missing privileges
 */
export async function assertReadable(client: Client, names: readonly string[]): Promise<void> {
  const { index } = await client.security
    .hasPrivileges({ index: [{ names: [...names], privileges: [...PRIVILEGES] }] })
    .catch((error: unknown) => {
      // An Elasticsearch without logins does not know this request.
      if (error instanceof errors.ResponseError && error.statusCode === 400) return { index: {} };
      throw error;
    });
  const of: Readonly<Record<string, Readonly<Record<string, boolean>>>> = index;
  const lacking = PRIVILEGES.filter((one) => names.some((name) => of[name]?.[one] === false));
  if (lacking.length > 0)
    throw new Error(
      `This login lacks the privileges ${lacking.join(' and ')} on ${names.join(', ')}. Add them (\`npm run access\` creates such logins), or use another login.`,
    );
}
