import { EventEmitter } from 'node:events';
import type { Client } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { ElasticsearchObserver } from '../../../../src/observe/elasticsearchObserver.js';
import { Trace, traced } from '../../../../src/observe/trace.js';

const FULL = { type: 'es_rejected_execution_exception', reason: 'full' };
const NO_INDEX = { type: 'index_not_found_exception', reason: 'no such index' };

function observe() {
  const diagnostic = new EventEmitter();
  const client = { diagnostic } as unknown as Client;
  const watching = { answered: () => undefined, failed: () => undefined };
  const observer = new ElasticsearchObserver(client, watching);
  const answer = (path: string, body: unknown): void => {
    const meta = { duration: 9, request: { params: { method: 'POST', path } } };
    diagnostic.emit('response', null, { body, meta });
  };
  return { answer, failures: () => [...observer.failures.entries()] };
}

test('single items that failed are counted by kind; conflicts and tokens not made yet are none', () => {
  const { answer, failures } = observe();
  answer('/_msearch', { responses: [{ status: 200 }, { status: 429, error: FULL }] });
  answer('/a/_bulk', { items: [{ index: { status: 409, error: FULL } }, { create: { status: 429, error: FULL } }] }); // prettier-ignore
  answer('/a/_mget', { docs: [{ error: NO_INDEX }] });
  expect(failures()).toEqual([
    { labels: { operation: 'msearch', kind: 'busy' }, number: 1 },
    { labels: { operation: 'bulk', kind: 'busy' }, number: 1 },
  ]);
});

test.each([
  null, 'text', true, 5, [], {}, { responses: null }, { responses: {} }, { responses: [null, 5] },
  { items: [null, {}] }, { docs: 'a', took: 'b' },
])('the body %j, whoever sent it, disturbs nobody', (body) => {
  const { answer, failures } = observe();
  const trace = new Trace('a');
  traced([trace], () => {
    answer('/_msearch', body);
  });
  expect(failures()).toEqual([]);
  expect(trace).toMatchObject({ requests: 1, tookMs: 0, transportMs: 9 });
}); // prettier-ignore
