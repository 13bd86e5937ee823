import { errors } from '@elastic/elasticsearch';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Logger } from 'pino';
import { ElasticsearchState } from '../../../../src/observe/elasticsearchState.js';
import { kindOfFailure } from '../../../../src/search/failureKind.js';
import { ReadinessWatch } from '../../../../src/search/readinessWatch.js';

const REFUSED = new errors.ConnectionError('connect ECONNREFUSED');
const ABORTED = new errors.ConnectionError('The operation was aborted due to timeout');

let lines: string[];
const write =
  (level: string) =>
  (fields: object | string, message = ''): void => {
    const text = typeof fields === 'string' ? fields : message;
    lines.push(`${level} ${text} ${JSON.stringify(fields)}`);
  };
const logger = { info: write('info'), warn: write('warn') } as unknown as Logger;

beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
});
afterEach(() => {
  jest.useRealTimers();
});

test('lost and back is a line each, however many requests fail', () => {
  const state = new ElasticsearchState(logger, ['http://es:9200']);
  const fail = (error: Error): void => {
    state.failed(kindOfFailure(error), error);
  };
  state.answered();
  // One that fails among others that are answered says nothing of all.
  fail(REFUSED);
  expect([state.isLost, lines]).toEqual([false, []]);
  jest.advanceTimersByTime(2_000);
  for (let i = 0; i < 1_000; i += 1) fail(REFUSED);
  expect(state.isLost).toBe(true);
  jest.advanceTimersByTime(3_000);
  state.answered();
  state.answered();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^warn Elasticsearch does not answer .*"connection".*es:9200.*reached/);
  expect(lines[1]).toMatch(/^info Elasticsearch answers again .*"awayMs":3000,.*:1000/);
});

test('a process that starts without it says so at once, and a hang is told as one', () => {
  const state = new ElasticsearchState(logger, ['http://es:9200']);
  state.failed('no_index', new Error('of one request'));
  expect(state.isLost).toBe(false);
  state.failed(kindOfFailure(ABORTED), ABORTED);
  expect(lines[0]).toMatch(/"kind":"timeout","reason":"Elasticsearch .* does not answer in time/);
});

test('the readiness is told when it changes, and looked at more often while it fails', async () => {
  let missing = [{ path: 'cities', message: 'gone' }];
  let checks = 0;
  const check = () => {
    checks += 1;
    return Promise.resolve(missing);
  };
  const watch = new ReadinessWatch(check, logger, { where: { indexPrefix: 'geo' } });
  watch.start();
  await jest.advanceTimersByTimeAsync(6_000);
  expect([watch.isReady, checks]).toEqual([false, 4]);
  missing = [];
  await jest.advanceTimersByTimeAsync(2_000);
  await jest.advanceTimersByTimeAsync(20_000);
  expect([watch.isReady, checks]).toEqual([true, 7]);
  watch.stop();
  await jest.advanceTimersByTimeAsync(20_000);
  expect(checks).toBe(7);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^warn not ready .*"indexPrefix":"geo".*"of":\["cities"\].*gone/);
  expect(lines[1]).toMatch(/^info ready/);
});
