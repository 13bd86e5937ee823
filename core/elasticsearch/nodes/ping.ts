import type { Connection } from '@elastic/elasticsearch';

/** Of what a node says itself: to ask another one would tell of both. */
const MASTER = { path: '/_cluster/state/master_node', querystring: 'filter_path=master_node' };
const OWN_ID = { path: '/_nodes/_local/http', querystring: 'filter_path=nodes.*.http' };

/**
 * The state of a node: without a master it answers, but may know nothing of the latest writes; it is
 * away when it does not answer in time.
 */
export type NodeState = 'well' | 'without master' | 'away';

/** Asks a node how it is. */
export async function ping(connection: Connection, withinMs: number): Promise<NodeState> {
  const answer = await ask(connection, MASTER, withinMs);
  if (answer === undefined) return 'away';
  if (answer.statusCode >= 500) return 'without master';
  // This login may not ask that, but it was answered.
  if (answer.statusCode >= 400) return 'well';
  const { master_node: master } = answer.body as { master_node?: string | null };
  return typeof master === 'string' ? 'well' : 'without master';
}

/** Returns the id of a node; undefined when it, or this login, does not tell. */
export async function nodeId(
  connection: Connection,
  withinMs: number,
): Promise<string | undefined> {
  const answer = await ask(connection, OWN_ID, withinMs);
  if (answer?.statusCode !== 200) return undefined;
  const { nodes = {} } = answer.body as { nodes?: Record<string, unknown> };
  return Object.keys(nodes)[0];
}

async function ask(
  connection: Connection,
  request: { path: string; querystring: string },
  timeout: number,
): Promise<{ statusCode: number; body: object } | undefined> {
  const options = { timeout, requestId: 'ping', name: 'ping', context: null };
  try {
    const { statusCode, body } = await connection.request({ method: 'GET', ...request }, options);
    const parsed: unknown = JSON.parse(String(body));
    return { statusCode, body: typeof parsed === 'object' ? (parsed ?? {}) : {} };
  } catch {
    return undefined;
  }
}
