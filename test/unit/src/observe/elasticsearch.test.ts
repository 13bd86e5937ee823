import { Client, errors } from '@elastic/elasticsearch';
import { beforeEach, expect, jest, test } from '@jest/globals';
import pino from 'pino';
import { ELASTICSEARCH_LOST, observeElasticsearch } from '../../../../src/observe/elasticsearch.js';
import { elasticsearchFailures } from '../../../../src/observe/metrics.js';
import { StateLog } from '../../../../src/observe/stateLog.js';
import { Trace, traced } from '../../../../src/observe/elasticsearch.js';
import { fakeTimers } from '../../../support/each.js';

const FULL = { type: 'es_rejected_execution_exception', reason: 'full' };
const NO_INDEX = { type: 'index_not_found_exception', reason: 'no such index' };
const REFUSED = new errors.ConnectionError('connect ECONNREFUSED');

let lines: Record<string, unknown>[];
let states: StateLog;
let client: Client;
fakeTimers();
beforeEach(() => {
  elasticsearchFailures.reset();
  lines = [];
  const write = (line: string): unknown => lines.push(JSON.parse(line) as Record<string, unknown>);
  states = new StateLog(pino({ base: null }, { write }));
  client = new Client({ node: 'http://es:9200' });
  observeElasticsearch(client, states, ['http://es:9200']);
});

function answer(path: string, body: unknown): void {
  const meta = { duration: 9, request: { params: { method: 'POST', path } } };
  client.diagnostic.emit('response', null, { body, meta });
}
const fail = (error: Error): void => void client.diagnostic.emit('response', error, null);
const failures = async () =>
  (await elasticsearchFailures.get()).values.map(({ labels, value }) => ({ ...labels, value }));

test('single items that failed are counted by kind; conflicts, tokens not made yet and polls of readiness are none', async () => {
  answer('/_msearch', { responses: [{ status: 404, error: NO_INDEX }] });
  traced([new Trace('a')], () => {
    answer('/a/_msearch', { responses: [{ status: 404, error: NO_INDEX }] });
  });
  answer('/_msearch', { responses: [{ status: 200 }, { status: 429, error: FULL }] });
  answer('/a/_bulk', { items: [{ index: { status: 409, error: FULL } }, { create: { status: 429, error: FULL } }] }); // prettier-ignore
  answer('/a/_mget', { docs: [{ error: NO_INDEX }] });
  expect(await failures()).toEqual([
    { operation: 'msearch', kind: 'no_index', value: 1 },
    { operation: 'msearch', kind: 'busy', value: 1 },
    { operation: 'bulk', kind: 'busy', value: 1 },
  ]);
});

test.each([
  null, 'text', true, 5, [], {}, { responses: null }, { responses: {} }, { responses: [null, 5] },
  { items: [null, {}] }, { docs: 'a', took: 'b' },
])('the body %j, whoever sent it, disturbs nobody', async (body) => {
  const trace = new Trace('a');
  traced([trace], () => {
    answer('/_msearch', body);
  });
  expect(await failures()).toEqual([]);
  expect(trace).toMatchObject({ requests: 1, tookMs: 0, transportMs: 9 });
}); // prettier-ignore

test('lost and back is a line each, however many requests fail', () => {
  answer('/_msearch', {});
  // One that fails among others that are answered says nothing of all.
  fail(REFUSED);
  expect([states.isIn(ELASTICSEARCH_LOST), lines]).toEqual([false, []]);
  jest.advanceTimersByTime(2_000);
  for (let i = 0; i < 1_000; i += 1) fail(REFUSED);
  expect(states.isIn(ELASTICSEARCH_LOST)).toBe(true);
  jest.advanceTimersByTime(3_000);
  answer('/_msearch', {});
  expect(states.isIn(ELASTICSEARCH_LOST)).toBe(false);
  answer('/_msearch', {});
  expect(lines).toMatchObject([
    {
      msg: 'Elasticsearch does not answer',
      kind: 'connection',
      reason: expect.stringMatching(/es:9200.*reached/),
    },
    { msg: 'Elasticsearch answers again', forMs: 3_000, times: 1_000 },
  ]);
});

test('a process that starts without it says so at once, and a hang is told as one', () => {
  fail(new errors.TimeoutError('Request timed out'));
  expect(lines).toMatchObject([{ kind: 'timeout', reason: expect.stringContaining('in time') }]);
});
