import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { statistics } from '../../lookups/cache/statistics.js';
import type { ElasticsearchObserver } from '../elasticsearchObserver.js';
import type { LiveGeneration } from '../../search/live.js';
import { CountedHistogram, type Labelled } from './histogram.js';
import type { QueueCounts } from './queues.js';
import type { RequestCounts } from './requests.js';

/** What metrics are read of when somebody asks for them. */
export interface Measured {
  readonly version: string;
  readonly requests: RequestCounts;
  readonly elasticsearch: Pick<ElasticsearchObserver, 'requests' | 'failures' | 'durations'>;
  /** By what waits in them. */
  readonly queues: Readonly<Record<string, QueueCounts>>;
  readonly generations: () => readonly LiveGeneration[];
  readonly isElasticsearchLost: () => boolean;
  /** Undefined: not known yet. */
  readonly isReady: () => boolean | undefined;
  readonly connections: () => Promise<number>;
}

type Values<Label extends string> = Iterable<readonly [Readonly<Record<Label, string>>, number]>;

const PREFIX = 'geo_';
const MS_PER_SECOND = 1_000;

/** Makes the metrics of a process. Everything is counted already: it is read when they are asked for. */
export function createRegistry(measured: Measured): Registry {
  const { requests, elasticsearch, queues } = measured;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  function counter<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => Values<Label>,
  ): void {
    registry.registerMetric(
      new Counter<Label>({
        name: PREFIX + name,
        help,
        labelNames: [...labelNames],
        registers: [],
        collect() {
          this.reset();
          for (const [labels, value] of read()) this.inc({ ...labels }, value);
        },
      }),
    );
  }

  function gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => Values<Label> | Promise<Values<Label>>,
  ): void {
    registry.registerMetric(
      new Gauge<Label>({
        name: PREFIX + name,
        help,
        labelNames: [...labelNames],
        registers: [],
        async collect() {
          const values = [...(await read())];
          this.reset();
          // The library takes one without labels for 0, also where it is not known.
          if (values.length === 0 && labelNames.length === 0) this.remove();
          for (const [labels, value] of values) this.set({ ...labels }, value);
        },
      }),
    );
  }

  function histogram<Label extends string>(
    name: string,
    help: string,
    unit: number,
    read: () => Iterable<Labelled<Label>>,
  ): void {
    registry.registerMetric(new CountedHistogram(PREFIX + name, help, unit, read));
  }

  gauge('info', 'The service; always 1', ['version'], () => [[{ version: measured.version }, 1]]);
  gauge('ready', '1 if all that is needed is there, 0 if not; absent: not checked yet', [], () => {
    const isReady = measured.isReady();
    return isReady === undefined ? [] : [[{}, Number(isReady)]];
  });

  counter('http_requests_total', 'Answered requests', ['route', 'method', 'status'], () =>
    [...requests.all()].flatMap(({ route, method, byStatus }) =>
      [...byStatus].map(
        ([status, number]) => [{ route, method, status: String(status) }, number] as const,
      ),
    ),
  );
  histogram(
    'http_request_duration_seconds',
    'Time from the arrival of a request to its answer',
    MS_PER_SECOND,
    () =>
      [...requests.all()].flatMap(({ route, method, durations }) =>
        Object.entries(durations).map(([answered, distribution]) => ({
          labels: { route, method, answered },
          distribution,
        })),
      ),
  );
  counter('http_refusals_total', 'Answers other than success, by their reason', ['reason'], () =>
    [...requests.refusals].map(([reason, number]) => [{ reason }, number]),
  );
  gauge('http_requests_running', 'Requests that are not answered yet', [], () => [
    [{}, requests.running],
  ]);
  gauge('http_connections', 'Open connections of callers', [], async () => [
    [{}, await measured.connections()],
  ]);

  gauge('elasticsearch_up', '0 while Elasticsearch answers nothing', [], () => [
    [{}, Number(!measured.isElasticsearchLost())],
  ]);
  counter('elasticsearch_requests_total', 'Requests to Elasticsearch', ['operation'], () =>
    [...elasticsearch.requests.entries()].map(({ labels, number }) => [labels, number]),
  );
  counter(
    'elasticsearch_failures_total',
    'Requests to Elasticsearch, and single items of them, that failed',
    ['operation', 'kind'],
    () => [...elasticsearch.failures.entries()].map(({ labels, number }) => [labels, number]),
  );
  histogram(
    'elasticsearch_request_duration_seconds',
    'Time of a request to Elasticsearch',
    MS_PER_SECOND,
    () =>
      [...elasticsearch.durations].map(([operation, distribution]) => ({
        labels: { operation },
        distribution,
      })),
  );

  const queued = Object.entries(queues);
  gauge('queue_length', 'What waits for its turn to be sent to Elasticsearch', ['queue'], () =>
    queued.map(([queue, { length }]) => [{ queue }, length]),
  );
  histogram('queue_wait_seconds', 'Time that it waits', MS_PER_SECOND, () =>
    queued.map(([queue, { waits }]) => ({ labels: { queue }, distribution: waits })),
  );
  histogram('queue_batch_size', 'What goes together in one request', 1, () =>
    queued.map(([queue, { batches }]) => ({ labels: { queue }, distribution: batches })),
  );

  counter('kept_lookups_total', 'Lookups by the way they are answered on', ['way'], () =>
    Object.entries(statistics.lookups).map(([way, number]) => [{ way }, number]),
  );
  gauge('kept_bytes', 'Estimated memory of what is kept', ['what'], () =>
    [...statistics.maps].map(([what, { calculatedSize }]) => [{ what }, calculatedSize]),
  );
  gauge('kept_entries', 'What is kept', ['what'], () =>
    [...statistics.maps].map(([what, { size }]) => [{ what }, size]),
  );
  counter('kept_evictions_total', 'Dropped for want of room', ['what'], () =>
    [...statistics.evictions].map(([what, number]) => [{ what }, number]),
  );
  counter('kept_proofs_total', 'Cells whose countries were looked at as a whole', ['outcome'], () =>
    Object.entries(statistics.proofs).map(([outcome, number]) => [{ outcome }, number]),
  );

  gauge('generation_info', 'The live generation; always 1', ['resource', 'generation'], () =>
    measured.generations().map(({ resource, index }) => [{ resource, generation: index }, 1]),
  );
  gauge(
    'data_live_since_timestamp_seconds',
    'When the live data of a resource went live, in Unix time',
    ['resource'],
    () =>
      measured.generations().flatMap(({ resource, sinceMs }) => {
        return sinceMs === undefined ? [] : [[{ resource }, sinceMs / MS_PER_SECOND] as const];
      }),
  );
  return registry;
}
