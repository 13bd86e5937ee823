import { AsyncLocalStorage } from 'node:async_hooks';

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

  constructor(readonly requestId: string) {}
}

/** A batch names this many request ids, and counts the others. */
const MAX_IDS = 8;

const current = new AsyncLocalStorage<readonly Trace[]>();

/** Runs work for these requests: for one, or for all that share a batch. */
export function traced<T>(traces: readonly Trace[], work: () => T): T {
  return current.run(traces, work);
}

/** Returns the traces of the requests that are worked for now. */
export function currentTraces(): readonly Trace[] {
  return current.getStore() ?? [];
}

/** Returns the client option that sends the request ids to Elasticsearch as `X-Opaque-Id`. */
export function opaqueIds(): { opaqueId?: string } {
  const ids = currentTraces().map(({ requestId }) => requestId);
  if (ids.length === 0) return {};
  const others = ids.length > MAX_IDS ? `+${ids.length - MAX_IDS}` : '';
  return { opaqueId: `${ids.slice(0, MAX_IDS).join(',')}${others}` };
}
