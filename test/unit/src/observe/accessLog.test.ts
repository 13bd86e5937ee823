import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, expect, jest, test } from '@jest/globals';
import pino from 'pino';
import { OVERLOADED as overloaded } from '../../../../src/errors.js';
import {
  AccessLog,
  type AccessLogOptions,
  type RequestEnd,
  type RequestStart,
} from '../../../../src/observe/accessLog.js';
import { httpRejections } from '../../../../src/observe/metrics.js';
import { StateLog } from '../../../../src/observe/stateLog.js';
import { Trace } from '../../../../src/observe/elasticsearch.js';
import { fakeTimers } from '../../../support/each.js';

type Line = Record<string, unknown>;

const requestOf = (fields: Partial<IncomingMessage>): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { method: 'GET', ...fields });
const REQUEST = requestOf({ url: '/lands/findByIds?land_ids=x' });
const OK = { status: 200, route: '/lands/findByIds' };
const OVERLOADED = { ...OK, status: 503, error: overloaded };
const INVALID = { ...OK, status: 400 };

let lines: Line[];
let startLog: (options?: Partial<AccessLogOptions>) => AccessLog;
fakeTimers();
beforeEach(() => {
  httpRejections.reset();
  lines = [];
  const stream = { write: (line: string) => lines.push(JSON.parse(line) as Line) };
  const logger = pino({ base: null, formatters: { level: (level) => ({ level }) } }, stream);
  startLog = (options = {}) =>
    new AccessLog({
      logger,
      states: new StateLog(logger),
      trustProxy: 0,
      slowRequestMs: 1_000,
      logRequests: 'all',
      ...options,
    });
});

const begun = (requestId: string): RequestStart => ({
  requestId,
  client: 'c',
  since: performance.now(),
});
const write = (
  log: AccessLog,
  id: RequestStart | string,
  ended: Omit<RequestEnd, 'trace'>,
): void => {
  log.write(REQUEST, typeof id === 'string' ? begun(id) : id, { ...ended, trace: new Trace('x') });
};
const loud = (): Line[] => lines.filter(({ msg }) => msg !== 'request');
const overloads = async (): Promise<number | undefined> =>
  (await httpRejections.get()).values.find(({ labels }) => labels.reason === 'overloaded')?.value;

test('a flood of rejections is logged when it begins, each minute, and when it is over', async () => {
  const log = startLog();
  for (let second = 0; second < 70; second += 1) {
    for (let i = 0; i < 10; i += 1) write(log, `${second}-${i}`, OVERLOADED);
    jest.advanceTimersByTime(1_000);
  }
  jest.advanceTimersByTime(20_000);
  expect(loud()).toMatchObject([
    { level: 'warn', msg: 'requests are rejected', reason: 'overloaded', requestId: '0-0' },
    { level: 'warn', msg: 'requests are still rejected', reason: 'overloaded' },
    { level: 'info', msg: 'requests are no longer rejected', times: 700, forMs: 69_000 },
  ]);
  expect(jest.getTimerCount()).toBe(0);
  expect(await overloads()).toBe(700);
});

