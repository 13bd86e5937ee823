import autocannon from 'autocannon';
import { median, percentile } from 'es-toolkit/math';
import type { Point } from '../../core/geo/point.js';

/** One lookup or write, usually one request. */
export interface Question {
  method: 'GET' | 'POST' | 'PUT';
  /** With the query string. */
  path: string;
  body?: string;
  /** Returns the follow-up request, if the answer calls for one. */
  next?: (answer: string) => Question | undefined;
}

export interface Load {
  /** Printed in the table. */
  name: string;
  url: string;
  /** Yields every question once, in the order in which they are sent. */
  questions: Iterator<Question, unknown>;
  /** Runs at the same time over half as many connections, and is not measured. */
  meanwhile?: Load;
}

/** A measurement lasts a number of seconds, or of requests. */
export type Span = { duration: number } | { amount: number };

export interface Course {
  span: Span;
  connections: number;
  signal: AbortSignal;
}

/** The development token may call every route. Elasticsearch and the peers ignore it. */
export const HEADERS = {
  authorization: 'Bearer dev-internal',
  'content-type': 'application/json',
};
const TIMEOUT_SECONDS = 60;
const FOREVER = { duration: 86_400 };
/** How often autocannon checks whether it was stopped. */
const SAMPLE_MS = 100;

/**
 * Sends the questions over some connections, each the next one when it has its answer.
 * @throws if any answer is not 2xx or does not come, because figures of errors mean nothing
 */
export async function measure(load: Load, { span, connections, signal }: Course) {
  const { meanwhile } = load;
  const ended = new AbortController();
  const stop = AbortSignal.any([signal, ended.signal]);
  const runUntilOneEnds = (each: Load, during: Span, over: number) =>
    run(each, { span: during, connections: over, signal: stop }).finally(() => {
      ended.abort();
    });
  const busyBefore = performance.eventLoopUtilization();
  const [{ timesMs, seconds }] = await Promise.all([
    runUntilOneEnds(load, span, connections),
    meanwhile && runUntilOneEnds(meanwhile, FOREVER, connections / 2),
  ]);
  const generatorBusy = performance.eventLoopUtilization(busyBefore).utilization;
  signal.throwIfAborted();
  if (timesMs.length === 0)
    throw new Error(
      `${load.name} gave no answer. Measure longer rounds, or fewer if its questions are used up.`,
    );
  return {
    lookups: timesMs.length,
    perSecond: timesMs.length / seconds,
    p50Ms: median(timesMs),
    p99Ms: percentile(timesMs, 99),
    /** Share of the time in which this process was busy. Near 1, it is the bottleneck. */
    generatorBusy,
  };
}

async function run({ url, questions }: Load, { span, connections, signal }: Course) {
  const timesMs: number[] = [];
  const begun = performance.now();
  let lastAnswer = begun;
  const ended = new AbortController();
  const stop = AbortSignal.any([signal, ended.signal]);

  const setupClient = (client: autocannon.Client): void => {
    let question: Question | undefined;
    let sent = 0;
    const setupRequest = (request: autocannon.Request): autocannon.Request => {
      if (question === undefined) {
        const next = questions.next();
        if (next.done) {
          ended.abort('No questions are left.');
          return request;
        }
        question = next.value;
        sent = performance.now();
      }
      return { ...request, ...question };
    };
    const onResponse = (status: number, answer: string): void => {
      if (stop.aborted || question === undefined) return;
      if (status < 200 || status > 299) {
        ended.abort(new Error(`${url} answered ${status} to ${question.method} ${question.path}`));
        return;
      }
      question = question.next?.(answer);
      if (question !== undefined) return;
      lastAnswer = performance.now();
      timesMs.push(lastAnswer - sent);
    };
    client.setRequests([{ setupRequest, onResponse }]);
  };

  await new Promise<void>((resolve) => {
    const timing = { timeout: TIMEOUT_SECONDS, sampleInt: SAMPLE_MS, ...span };
    const instance = autocannon({ url, connections, headers: HEADERS, setupClient, ...timing }, resolve); // prettier-ignore
    const stopInstance = (): void => {
      instance.stop();
    };
    instance.on('reqError', (error: Error) => {
      ended.abort(new Error(`${url}: ${error.message}`));
    });
    // The first questions are drawn before autocannon returns.
    if (stop.aborted) stopInstance();
    else stop.addEventListener('abort', stopInstance);
  });
  const { reason } = ended.signal as { reason: unknown };
  if (reason instanceof Error) throw reason;
  return { timesMs, seconds: (lastAnswer - begun) / 1_000 };
}

export function get(path: string, query: Record<string, string>): Question {
  return { method: 'GET', path: `${path}?${new URLSearchParams(query).toString()}` };
}

/** Looks up a point. */
export function getAt(path: string, { latitude, longitude }: Point, more = ''): Question {
  const location = `lat=${latitude.toFixed(6)}&lng=${longitude.toFixed(6)}`;
  return { method: 'GET', path: `${path}?${location}${more}` };
}
