import type { Live } from '../search/live.js';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** All metrics of this process. They are counted where things happen, or read when somebody asks for them. */
export const registry = new Registry();
const registers = [registry];

/** A kept answer takes a tenth of a millisecond, the slowest some seconds. */
const SECONDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

export const httpRequests = new Counter({
  name: 'geo_http_requests_total',
  help: 'Answered requests',
  labelNames: ['route', 'method', 'status'],
  registers,
});
export const httpDuration = new Histogram({
  name: 'geo_http_request_duration_seconds',
  help: 'Time from the arrival of a request to its answer',
  labelNames: ['route', 'method', 'answered'],
  buckets: SECONDS,
  registers,
});
export const httpRefusals = new Counter({
  name: 'geo_http_refusals_total',
  help: 'Answers other than success, by their reason',
  labelNames: ['reason'],
  registers,
});
// Of a number that Prometheus has never seen it does not tell that it grew: not of the first defect.
httpRefusals.inc({ reason: 'internal' }, 0);
export const httpRunning = new Gauge({
  name: 'geo_http_requests_running',
  help: 'Requests that are not answered yet',
  registers,
});

export const elasticsearchRequests = new Counter({
  name: 'geo_elasticsearch_requests_total',
  help: 'Requests to Elasticsearch',
  labelNames: ['operation'],
  registers,
});
export const elasticsearchFailures = new Counter({
  name: 'geo_elasticsearch_failures_total',
  help: 'Requests to Elasticsearch, and single items of them, that failed',
  labelNames: ['operation', 'kind'],
  registers,
});
export const elasticsearchDuration = new Histogram({
  name: 'geo_elasticsearch_request_duration_seconds',
  help: 'Time of a request to Elasticsearch',
  labelNames: ['operation'],
  buckets: SECONDS,
  registers,
});

export const queueWait = new Histogram({
  name: 'geo_queue_wait_seconds',
  help: 'Time that it waits',
  labelNames: ['queue'],
  buckets: SECONDS,
  registers,
});
export const queueBatchSize = new Histogram({
  name: 'geo_queue_batch_size',
  help: 'What goes together in one request',
  labelNames: ['queue'],
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  registers,
});

/** The ways in which a lookup is answered; only the last two of them ask Elasticsearch. */
export const WAYS = ['question', 'made', 'unchanged', 'joined', 'asked', 'not_kept'] as const;

export const keptLookups = new Counter({
  name: 'geo_kept_lookups_total',
  help: 'Lookups by the way they are answered on',
  labelNames: ['way'],
  registers,
});
export const keptEvictions = new Counter({
  name: 'geo_kept_evictions_total',
  help: 'Dropped for want of room',
  labelNames: ['what'],
  registers,
});
export const keptProofs = new Counter({
  name: 'geo_kept_proofs_total',
  help: 'Cells whose countries were looked at as a whole',
  labelNames: ['outcome'],
  registers,
});

type Values<Label extends string> = Iterable<readonly [Readonly<Record<Label, string>>, number]>;

/** Adds a gauge that is read when somebody asks for it, by its labels. No values: it is left out. */
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
    registers,
    async collect() {
      const values = [...(await read())];
      this.reset();
      // The library takes one without labels for 0, also where it is not known.
      if (values.length === 0 && labelNames.length === 0) this.remove();
      for (const [labels, value] of values) this.set({ ...labels }, value);
    },
  });
}

/** The lengths of queues, by what waits in them. */
const queues = new Map<string, (() => number)[]>();
gauge('queue_length', 'What waits for its turn to be sent to Elasticsearch', ['queue'], () =>
  [...queues].map(([queue, lengths]) => [
    { queue },
    lengths.reduce((sum, length) => sum + length(), 0),
  ]),
);

/** Shows how many wait in a queue; of several with one name, in all of them. */
export function measureQueue(name: string, length: () => number): void {
  queues.set(name, [...(queues.get(name) ?? []), length]);
}

/** What is kept. */
export type KeptKind = 'answers' | 'addresses' | 'documents' | 'beginnings' | 'territories' | 'closest_cities'; // prettier-ignore

/** The latest of each kind: they are made again for every generation. */
export const keptMaps = new Map<KeptKind, { readonly calculatedSize: number; readonly size: number }>(); // prettier-ignore
gauge('kept_bytes', 'Estimated memory of what is kept', ['what'], () =>
  [...keptMaps].map(([what, { calculatedSize }]) => [{ what }, calculatedSize]),
);
gauge('kept_entries', 'What is kept', ['what'], () =>
  [...keptMaps].map(([what, { size }]) => [{ what }, size]),
);

interface Measured {
  readonly version: string;
  readonly live: Pick<Live, 'isReady' | 'generations'>;
  readonly isElasticsearchLost: () => boolean;
  readonly connections: () => Promise<number>;
}

/** Adds what is known of this process: what is live, and its memory, processor time and event loop. */
export function measureProcess(measured: Measured): void {
  const { version, live, isElasticsearchLost, connections } = measured;
  collectDefaultMetrics({ register: registry });
  gauge('info', 'The service; always 1', ['version'], () => [[{ version: version }, 1]]);
  gauge('ready', '1 if all that is needed is there, 0 if not; absent: not checked yet', [], () =>
    live.isReady === undefined ? [] : [[{}, Number(live.isReady)]],
  );
  gauge('elasticsearch_up', '0 while Elasticsearch answers nothing', [], () => [
    [{}, Number(!isElasticsearchLost())],
  ]);
  gauge('http_connections', 'Open connections of callers', [], async () => [
    [{}, await connections()],
  ]);
  gauge('generation_info', 'The live generation; always 1', ['resource', 'generation'], () =>
    live.generations().map(({ resource, index }) => [{ resource, generation: index }, 1]),
  );
  gauge(
    'data_live_since_timestamp_seconds',
    'When the live data of a resource went live, in Unix time',
    ['resource'],
    () =>
      live
        .generations()
        .flatMap(({ resource, sinceMs }) =>
          sinceMs === undefined ? [] : [[{ resource }, sinceMs / 1_000] as const],
        ),
  );
}
