import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { answering, headersOfElasticsearch } from '../../support/answering.js';
import { untilEnd } from '../../support/each.js';
import { storeDocuments } from '../../support/ownDocuments.js';
import { startApiProcess } from '../outages/api.js';

type Mode = 'well' | 'away' | 'busy';
type Line = Record<string, unknown>;

const BUSY = { error: { type: 'es_rejected_execution_exception', reason: 'full' }, status: 429 };
const PLACES = '/places/findByLocation?lat=42.5&lng=1.5';
const POLL_MS = 100;
const MOST_POLLS = 200;

let mode: Mode = 'well';
const opaqueIds: (string | string[] | undefined)[] = [];
const traceparents: unknown[] = [];

const own = untilEnd(await storeDocuments({}));
const target = process.env.ELASTICSEARCH_URL ?? '';
const proxy = untilEnd(
  await answering((incoming, outgoing) => {
    if (mode === 'away') {
      incoming.socket.destroy();
      return;
    }
    if (mode === 'busy') {
      outgoing.writeHead(429, headersOfElasticsearch(incoming)).end(JSON.stringify(BUSY));
      return;
    }
    const { method, headers, url = '' } = incoming;
    if (url.startsWith('/_msearch')) opaqueIds.push(headers['x-opaque-id']);
    traceparents.push(headers.traceparent);
    const onward = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }),
);
const api = untilEnd(
  await startApiProcess({
    ELASTICSEARCH_URL: proxy.url,
    INDEX_PREFIX: own.indexPrefix,
    METRICS_PORT: '0',
    CACHE_MEGABYTES: '0',
    SLOW_REQUEST_MS: '0',
  }),
);

const lines = (): Line[] =>
  api
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line);
const told = (message: string): Line[] => lines().filter(({ msg }) => msg === message);

async function metrics(): Promise<string> {
  const [{ address = '' } = {}] = told('metrics');
  return (await fetch(String(address))).text();
}

/** The value of a metric, with its labels as they are written. */
async function valueOf(metric: string): Promise<number> {
  const line = (await metrics()).split('\n').find((each) => each.startsWith(`${metric} `));
  return Number(line?.slice(metric.length) ?? 0);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let polls = 0; !(await isSo()); polls += 1) {
    if (polls === MOST_POLLS) throw new Error(`That does not come: ${api.log()}`);
    await sleep(POLL_MS);
  }
}

async function askUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await until(async () => {
    await Promise.all(Array.from({ length: 10 }, () => api.get(PLACES)));
    return isSo();
  });
}

test('what is missing is told at start, once, with where it was looked', async () => {
  await until(() => told('not ready').length > 0);
  expect(told('not ready')).toMatchObject([
    {
      level: 'warn',
      indexPrefix: own.indexPrefix,
      missing: [{ of: ['countries'] }, { of: ['cities'] }],
    },
  ]);
});

test('requests are counted by route, never by path, and Elasticsearch knows for whom it works', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const headers = { Authorization: 'Bearer dev-internal', 'X-Request-Id': 'night-1', traceparent };
  await fetch(`${api.address}${PLACES}`, { headers });
  await fetch(`${api.address}/someone/guesses`, { headers });
  await fetch(`${api.address}/places/findByIds`, { headers, method: 'PATCH' });
  expect(opaqueIds.map((id) => String(id).split('/')[0])).toContain('night-1');
  expect(traceparents).toContain(traceparent);
  const text = await metrics();
  const labels = 'method="GET",answered="miss"';
  expect(text).toContain('geo_http_requests_total{route="/places/findByLocation",method="GET",status="200"} 1'); // prettier-ignore
  expect(text).toContain('geo_http_requests_total{route="unmatched",method="GET",status="404"} 1');
  expect(text).toContain('geo_http_requests_total{route="/places/findByIds",method="other",status="405"} 1'); // prettier-ignore
  expect(text).toContain(`geo_http_request_duration_seconds_bucket{le="+Inf",route="/places/findByLocation",${labels}} 1`); // prettier-ignore
  expect(text).toContain('geo_generation_info{resource="places"');
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect(text).not.toContain('guesses');
});

test('Elasticsearch lost and back is a line each, and no request writes a stack', async () => {
  mode = 'away';
  await askUntil(() => told('Elasticsearch does not answer').length > 0);
  await askUntil(async () => (await valueOf('geo_elasticsearch_up')) === 0);
  await until(() => told('not ready').length > 1);
  mode = 'well';
  await until(() => told('Elasticsearch answers again').length > 0);
  await until(() => told('not ready').length > 2);

  expect(told('Elasticsearch does not answer')).toMatchObject([
    { level: 'warn', kind: 'connection', reason: expect.stringContaining('cannot be reached') },
  ]);
  expect(told('requests are rejected')).toMatchObject([{ reason: 'elasticsearch_connection' }]);
  const refused = told('request').filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(new Set(refused.map(({ level }) => level))).toEqual(new Set(['info']));
  expect(api.log()).not.toContain('"stack"');
  expect(told('not ready').map(({ missing }) => (missing as unknown[]).length)).toEqual([2, 1, 2]);
  // Metrics are those of a quarter of a second ago.
  await until(async () => (await valueOf('geo_elasticsearch_up')) === 1);
  expect(await valueOf('geo_http_rejections_total{reason="elasticsearch_connection"}')).toBe(
    refused.length,
  );
});

test('an overloaded Elasticsearch is known by its kind of failure', async () => {
  mode = 'busy';
  await askUntil(() => told('requests are rejected').length > 1);
  mode = 'well';
  expect(told('requests are rejected').at(-1)).toMatchObject({
    reason: 'elasticsearch_busy',
    cause: expect.stringContaining('full'),
  });
  const failures = 'geo_elasticsearch_failures_total{operation="msearch",kind="busy"}';
  await until(async () => (await valueOf(failures)) > 0);
});
