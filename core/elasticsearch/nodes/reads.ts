import { type Client, errors } from '@elastic/elasticsearch';
import type { NodePool } from './pool.js';

/** A read that takes longer is a reason to look whether a node is away. */
const SLOW_READ_MS = 150;
/** Answers of a node that is not well, or of a proxy before it. */
const AWAY_STATUSES: readonly number[] = [502, 503, 504];

type Request = Client['transport']['request'];
type Sent = Parameters<Request>[0];
type Options = NonNullable<Parameters<Request>[1]>;

/**
 * Lets reads fail over: one that met a node that is away is sent again to another one, and while any
 * is away, asks for data of those that are not. All within the time of the one request. A write is
 * never sent twice: nobody knows what became of the first.
 */
export function failOver(client: Client, pool: NodePool): void {
  const { transport } = client;
  const send = transport.request.bind(transport) as (
    sent: Sent,
    options?: Options,
  ) => Promise<unknown>;
  const request = async (sent: Sent, options?: Options): Promise<unknown> => {
    if (pool.size > 1) {
      if (isRead(sent)) return read(send, pool, sent, options);
      // Commands make few requests: without a ping, the first write may meet a node that is away.
      if (!pool.isPinged) await pool.ping();
    }
    return send(sent, options);
  };
  transport.request = request as Request;
}

function isRead({ method, path }: Sent): boolean {
  return method === 'GET' || method === 'HEAD' || /\/_(msearch|search|mget|count)$/.test(path);
}

async function read(
  send: (sent: Sent, options?: Options) => Promise<unknown>,
  pool: NodePool,
  sent: Sent,
  options: Options = {},
): Promise<unknown> {
  const { requestTimeout } = options;
  const deadline =
    typeof requestTimeout === 'number' ? performance.now() + requestTimeout : undefined;
  const most = pool.size;
  for (let attempt = 1; ; attempt += 1) {
    const attempted = new AbortController();
    const isLast = attempt >= most;
    const unwatch = watch(pool, attempted, isLast, options.signal);
    const remaining = deadline === undefined ? {} : { requestTimeout: left(deadline) };
    try {
      const once = { ...options, ...remaining, maxRetries: 0, signal: attempted.signal };
      return await send(preferring(sent, pool.preferred), once);
    } catch (error) {
      if (isLast || options.signal?.aborted === true) throw error;
      if (!attempted.signal.aborted && !isOfNode(error)) throw error;
      if (deadline !== undefined && left(deadline) <= 1) throw error;
    } finally {
      unwatch();
    }
  }
}

function left(deadline: number): number {
  return Math.max(1, Math.ceil(deadline - performance.now()));
}

/**
 * Gives an attempt up when the caller does, and, unless it is the last one, as soon as any node is
 * found to be away: it may wait for that one.
 */
function watch(
  pool: NodePool,
  attempted: AbortController,
  isLast: boolean,
  given: AbortSignal | undefined,
): () => void {
  const giveUp = (): void => {
    attempted.abort();
  };
  if (given?.aborted === true) giveUp();
  // Not by `AbortSignal.any`, which would keep something of every request with a signal that stays.
  given?.addEventListener('abort', giveUp);
  const slow = setTimeout(() => void pool.ping(), SLOW_READ_MS);
  const unwatch = isLast ? () => undefined : pool.whenAway(giveUp);
  return () => {
    given?.removeEventListener('abort', giveUp);
    clearTimeout(slow);
    unwatch();
  };
}

function isOfNode(error: unknown): boolean {
  if (error instanceof errors.ConnectionError) return true;
  return error instanceof errors.ResponseError && AWAY_STATUSES.includes(error.statusCode ?? 0);
}

/** Asks for the copies of data that are on these nodes, where there are any. */
function preferring(sent: Sent, ids: readonly string[] | undefined): Sent {
  if (ids === undefined) return sent;
  const preference = `_prefer_nodes:${ids.join(',')}`;
  const { path, bulkBody, querystring } = sent;
  if (path.endsWith('/_msearch') && typeof bulkBody === 'string') {
    // Of each search in its first line.
    const preferred = bulkBody.replace(/^\{"index":/gm, `{"preference":"${preference}","index":`);
    return { ...sent, bulkBody: preferred };
  }
  // A view of one moment is bound to its copies already.
  const isOfMoment = typeof sent.body === 'object' && 'pit' in sent.body;
  if (isOfMoment || !/\/_(search|mget)$|\/_doc\//.test(path)) return sent;
  return typeof querystring === 'string'
    ? { ...sent, querystring: `${querystring}&preference=${preference}` }
    : { ...sent, querystring: { preference, ...querystring } };
}
