import { createServer, type Server } from 'node:http';
import type { estypes } from '@elastic/elasticsearch';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { readProvenance } from '../../indices/provenance.js';
import type { RunDocument } from '../../indices/runs.js';
import { gauge } from './metrics.js';

/** A scrape takes the time of many requests, so its text is shared this long. */
const COLLECT_EVERY_MS = 250;
/** Prometheus needs one or two. More would take file descriptors from callers. */
const MAX_CONNECTIONS = 32;
/** Time to send a request, and for an idle connection. */
const WITHIN_MS = 10_000;

/** Creates the server of `GET /metrics`. It has its own port, because no token is needed. */
export function createMetricsServer(
  source: Pick<Registry, 'metrics' | 'contentType'>,
  withinMs = WITHIN_MS,
): Server {
  let latest: { readonly since: number; readonly text: Promise<string> } | undefined;

  function collected(): Promise<string> {
    const now = performance.now();
    if (latest === undefined || now - latest.since >= COLLECT_EVERY_MS)
      latest = { since: now, text: source.metrics() };
    return latest.text;
  }

  const options = {
    requestTimeout: withinMs,
    headersTimeout: withinMs,
    connectionsCheckingInterval: withinMs / 10,
  };
  const server = createServer(options, (request, response) => {
    const path = request.url?.split('?', 1)[0];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path !== '/metrics' || !isRead) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end('There is nothing here but GET /metrics.\n');
      return;
    }
    collected().then(
      (text) => {
        response.writeHead(200, {
          'Content-Type': source.contentType,
          'Cache-Control': 'no-store',
        });
        response.end(request.method === 'HEAD' ? undefined : text);
      },
      (error: unknown) => {
        response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
        response.end(`The metrics cannot be read: ${String(error)}\n`);
      },
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  // A caller that does not read holds memory.
  server.setTimeout(withinMs);
  return server;
}

interface LiveGeneration {
  readonly index: string;
  readonly state: estypes.IndicesIndexState;
}

interface Measured {
  readonly version: string;
  readonly live: {
    readonly isReady: boolean | undefined;
    /** Returns each resource that has a live generation. */
    generations(): readonly (readonly [string, LiveGeneration])[];
  };
  readonly isElasticsearchLost: () => boolean;
  readonly connections: () => Promise<number>;
  /** Returns the last run of each resource. Does not fail. */
  readonly lastRuns: () => Promise<readonly RunDocument[]>;
}

/** Adds the metrics of the process: live data, memory, processor time and event loop. */
export function measureProcess({
  version,
  live,
  isElasticsearchLost,
  connections,
  lastRuns,
}: Measured): void {
  collectDefaultMetrics();
  gauge('info', 'The service; always 1', ['version'], () => [[{ version }, 1]]);
  gauge('ready', '1 if ready, 0 if not; absent before the first check', [], () =>
    live.isReady === undefined ? [] : [[{}, Number(live.isReady)]],
  );
  gauge('elasticsearch_up', '0 while Elasticsearch does not answer', [], () => [
    [{}, Number(!isElasticsearchLost())],
  ]);
  gauge('http_connections', 'Open connections of callers', [], async () => [
    [{}, await connections()],
  ]);
  gauge('generation_info', 'The live generation; always 1', ['resource', 'generation'], () =>
    live.generations().map(([resource, { index }]) => [{ resource, generation: index }, 1]),
  );
  gauge(
    'data_live_since_timestamp_seconds',
    'When the live data of a resource was promoted, in Unix time',
    ['resource'],
    () =>
      live.generations().flatMap(([resource, { state }]) => {
        const since = readProvenance(state.mappings?._meta)?.live;
        return since === undefined ? [] : [[{ resource }, Date.parse(since) / 1_000] as const];
      }),
  );
  const time = 'When the last ingestion of a resource ended, in Unix time';
  gauge('ingestion_last_run_timestamp_seconds', time, ['resource'], async () =>
    (await lastRuns()).map(({ resource, ended = '' }) => [{ resource }, Date.parse(ended) / 1_000]),
  );
  const outcomes = 'The outcome of the last ingestion; always 1';
  gauge('ingestion_last_run_outcome', outcomes, ['resource', 'outcome'], async () =>
    (await lastRuns()).map(({ resource, outcome }) => [{ resource, outcome }, 1]),
  );
  const rejects = 'Rows that the last ingestion rejected';
  gauge('ingestion_last_run_rejects', rejects, ['resource'], async () =>
    (await lastRuns()).flatMap(({ resource, counts }) =>
      counts ? [[{ resource }, counts.rejected] as const] : [],
    ),
  );
  for (const which of ['value', 'limit'] as const) {
    const measured = `The ${which} of each check of the last ingestion`;
    gauge(`ingestion_check_${which}`, measured, ['resource', 'check', 'of'], async () =>
      (await lastRuns()).flatMap(
        ({ resource, values = [] }) =>
        values.map(({ check, of = '', [which]: number }) => [{ resource, check, of }, number] as const), // prettier-ignore
      ),
    );
  }
}
