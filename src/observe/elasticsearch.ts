import { AsyncLocalStorage } from 'node:async_hooks';
import { type Client, type DiagnosticResult, errors } from '@elastic/elasticsearch';
import {
  explain,
  type FailureKind,
  kindOfFailure,
  kindOfStatus,
} from '../../core/elasticsearch/failures.js';
import { elasticsearchDuration, elasticsearchFailures, elasticsearchRequests } from './metrics.js';
import type { StateLog } from './stateLog.js';

/** Collects where the time of one request went. */
export class Trace {
  /** In queues. */
  queuedMs = 0;
  /** In Elasticsearch, as it reports itself. */
  tookMs = 0;
  /** The rest of the time of requests to Elasticsearch: network and client. */
  transportMs = 0;
  /** Requests to Elasticsearch. */
  requests = 0;
  /** The token that the request was sent with. */
  tokenId?: string;

  constructor(
    readonly requestId: string,
    readonly traceparent?: string,
  ) {}
}

/** A batch names this many request ids, and counts the others. */
const MAX_IDS = 8;

interface Work {
  readonly traces: readonly Trace[];
  /** True if callers of any token wait for it. */
  readonly isShared: boolean;
}

const current = new AsyncLocalStorage<Work>();

/** Runs work for these requests: for one, or for all that share a batch. */
export function traced<T>(traces: readonly Trace[], work: () => T): T {
  return current.run({ traces, isShared: false }, work);
}

/** Runs work for the current requests that others may join, so that it takes the turn of no token. */
export function shared<T>(work: () => T): T {
  return current.run({ traces: currentTraces(), isShared: true }, work);
}

/** Returns the traces of the requests that are worked for now. */
export function currentTraces(): readonly Trace[] {
  return current.getStore()?.traces ?? [];
}

/** Returns the token of the current work; undefined without a token, or if several tokens share the work. */
export function currentTokenId(): string | undefined {
  const { traces: [first, ...others] = [], isShared } = current.getStore() ?? {};
  const isOne = isShared !== true && others.every(({ tokenId }) => tokenId === first?.tokenId);
  return isOne ? first?.tokenId : undefined;
}

/**
 * Returns the client options that send the request ids to Elasticsearch as `X-Opaque-Id`, and the first
 * `traceparent`, because Elasticsearch reads only one.
 */
export function opaqueIds(): { opaqueId?: string; headers?: { traceparent: string } } {
  const ids = currentTraces().map(({ requestId }) => requestId);
  if (ids.length === 0) return {};
  const others = ids.length > MAX_IDS ? `+${ids.length - MAX_IDS}` : '';
  const traceparent = currentTraces().find((trace) => trace.traceparent !== undefined)?.traceparent;
  return {
    opaqueId: `${ids.slice(0, MAX_IDS).join(',')}${others}`,
    ...(traceparent !== undefined && { headers: { traceparent } }),
  };
}

/** All others are `indices_get` or `other`. */
const OPERATIONS = ['_msearch', '_mget', '_bulk'];
/** A version conflict is retried, and not counted. */
const CONFLICT = 409;
/** Failures of one request, which say nothing about the others. */
const OF_ONE_REQUEST: readonly FailureKind[] = ['no_index', 'blocked', 'refused'];
/** Elasticsearch counts as reachable for this time after its last answer. */
const REACHABLE_MS = 1_500;
const LOST = { begin: 'Elasticsearch does not answer', end: 'Elasticsearch answers again' };

/** The name of the state in which Elasticsearch does not answer. */
export const ELASTICSEARCH_LOST = 'Elasticsearch is lost';

/** Counts and times requests to Elasticsearch, and logs when it does not answer. */
export function observeElasticsearch(
  client: Pick<Client, 'diagnostic'>,
  states: StateLog,
  urls: readonly string[],
): void {
  let answeredAt = -Infinity;
  client.diagnostic.on('response', (error, result) => {
    count(error, result);
    const now = performance.now();
    const isReachable = now - answeredAt < REACHABLE_MS;
    if (error === null) {
      answeredAt = now;
      // The state begins only after this time.
      if (!isReachable) states.end(ELASTICSEARCH_LOST);
      return;
    }
    const kind = kindOfFailure(error);
    if (OF_ONE_REQUEST.includes(kind) || isReachable) return;
    const shown = kind === 'timeout' ? new errors.TimeoutError('no answer in time') : error;
    states.begin(ELASTICSEARCH_LOST, LOST, { kind, reason: explain(shown, urls) });
  });
}

/** Unknown members, because a proxy in between may answer anything. */
type MaybeItems = Partial<Record<'took' | 'responses' | 'docs' | 'items', unknown>>;

function count(error: unknown, result: DiagnosticResult | null): void {
  const { duration = 0, request } = result?.meta ?? {};
  const operation = operationOf(request?.params);
  elasticsearchRequests.inc({ operation });
  elasticsearchDuration.observe({ operation }, duration / 1_000);
  if (error !== null) elasticsearchFailures.inc({ operation, kind: kindOfFailure(error) });
  const body = ((error === null ? result?.body : undefined) ?? {}) as MaybeItems;
  const items = body.responses ?? body.docs ?? body.items;
  for (const item of Array.isArray(items) ? items.map(toItem) : []) {
    const { status = 503, error: failure } = item;
    if (failure === undefined || status === CONFLICT) continue;
    const kind = kindOfStatus(status, item);
    // Before the first token is created, its index does not exist. A poll of readiness that misses an index is no failure.
    const isExpected = operation === 'mget' || currentTraces().length === 0;
    if (kind !== 'no_index' || !isExpected) elasticsearchFailures.inc({ operation, kind });
  }
  const took = typeof body.took === 'number' ? body.took : 0;
  for (const trace of currentTraces()) {
    trace.requests += 1;
    trace.tookMs += took;
    trace.transportMs += Math.max(0, duration - took);
  }
}

function operationOf({ method, path = '' }: { method?: string; path?: string } = {}): string {
  const found = OPERATIONS.find((each) => path.endsWith(each));
  if (found !== undefined) return found.slice(1);
  return method === 'GET' && !path.includes('/_') ? 'indices_get' : 'other';
}

interface MaybeFailed {
  readonly status?: number;
  readonly error?: { readonly type?: string };
}

function toItem(item: unknown): MaybeFailed {
  if (typeof item !== 'object' || item === null) return {};
  // Items of `_bulk` are wrapped by the name of the operation.
  const { index, create } = item as { index?: MaybeFailed; create?: MaybeFailed };
  return index ?? create ?? item;
}
