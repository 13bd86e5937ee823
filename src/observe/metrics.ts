import { Counter, Gauge, Histogram } from 'prom-client';

/** A cached answer takes a tenth of a millisecond, the slowest answers take seconds. */
const SECONDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

export const httpRequests = new Counter({
  name: 'geo_http_requests_total',
  help: 'Answered requests',
  labelNames: ['route', 'method', 'status'],
});
export const httpDuration = new Histogram({
  name: 'geo_http_request_duration_seconds',
  help: 'Time from the arrival of a request to its answer',
  labelNames: ['route', 'method', 'answered'],
  buckets: SECONDS,
});
export const httpRejections = new Counter({
  name: 'geo_http_rejections_total',
  help: 'Answers other than success, by reason',
  labelNames: ['reason'],
});
// An alert on an increase needs a first value of 0.
httpRejections.inc({ reason: 'internal' }, 0);
httpRejections.inc({ reason: 'elasticsearch_blocked' }, 0);
export const httpRunning = new Gauge({
  name: 'geo_http_requests_running',
  help: 'Requests that are not answered yet',
});

export const elasticsearchRequests = new Counter({
  name: 'geo_elasticsearch_requests_total',
  help: 'Requests to Elasticsearch',
  labelNames: ['operation'],
});
export const elasticsearchFailures = new Counter({
  name: 'geo_elasticsearch_failures_total',
  help: 'Failed requests to Elasticsearch, and failed items of requests',
  labelNames: ['operation', 'kind'],
});
export const elasticsearchDuration = new Histogram({
  name: 'geo_elasticsearch_request_duration_seconds',
  help: 'Duration of requests to Elasticsearch',
  labelNames: ['operation'],
  buckets: SECONDS,
});

export const queueWait = new Histogram({
  name: 'geo_queue_wait_seconds',
  help: 'Time in a queue',
  labelNames: ['queue'],
  buckets: SECONDS,
});
export const queueBatchSize = new Histogram({
  name: 'geo_queue_batch_size',
  help: 'Tasks that share one request to Elasticsearch',
  labelNames: ['queue'],
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
});

/**
 * `hit`: the answer was cached. `derived`: it was made of cached lists of names, documents, cities or borders.
 * `joined`: it waited for an equal lookup. `miss` and `bypass` asked Elasticsearch.
 */
export const LOOKUP_OUTCOMES = ['hit', 'derived', 'joined', 'miss', 'bypass'] as const;

export const cacheLookups = new Counter<'outcome'>({
  name: 'geo_cache_lookups_total',
  help: 'Lookups by the outcome of the cache',
  labelNames: ['outcome'],
});
export const cacheEvictions = new Counter({
  name: 'geo_cache_evictions_total',
  help: 'Entries evicted because a cache was full',
  labelNames: ['cache'],
});

type Values<Label extends string> = Iterable<readonly [Readonly<Record<Label, string>>, number]>;

/** Adds a gauge that is read at each scrape. Without values it is left out. */
export function gauge<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: () => Values<Label> | Promise<Values<Label>>,
): void {
  new Gauge<Label>({
    name: `geo_${name}`,
    help,
    labelNames: [...labelNames],
    async collect() {
      const values = [...(await read())];
      this.reset();
      // prom-client shows 0 for a gauge without labels that has no value.
      if (values.length === 0 && labelNames.length === 0) this.remove();
      for (const [labels, value] of values) this.set({ ...labels }, value);
    },
  });
}

/** The lengths of all queues of one name. */
const queues = new Map<string, (() => number)[]>();
gauge('queue_length', 'Tasks that wait to be sent to Elasticsearch', ['queue'], () =>
  [...queues].map(([queue, lengths]) => [
    { queue },
    lengths.reduce((sum, length) => sum + length(), 0),
  ]),
);

/** Shows the length of a queue. Queues with the same name are added up. */
export function measureQueue(name: string, length: () => number): void {
  queues.set(name, [...(queues.get(name) ?? []), length]);
}

export type CacheName = 'answers' | 'documents' | 'prefixes' | 'cities' | 'markers'; // prettier-ignore

/** The caches of this process. */
export const cacheMaps = new Map<CacheName, { readonly calculatedSize: number; readonly size: number }>(); // prettier-ignore
gauge('cache_bytes', 'Estimated memory of a cache', ['cache'], () =>
  [...cacheMaps].map(([cache, { calculatedSize }]) => [{ cache }, calculatedSize]),
);
gauge('cache_entries', 'Entries of a cache', ['cache'], () =>
  [...cacheMaps].map(([cache, { size }]) => [{ cache }, size]),
);
