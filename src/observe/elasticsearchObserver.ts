import type { Client, DiagnosticResult } from '@elastic/elasticsearch';
import { Counts } from './metrics/counts.js';
import { type Distribution, durations } from './metrics/durations.js';
import { type FailureKind, kindOfFailure, kindOfStatus } from '../search/failureKind.js';
import { tracesNow } from './trace.js';

/** Is told how Elasticsearch does. */
export interface Watching {
  answered(): void;
  failed(kind: FailureKind, error: unknown): void;
}

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
const OPERATIONS = ['_msearch', '_search', '_mget', '_bulk', '_mapping'];

/** Counts what is asked of Elasticsearch, and tells requests how long that took. */
export class ElasticsearchObserver {
  readonly requests = new Counts<'operation'>();
  /** Of whole requests, and of single items of them. */
  readonly failures = new Counts<'operation' | 'kind'>();
  readonly durations = new Map<string, Distribution>();

  constructor(client: Pick<Client, 'diagnostic'>, watching: Watching) {
    client.diagnostic.on('response', (error, result) => {
      const { params } = result?.meta.request ?? {};
      const operation = operationOf(params?.method, params?.path);
      this.#count(operation, error, result);
      if (error === null) watching.answered();
      else watching.failed(kindOfFailure(error), error);
    });
  }

  #count(operation: string, error: unknown, result: DiagnosticResult | null): void {
    const { duration = 0 } = result?.meta ?? {};
    this.requests.add({ operation });
    const distribution = this.durations.get(operation) ?? durations();
    this.durations.set(operation, distribution);
    distribution.add(duration);
    const body = (error === null ? result?.body : undefined) as MaybeItems | null | undefined;
    if (error !== null) this.failures.add({ operation, kind: kindOfFailure(error) });
    for (const { status = 503, error: failure } of itemsOf(body)) {
      if (failure === undefined || status === CONFLICT) continue;
      const kind = kindOfStatus(status, failure.type ?? '');
      // Where there is no token yet, there is no index of them either.
      if (kind !== 'no_index' || operation !== 'mget') this.failures.add({ operation, kind });
    }
    const took = typeof body?.took === 'number' ? body.took : 0;
    for (const trace of tracesNow()) {
      trace.requests += 1;
      trace.tookMs += took;
      trace.transportMs += Math.max(0, duration - took);
    }
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
