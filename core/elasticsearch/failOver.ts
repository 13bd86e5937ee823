import { type Client, errors } from '@elastic/elasticsearch';
import type { NodePool } from './nodePool.js';

/** A slower read triggers a ping, because its node may be away. */
const SLOW_READ_MS = 150;
/** Statuses of a node that is not healthy, or of a proxy before it. */
const AWAY_STATUSES: readonly number[] = [502, 503, 504];

type Request = Client['transport']['request'];
type Sent = Parameters<Request>[0];
type Options = NonNullable<Parameters<Request>[1]>;
type Send = (sent: Sent, options?: Options) => Promise<unknown>;

/**
 * Lets reads fail over to other nodes, within the time limit of the one request. The client's own
 * retries do not suffice: they wait for the time limit at a node that hangs. A write is never sent
 * twice, because the first one may have been done.
 */
export function failOver(client: Client, pool: NodePool): void {
  const { transport } = client;
  const send = transport.request.bind(transport) as Send;
  const request = async (sent: Sent, options?: Options): Promise<unknown> => {
    if (pool.size > 1) {
      if (isRead(sent)) return read(send, pool, sent, options);
      // A command sends few requests: without a ping, the first write could meet a node that is away.
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
  send: Send,
  pool: NodePool,
  sent: Sent,
  options: Options = {},
): Promise<unknown> {
  const { requestTimeout } = options;
  const deadline = performance.now() + Number(requestTimeout);
  const most = pool.size;
  for (let attempt = 1; ; attempt += 1) {
    const attempted = new AbortController();
    const isLast = attempt >= most;
    const unwatch = watch(pool, attempted, isLast, options.signal);
    const leftMs = Math.max(1, Math.ceil(deadline - performance.now()));
    const limit = typeof requestTimeout === 'number' ? { requestTimeout: leftMs } : {};
    try {
      const once = { ...options, ...limit, maxRetries: 0, signal: attempted.signal };
      return await send(preferring(sent, pool.preferred), once);
    } catch (error) {
      if (isLast || options.signal?.aborted === true) throw error;
      if (!attempted.signal.aborted && !isOfNode(error)) throw error;
      if (performance.now() >= deadline - 1) throw error;
    } finally {
      unwatch();
    }
  }
}

/**
 * Aborts an attempt when the caller aborts. Unless it is the last one, also when any node turns out to be
 * away, because the attempt may wait for data on that node.
 */
function watch(
  pool: NodePool,
  attempted: AbortController,
  isLast: boolean,
  given: AbortSignal | undefined,
): () => void {
  const abort = (): void => {
    attempted.abort();
  };
  if (given?.aborted === true) abort();
  // `AbortSignal.any` would leak memory with a signal that outlives its requests.
  given?.addEventListener('abort', abort);
  const slow = setTimeout(() => void pool.ping(), SLOW_READ_MS);
  const unwatch = isLast ? () => undefined : pool.whenAway(abort);
  return () => {
    given?.removeEventListener('abort', abort);
    clearTimeout(slow);
    unwatch();
  };
}

function isOfNode(error: unknown): boolean {
  if (error instanceof errors.ConnectionError) return true;
  return error instanceof errors.ResponseError && AWAY_STATUSES.includes(error.statusCode ?? 0);
}

/** Prefers the copies of the data on these nodes. */
function preferring(sent: Sent, ids: readonly string[] | undefined): Sent {
  if (ids === undefined) return sent;
  const preference = `_prefer_nodes:${ids.join(',')}`;
  const { path, bulkBody, querystring } = sent;
  // Each element of an `_msearch` is one search, and begins with the object of its header.
  if (path.endsWith('/_msearch') && Array.isArray(bulkBody)) {
    const searches = bulkBody as string[];
    const lines = searches.map((search) => `{"preference":"${preference}",${search.slice(1)}`);
    return { ...sent, bulkBody: lines };
  }
  // A point in time is bound to its copies already.
  const isPointInTime = typeof sent.body === 'object' && 'pit' in sent.body;
  if (isPointInTime || !/\/_(search|mget)$|\/_doc\//.test(path)) return sent;
  return typeof querystring === 'string'
    ? { ...sent, querystring: `${querystring}&preference=${preference}` }
    : { ...sent, querystring: { preference, ...querystring } };
}
