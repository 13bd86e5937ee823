import type { Client } from '@elastic/elasticsearch';
import { sayAside } from '../cli/printable.js';
import { createClient } from './client.js';
import { readEnvironment } from './environment.js';
import { explain, hasStatus } from './failures.js';
import { retryingClient, type Waiting } from './retry.js';
import { type DataConfig, loadDataConfig } from './settings.js';

/** Creating or merging an index, and a bulk, take longer than a lookup. */
const REQUEST_TIMEOUT_MS = 120_000;
/** After this time without an answer, the command says what it waits for. */
const FIRST_ANSWER_MS = 5_000;

/** A cluster and the prefix of our indices. */
export interface Connection {
  client: Client;
  indexPrefix: string;
  /** Absent: one shard, with one replica if there is a second node. */
  layoutOf?: DataConfig['layoutOf'];
}

/**
 * Runs the work of a command with a client for the Elasticsearch of the environment. Elasticsearch hides indices
 * from a login that may not read them, so the command would take them for missing. The login is checked first.
 * @param needed names of indices that the command reads, and patterns of names, without the prefix
 * @param waiting the check waits until Elasticsearch answers; absent: it does not wait
 * @throws {ConfigError} listing every faulty variable.
 * @throws {Error} with an explanation for the user; `cause` is the failure itself.
 */
export async function withClient(
  needed: readonly string[],
  work: (connection: Connection) => Promise<void>,
  waiting?: Waiting,
): Promise<void> {
  const { elasticsearch, ...data } = loadDataConfig(readEnvironment());
  const timeoutMs = Math.max(elasticsearch.timeoutMs, REQUEST_TIMEOUT_MS);
  const client = createClient({ ...elasticsearch, timeoutMs });
  const silent = setTimeout(() => {
    sayAside(
      `Waiting for Elasticsearch (${elasticsearch.urls.join(', ')}), up to ${timeoutMs / 1_000} s for an answer.`,
    );
  }, FIRST_ANSWER_MS);
  try {
    const names = needed.map((name) => `${data.indexPrefix}-${name}`);
    const asking = waiting ? retryingClient(client, waiting) : client;
    await assertPrivileges(asking, names).finally(() => {
      clearTimeout(silent);
    });
    await work({ client, ...data });
  } catch (error) {
    throw new Error(explain(error, elasticsearch.urls), { cause: error });
  } finally {
    await client.close();
  }
}

const PRIVILEGES = ['read', 'view_index_metadata'] as const;

/** @throws {Error} naming the login, the indices and the missing privileges */
async function assertPrivileges(client: Client, needed: string[]): Promise<void> {
  if (needed.length === 0) return;
  const { index, username } = await client.security
    .hasPrivileges({ index: [{ names: needed, privileges: [...PRIVILEGES] }] })
    .catch((error: unknown) => {
      // An Elasticsearch without logins does not know this request.
      if (hasStatus(error, 400)) return { index: {}, username: '' };
      throw error;
    });
  const of: Readonly<Record<string, Readonly<Record<string, boolean>>>> = index;
  const isLacking = (name: string, privilege: string): boolean => of[name]?.[privilege] === false;
  const hidden = needed.filter((name) => PRIVILEGES.some((one) => isLacking(name, one)));
  const lacking = PRIVILEGES.filter((one) => hidden.some((name) => isLacking(name, one)));
  if (hidden.length > 0)
    throw new Error(
      `The login ${username} lacks the privileges ${lacking.join(' and ')} on ${hidden.join(', ')}. Add them (\`npm run access\` creates such logins), or use another login.`,
    );
}