test('a slow request is logged with the parts of its time', () => {
  const log = startLog();
  const trace = new Trace('slow');
  const since = begun('slow');
  trace.queuedMs = 300;
  trace.tookMs = 500;
  trace.transportMs = 50;
  trace.requests = 2;
  jest.advanceTimersByTime(1_000);
  log.write(REQUEST, since, { ...OK, trace });
  write(log, 'quick', OK);
  log.write(REQUEST, since, { ...OVERLOADED, trace });
  expect(lines.filter(({ msg }) => msg !== 'requests are rejected')).toMatchObject([
    {
      level: 'warn',
      msg: 'slow request',
      path: '/lands/findByIds',
      durationMs: 1_000,
      queuedMs: 300,
      elasticsearchMs: 500,
      transportMs: 50,
      otherMs: 150,
      elasticsearchRequests: 2,
    },
    { level: 'info', msg: 'request', requestId: 'quick' },
    { level: 'info', msg: 'request', requestId: 'slow', queuedMs: 300 },
  ]);
});

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
test.each([
  [PARENT, true],
  [`cc${PARENT.slice(2)}`, true],
  [`cc${PARENT.slice(2)}-what-ever`, true],
  [`ff${PARENT.slice(2)}`, false],
  [`${PARENT}-what-ever`, false],
  [`${PARENT}0`, false],
  [`cc${PARENT.slice(2)}0`, false],
  [`${PARENT}, ${PARENT}`, false],
  [PARENT.toUpperCase(), false],
  [PARENT.replace(TRACE_ID, '0'.repeat(32)), false],
  [PARENT.replace('00f067aa0ba902b7', '0'.repeat(16)), false],
  [TRACE_ID, false],
  ['', false],
])('the traceparent %j: %j that its trace id is logged, and passed on', (traceparent, isGood) => {
  const log = startLog();
  const start = log.begin(requestOf({ headers: { traceparent } }));
  expect(start.traceparent).toBe(isGood ? traceparent.slice(0, 55) : undefined);
  write(log, start, OK);
  expect(lines[0]?.traceId).toBe(isGood ? TRACE_ID : undefined);
});

test.each<[AccessLogOptions['logRequests'], (string | number)[]]>([
  ['all', [200, 400, 'slow', 503]],
  ['failures', [400, 'slow', 503]],
  ['none', []],
])('LOG_REQUESTS=%s logs %j, and always the outage', (logRequests, logged) => {
  const log = startLog({ logRequests });
  const since = begun('slow');
  jest.advanceTimersByTime(1_000);
  write(log, 'x', OK);
  write(log, 'x', INVALID);
  write(log, since, OK);
  write(log, 'x', OVERLOADED);
  const isOutage = ({ msg }: Line): boolean => msg === 'requests are rejected';
  expect(lines.filter(isOutage)).toMatchObject([{ reason: 'overloaded' }]);
  const others = lines.filter((line) => !isOutage(line));
  expect(others.map(({ msg, status }) => (msg === 'slow request' ? 'slow' : status))).toEqual(logged); // prettier-ignore
});

test('an outage does not fill a log of failures', async () => {
  const log = startLog({ logRequests: 'failures' });
  for (let second = 0; second < 3; second += 1) {
    for (let i = 0; i < 1_000; i += 1) write(log, 'x', OVERLOADED);
    write(log, 'x', INVALID);
    jest.advanceTimersByTime(1_000);
  }
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests.filter(({ status }) => status === 503)).toHaveLength(30);
  expect(requests.filter(({ status }) => status === 400)).toHaveLength(3);
  expect(await overloads()).toBe(3_000);
});

test.each([
  [0, '9.9.9.9', '10.0.0.1'],
  [1, undefined, '10.0.0.1'],
  [1, '9.9.9.9', '9.9.9.9'],
  [1, 'forged, 8.8.8.8', '8.8.8.8'],
  [2, 'forged, 8.8.8.8, 7.7.7.7', '8.8.8.8'],
  [3, '8.8.8.8', '8.8.8.8'],
  [1, ' ', '10.0.0.1'],
])('behind %i proxies, %j comes from %s', (trustProxy, forwarded, client) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const request = requestOf({ headers });
  Object.defineProperty(request.socket, 'remoteAddress', { value: '10.0.0.1' });
  expect(startLog({ trustProxy }).begin(request).client).toBe(client);
});

test('a state is logged again when its variant changes, and its end once', () => {
  const stream = { write: (line: string) => lines.push(JSON.parse(line) as Line) };
  const states = new StateLog(pino({ base: null }, stream));
  const told = { begin: 'not ready', end: 'ready' };
  for (const missing of ['a', 'a', 'b']) states.begin('x', told, { missing }, { variant: missing }); // prettier-ignore
  expect(states.isIn('x')).toBe(true);
  jest.advanceTimersByTime(3_000);
  states.end('x');
  states.end('x');
  expect(states.isIn('x')).toBe(false);
  expect(lines).toMatchObject([
    { msg: 'not ready', missing: 'a' },
    { msg: 'not ready', missing: 'b' },
    { msg: 'ready', forMs: 3_000, times: 3 },
  ]);
});
