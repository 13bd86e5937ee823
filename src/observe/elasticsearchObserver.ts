import { type Client, type DiagnosticResult, errors } from '@elastic/elasticsearch';
import { explain } from '../../core/elasticsearch/explain.js';
import {
  type FailureKind,
  kindOfFailure,
  kindOfStatus,
} from '../../core/elasticsearch/failures.js';
import { elasticsearchDuration, elasticsearchFailures, elasticsearchRequests } from './metrics.js';
import type { StateLog } from './stateLog.js';
import { tracesNow } from './trace.js';

/** An item of an answer that has failed, as `_msearch`, `_mget` and `_bulk` have them. */
interface MaybeFailed {
  readonly status?: number;
  readonly error?: { readonly type?: string };
}

/** A proxy in between may answer anything. */
interface MaybeItems {
  readonly took?: unknown;
  readonly responses?: unknown;
  readonly docs?: unknown;
  readonly items?: unknown;
}

/** A conflict, which is tried again, is no failure. */
const CONFLICT = 409;

/** All that is asked of Elasticsearch; anything else is `other`. */
const OPERATIONS = ['_msearch', '_mget', '_bulk'];

/** These are of one request, and say nothing of the others. */
const OF_ONE_REQUEST: readonly FailureKind[] = ['no_index', 'blocked', 'refused'];

/** As long as it is believed to be well after its last answer: what is asked once a second comes twice. */
const BELIEVED_MS = 1_500;

const LOST = { begin: 'Elasticsearch does not answer', end: 'Elasticsearch answers again' };

/** By which the log knows that Elasticsearch answers nothing. */
export const ELASTICSEARCH_LOST = 'Elasticsearch is lost';

/** Counts what is asked of Elasticsearch, tells requests how long that took, and the log when nothing is answered. */
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
    if (OF_ONE_REQUEST.includes(kind) || performance.now() - answeredAt < BELIEVED_MS) return;
    const meant = kind === 'timeout' ? new errors.TimeoutError('no answer in time') : error;
    states.begin(ELASTICSEARCH_LOST, LOST, { kind, reason: explain(meant, urls) });
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
    // Where there is no token yet, there is no index of them either.
    if (kind !== 'no_index' || operation !== 'mget') elasticsearchFailures.inc({ operation, kind });
  }
  const took = typeof body?.took === 'number' ? body.took : 0;
  for (const trace of tracesNow()) {
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
  // Those of a bulk are named by what was to be done.
  const { index, create } = item as { index?: MaybeFailed; create?: MaybeFailed };
  return index ?? create ?? item;
}
