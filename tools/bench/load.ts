import type { Span } from './bench.js';
import { Connection, type Request } from './http/connection.js';
import { percentile } from './statistics.js';

/** What is asked in one lookup: mostly one request. */
export interface Question extends Request {
  /** Returns what is to be asked next, of what was answered; the lookup ends with it. */
  next?: (body: string) => Question | undefined;
}

/** Who asks what. */
export interface Load {
  url: string;
  headers?: Record<string, string>;
  /** Gives every question once, in the order in which they are asked. */
  questions: Iterator<Question, unknown>;
  /** Goes on meanwhile, over half as many connections, and is not counted. */
  meanwhile?: Load;
}

export interface Speed {
  lookups: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The share of the time in which the generator had something to do, 0 to 1. */
  generatorBusy: number;
}

/** How it is asked, and how long. */
export interface Course {
  span: Span;
  connections: number;
  signal: AbortSignal;
}

/**
 * Asks over some connections, each the next question when the last one is answered.
 * @throws when any answer was not 2xx or did not come: a figure of errors means nothing
 */
export async function measure(load: Load, { span, connections, signal }: Course): Promise<Speed> {
  const { meanwhile } = load;
  const ended = new AbortController();
  const stop = AbortSignal.any([signal, ended.signal]);
  const beside =
    meanwhile && ask(meanwhile, { isOver: () => stop.aborted, connections: connections / 2 });
  // A failure of it is told once the load itself has ended.
  beside?.catch(() => undefined);
  const busyBefore = performance.eventLoopUtilization();
  const begun = performance.now();
  let timesMs: number[];
  try {
    timesMs = await ask(load, { isOver: isOverAfter(span, signal), connections });
  } finally {
    ended.abort();
  }
  const seconds = (performance.now() - begun) / 1_000;
  const generatorBusy = performance.eventLoopUtilization(busyBefore).utilization;
  await beside;
  signal.throwIfAborted();
  if (timesMs.length === 0) {
    throw new Error('There are no new questions left: measure fewer rounds, or shorter ones.');
  }
  return {
    lookups: timesMs.length,
    requestsPerSecond: timesMs.length / seconds,
    p50Ms: percentile(timesMs, 50),
    p99Ms: percentile(timesMs, 99),
    generatorBusy,
  };
}

type IsOver = (answered: number) => boolean;

function isOverAfter(span: Span, signal: AbortSignal): IsOver {
  if ('amount' in span) return (answered) => signal.aborted || answered >= span.amount;
  const end = performance.now() + span.duration * 1_000;
  return () => signal.aborted || performance.now() >= end;
}

/** Returns how long each lookup took. */
async function ask(
  { url, headers, questions }: Load,
  { isOver, connections }: { isOver: IsOver; connections: number },
): Promise<number[]> {
  const timesMs: number[] = [];
  await overConnections(url, headers, connections, async (connection) => {
    while (!isOver(timesMs.length)) {
      const question = questions.next();
      if (question.done) return;
      const begun = performance.now();
      await lookUp(connection, url, question.value);
      timesMs.push(performance.now() - begun);
    }
  });
  return timesMs;
}

const PRIMING_CONNECTIONS = 4;

/** Asks all questions once, so that their answers are known from then on. */
export async function askAll(
  { url, headers }: Pick<Load, 'url' | 'headers'>,
  questions: readonly Question[],
): Promise<void> {
  const load = { url, ...(headers && { headers }), questions: questions.values() };
  await ask(load, { isOver: () => false, connections: PRIMING_CONNECTIONS });
}

/** The first failure ends them all. */
async function overConnections(
  url: string,
  headers: Record<string, string> | undefined,
  count: number,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  const open: Connection[] = [];
  try {
    for (let opened = 0; opened < count; opened += 1) {
      open.push(await Connection.open(url, headers));
    }
    await Promise.all(open.map(work));
  } finally {
    for (const connection of open) connection.close();
  }
}

async function lookUp(connection: Connection, url: string, first: Question): Promise<void> {
  let question: Question | undefined = first;
  while (question) {
    const { next }: Question = question;
    const { status, body } = await connection.ask(question, next !== undefined);
    if (status < 200 || status > 299) {
      throw new Error(`${url}: ${status} was answered to ${question.method} ${question.path}`);
    }
    question = next?.(body);
  }
}
