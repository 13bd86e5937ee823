import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { errors } from '@elastic/elasticsearch';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import pino from 'pino';
import { overloaded, unavailable } from '../../../../src/errors.js';
import type { LoggedRequests } from '../../../../src/observe/loggedRequests.js';
import { createRequestTeller, type TellRequest } from '../../../../src/observe/requestTeller.js';
import { RequestCounts } from '../../../../src/observe/metrics/requests.js';
import { noteWait, Trace } from '../../../../src/observe/trace.js';

type Line = Record<string, unknown>;

const REQUEST = Object.assign(new IncomingMessage(new Socket()), {
  method: 'GET',
  url: '/lands/findByIds?land_ids=x',
});
const OVERLOADED = {
  status: 503,
  route: '/lands/findByIds',
  wasKept: false,
  refusal: overloaded(),
};

let lines: Line[];
let counts: RequestCounts;
let tell: TellRequest;
let tellerOf: (logRequests: LoggedRequests) => TellRequest;
beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
  counts = new RequestCounts();
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  const logger = pino({ base: null, formatters: { level: (level) => ({ level }) } }, stream);
  tellerOf = (logRequests) =>
    createRequestTeller({ logger, counts, slowRequestMs: 1_000, logRequests });
  tell = tellerOf('all');
});
afterEach(() => {
  jest.useRealTimers();
});

const begun = (requestId: string) => ({ requestId, client: 'c', since: performance.now() });
const loud = (): Line[] => lines.filter(({ msg }) => msg !== 'request');

test('a flood of refusals is told when it begins, each minute, and when it is over', () => {
  for (let second = 0; second < 70; second += 1) {
    for (let i = 0; i < 10; i += 1) tell(REQUEST, begun(`${second}-${i}`), OVERLOADED);
    jest.advanceTimersByTime(1_000);
  }
  jest.advanceTimersByTime(20_000);
  expect(loud()).toMatchObject([
    { level: 'warn', msg: 'requests are refused', reason: 'overloaded', requestId: '0-0' },
    { level: 'warn', msg: 'requests are still refused', reason: 'overloaded' },
    { level: 'info', msg: 'requests are refused no more', requests: 700, forMs: 69_000 },
  ]);
  expect(jest.getTimerCount()).toBe(0);
  expect(counts.refusals.get('overloaded')).toBe(700);
});

test('a slow request tells where its time went', () => {
  const trace = new Trace('slow');
  const since = begun('slow');
  noteWait([trace], 300);
  trace.tookMs = 500;
  trace.transportMs = 50;
  trace.requests = 2;
  jest.advanceTimersByTime(1_000);
  const ended = { status: 200, route: '/lands/findByIds', wasKept: false };
  tell(REQUEST, since, { ...ended, trace });
  tell(REQUEST, begun('quick'), ended);
  tell(REQUEST, since, { ...ended, status: 503, trace });
  expect(lines).toMatchObject([
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

test('a path that nobody has does not fill the log', () => {
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: 'GET',
    url: `/${'x'.repeat(60_000)}?q`,
  });
  tell(request, begun('long'), { status: 404, route: 'unmatched', wasKept: false });
  expect(lines).toMatchObject([{ path: `/${'x'.repeat(199)}…` }]);
});

test('the page of a proxy before Elasticsearch is told by its status', () => {
  const cause = new errors.ResponseError({
    statusCode: 502,
    body: '<html></html>',
    headers: {},
    warnings: null,
    meta: {} as never,
  });
  tell(REQUEST, begun('x'), { ...OVERLOADED, refusal: unavailable({ cause }) });
  expect(loud()).toMatchObject([
    { reason: 'elasticsearch_busy', cause: 'ResponseError: 502 unknown' },
  ]);
});

const OK = { status: 200, route: '/lands/findByIds', wasKept: false };
const INVALID = { status: 400, route: '/lands/findByIds', wasKept: false };

test.each<[LoggedRequests, (string | number)[]]>([
  ['all', [200, 400, 'slow', 503]],
  ['failures', [400, 'slow', 503]],
  ['none', []],
])('LOG_REQUESTS=%s logs %j, and always the outage', (setting, logged) => {
  const tellOf = tellerOf(setting);
  const since = begun('slow');
  jest.advanceTimersByTime(1_000);
  tellOf(REQUEST, begun('x'), OK);
  tellOf(REQUEST, begun('x'), INVALID);
  tellOf(REQUEST, since, OK);
  tellOf(REQUEST, begun('x'), OVERLOADED);
  const [outage, ...others] = lines.toSorted(
    (one, other) => Number(other.msg === 'requests are refused') - Number(one.msg === 'requests are refused'),
  );
  expect(outage).toMatchObject({ msg: 'requests are refused', reason: 'overloaded' });
  expect(others.map(({ msg, status }) => (msg === 'slow request' ? 'slow' : status))).toEqual(logged);
  expect(counts.refusals.get('overloaded')).toBe(1);
}); // prettier-ignore

test('an outage does not fill a log of failures', () => {
  const tellOf = tellerOf('failures');
  for (let second = 0; second < 3; second += 1) {
    for (let i = 0; i < 1_000; i += 1) tellOf(REQUEST, begun('x'), OVERLOADED);
    tellOf(REQUEST, begun('x'), INVALID);
    jest.advanceTimersByTime(1_000);
  }
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests.filter(({ status }) => status === 503)).toHaveLength(30);
  expect(requests.filter(({ status }) => status === 400)).toHaveLength(3);
  expect(counts.refusals.get('overloaded')).toBe(3_000);
});
