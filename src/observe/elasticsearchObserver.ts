import { type Client, type DiagnosticResult, errors } from '@elastic/elasticsearch';
import {
  explain,
  type FailureKind,
  kindOfFailure,
  kindOfStatus,
} from '../../core/elasticsearch/failures.js';
import { elasticsearchDuration, elasticsearchFailures, elasticsearchRequests } from './metrics.js';
import type { StateLog } from './stateLog.js';
import { currentTraces } from './trace.js';

/** An item of an answer of `_msearch`, `_mget` or `_bulk`. */
interface MaybeFailed {
  readonly status?: number;
  readonly error?: { readonly type?: string };
}

/** Unknown members, because a proxy in between may answer anything. */
interface MaybeItems {
  readonly took?: unknown;
  readonly responses?: unknown;
  readonly docs?: unknown;
  readonly items?: unknown;
}

/** A version conflict is retried, and not counted. */
const CONFLICT = 409;

/** All others are `indices_get` or `other`. */
const OPERATIONS = ['_msearch', '_mget', '_bulk'];

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
    const { params } = result?.meta.request ?? {};
    const operation = operationOf(params?.method, params?.path);
    count(operation, error, result);
    if (error === null) {
      answeredAt = performance.now();
      states.end(ELASTICSEARCH_LOST);
      return;
    }
    const kind = kindOfFailure(error);
    if (OF_ONE_REQUEST.includes(kind) || performance.now() - answeredAt < REACHABLE_MS) return;
    const shown = kind === 'timeout' ? new errors.TimeoutError('no answer in time') : error;
    states.begin(ELASTICSEARCH_LOST, LOST, { kind, reason: explain(shown, urls) });
  });
}

function count(operation: string, error: unknown, result: DiagnosticResult | null): void {
  const { duration = 0 } = result?.meta ?? {};
  elasticsearchRequests.inc({ operation });
  elasticsearchDuration.observe({ operation }, duration / 1_000);
  const body = (error === null ? result?.body : undefined) as MaybeItems | null | undefined;
  if (error !== null) elasticsearchFailures.inc({ operation, kind: kindOfFailure(error) });
  for (const { status = 503, error: failure } of itemsOf(body)) {
    if (failure === undefined || status === CONFLICT) continue;
    const kind = kindOfStatus(status, failure.type ?? '');
    // Before the first token is created, its index does not exist.
    if (kind !== 'no_index' || operation !== 'mget') elasticsearchFailures.inc({ operation, kind });
  }
  const took = typeof body?.took === 'number' ? body.took : 0;
  for (const trace of currentTraces()) {
    trace.requests += 1;
    trace.tookMs += took;
    trace.transportMs += Math.max(0, duration - took);
  }
}

function operationOf(method = '', path = ''): string {
  const found = OPERATIONS.find((each) => path.endsWith(each));
  if (found !== undefined) return found.slice(1);
  return method === 'GET' && !path.includes('/_') ? 'indices_get' : 'other';
}

function itemsOf(body: MaybeItems | null | undefined): readonly MaybeFailed[] {
  const { responses, docs, items } = body ?? {};
  const list: unknown = responses ?? docs ?? items;
  return Array.isArray(list) ? list.map(failedOf) : [];
}

function failedOf(item: unknown): MaybeFailed {
  if (typeof item !== 'object' || item === null) return {};
  // Items of `_bulk` are wrapped by the name of the operation.
  const { index, create } = item as { index?: MaybeFailed; create?: MaybeFailed };
  return index ?? create ?? item;
}
