import { AsyncLocalStorage } from 'node:async_hooks';

/** Follows one request of a caller through all that Elasticsearch is asked for it. */
export class Trace {
  /** Waited for a turn, in a batch or behind other long answers, or for one who asked the same. */
  queuedMs = 0;
  /** Taken by Elasticsearch, as it tells itself. */
  tookMs = 0;
  /** The rest of the time of its requests: the way there and back, and the client at both ends. */
  transportMs = 0;
  /** Sent to Elasticsearch. */
  requests = 0;

  constructor(readonly requestId: string) {}
}

/** As many ids as a batch of searches carries; of larger batches the others are counted. */
const MOST_IDS = 8;

const current = new AsyncLocalStorage<readonly Trace[]>();

/** Does work for these requests: for one, or for all that share a batch. */
export function traced<T>(traces: readonly Trace[], work: () => T): T {
  return current.run(traces, work);
}

/** Returns the requests that are worked for now. */
export function tracesNow(): readonly Trace[] {
  return current.getStore() ?? [];
}

/** Returns the traces of all that go into one batch. */
export function tracesOf(batch: readonly { readonly traces: readonly Trace[] }[]): Trace[] {
  return [...new Set(batch.flatMap(({ traces }) => traces))];
}

/** Notes that something has waited for its turn. */
export function noteWait(traces: readonly Trace[], ms: number): void {
  for (const trace of traces) trace.queuedMs += ms;
}

/**
 * Returns the option of a request that tells Elasticsearch, its slow log and its list of tasks, for
 * whom it works: `X-Opaque-Id`.
 */
export function forCallers(): { opaqueId?: string } {
  const ids = tracesNow().map(({ requestId }) => requestId);
  if (ids.length === 0) return {};
  const others = ids.length > MOST_IDS ? `+${ids.length - MOST_IDS}` : '';
  return { opaqueId: `${ids.slice(0, MOST_IDS).join(',')}${others}` };
}
