import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client, errors } from '@elastic/elasticsearch';
import { isOfProxy, NO_OPAQUE_ID } from './failures.js';
import { NodePool } from './nodePool.js';
import type { ElasticsearchSettings } from './settings.js';

const SNIFF_EVERY_MS = 30_000;
/** A slower read triggers a ping, because its node may be away. */
const SLOW_READ_MS = 150;
/** Statuses of a node that is not healthy, or of a proxy before it. */
const AWAY_STATUSES: readonly number[] = [502, 503, 504];

type Request = Client['transport']['request'];
type Sent = Parameters<Request>[0];
type Options = NonNullable<Parameters<Request>[1]>;
type Send = (sent: Sent, options?: Options) => Promise<unknown>;

/**
 * Creates a client for the cluster of the settings. It retries nothing, except for reads that another node
 * can answer: the API answers 503 at once, and the ingestion has its own retries.
 */
export function createClient(settings: ElasticsearchSettings): Client {
  // This variable is the only switch of the client's OpenTelemetry spans.
  process.env.OTEL_ELASTICSEARCH_ENABLED ??= 'false';
  const options: ConstructorParameters<typeof Client>[0] = {
    nodes: [...settings.urls],
    requestTimeout: settings.timeoutMs,
    maxRetries: 0,
    ConnectionPool: NodePool,
    ...(settings.sniff && { sniffOnStart: true, sniffInterval: SNIFF_EVERY_MS }),
    // Stored data was validated when it was written. The protection would parse every answer twice.
    disablePrototypePoisoningProtection: true,
  };
  if (settings.auth) options.auth = settings.auth;
  if (settings.caFile !== undefined) options.tls = { ca: readFileSync(settings.caFile) };
  const client = new Client(options);
  const { connectionPool: pool } = client;
  if (pool instanceof NodePool) {
    failOver(client, pool);
    checkAnswers(client, pool);
  }
  return client;
}

const OPAQUE_ID = 'x-opaque-id';
const PROCESS = randomBytes(4).toString('hex');
let requests = 0;

/**
 * Gives every request a unique `X-Opaque-Id`, which Elasticsearch returns: the ids of callers, `/`, the
 * process and a number. An answer with the id of another request or without an id, from a proxy or library
 * that may be out of step, fails like a lost connection. So does an answer without JSON.
 */
function checkAnswers({ diagnostic }: Client, pool: NodePool): void {
  diagnostic.on('request', (error, sent) => {
    if (error !== null || sent === null) return;
    requests += 1;
    const { options, params } = sent.meta.request;
    params.headers = {
      ...params.headers,
      [OPAQUE_ID]: `${options.opaqueId ?? ''}/${PROCESS}-${requests}`,
    };
  });
  diagnostic.on('response', (error, answer) => {
    if (answer === null || !(error === null || error instanceof errors.ResponseError)) return;
    const { statusCode, body, headers, meta } = answer;
    // The client accepts redirects as answers. Elasticsearch never redirects.
    if (error === null && statusCode >= 300 && statusCode < 400) throw new errors.ResponseError(answer); // prettier-ignore
    const received = headers[OPAQUE_ID];
    // The error of a proxy has no id, and does not pass for a result.
    if (received === undefined && isOfProxy(error)) return;
    if (received !== meta.request.params.headers?.[OPAQUE_ID]) {
      if (meta.connection !== null) pool.renew(meta.connection);
      throw received === undefined
        ? new errors.DeserializationError(NO_OPAQUE_ID, '')
        : new errors.ConnectionError(
            'the answer belongs to another request (X-Opaque-Id): the connection was replaced',
            answer,
          );
    }
    // The answer to a HEAD request is a boolean. An empty body, or a proxy's text, must not pass.
    if (error === null && typeof body !== 'boolean' && (typeof body !== 'object' || body === null))
      throw new errors.DeserializationError('the answer is not a JSON object', String(body));
  });
}

/**
 * Lets reads fail over to other nodes, within the time limit of the one request. The client's own
 * retries do not suffice: they wait for the time limit at a node that hangs. A write is never sent
 * twice, because the first one may have been done.
 */
function failOver({ transport }: Client, pool: NodePool): void {
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
  const nodes = pool.size;
  for (let attempt = 1; ; attempt += 1) {
    const attempted = new AbortController();
    const isPatient = attempt >= nodes;
    const unwatch = watch(pool, attempted, isPatient, options.signal);
    const leftMs = Math.max(1, Math.ceil(deadline - performance.now()));
    const limit = typeof requestTimeout === 'number' ? { requestTimeout: leftMs } : {};
    try {
      const once = { ...options, ...limit, maxRetries: 0, signal: attempted.signal };
      return await send(preferring(sent, pool.preferred), once);
    } catch (error) {
      if (attempt >= 2 * nodes || options.signal?.aborted === true) throw error;
      // If busy nodes have missed pings, a patient attempt can meet the one that is away. It fails at once.
      if (isPatient && !(error instanceof errors.ConnectionError)) throw error;
      if (!attempted.signal.aborted && !isOfNode(error)) throw error;
      if (performance.now() >= deadline - 1) throw error;
    } finally {
      unwatch();
    }
  }
}

/**
 * Aborts an attempt when the caller aborts. Unless it is patient, also when any node turns out to be away,
 * because the attempt may wait for data on that node.
 */
function watch(
  pool: NodePool,
  attempted: AbortController,
  isPatient: boolean,
  given: AbortSignal | undefined,
): () => void {
  const abort = (): void => {
    attempted.abort();
  };
  if (given?.aborted === true) abort();
  // `AbortSignal.any` would leak memory with a signal that outlives its requests.
  given?.addEventListener('abort', abort);
  const slow = setTimeout(() => void pool.ping(), SLOW_READ_MS);
  const unwatch = isPatient ? () => undefined : pool.whenAway(abort);
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
