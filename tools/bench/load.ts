import { setMaxListeners } from 'node:events';
import { connect } from 'node:net';
import { median, percentile } from 'es-toolkit/math';
import type { Point } from '../../core/geo/point.js';
import { map, take } from './random.js';

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
  /** Answers in a second when it was measured last. */
  perSecond?: number;
}

/** A measurement lasts a number of seconds, or of requests. */
export type Span = { duration: number } | { amount: number };

export interface Course {
  span: Span;
  connections: number;
  signal: AbortSignal;
}

/** The development token may call every route. Elasticsearch and the empty Koa handler ignore it. */
export const HEADERS = {
  authorization: 'Bearer dev-internal',
  'content-type': 'application/json',
};
const HEADER_LINES = `authorization: ${HEADERS.authorization}\r\ncontent-type: ${HEADERS['content-type']}\r\n`;

/** A question as it is sent. */
type Prepared = { bytes: Buffer } & Pick<Question, 'next'>;

/** A measurement may be faster than the last one by this factor, until requests are made while it runs. */
const MARGIN = 1.3;
const TIMEOUT_MS = 60_000;
const BUFFER_BYTES = 65_536;
const LINE_END = '\r\n';
const END_OF_HEAD = '\r\n\r\n';
const SUCCESS = /^HTTP\/1\.1 20[01] /;
const LENGTH = /content-length: (\d+)/i;
/** Elasticsearch answers in chunks. These bytes are not in a body, because JSON has no line break in a string. */
const CHUNK_SIZES = /\r\n[0-9a-f]+\r\n/gi;
const LAST_CHUNK = '\r\n0\r\n\r\n';

/**
 * Sends the questions over some connections, each the next one when it has its answer.
 * @throws if an answer is not 200 or 201 or does not come, because figures of errors mean nothing
 */
export async function measure(load: Load, { span, connections, signal }: Course) {
  const { meanwhile } = load;
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  // Each connection listens.
  setMaxListeners(0, stop);
  const start = prepare(load, span, stop);
  const startOther = meanwhile && prepare(meanwhile, span, stop);
  const [begun, cpuBefore] = [performance.now(), process.cpuUsage()];
  try {
    const [{ timesMs, seconds }] = await Promise.all([
      start(connections),
      startOther?.(connections / 2),
    ]);
    const { user, system } = process.cpuUsage(cpuBefore);
    /** The cores that this process took. Near 1, it is the bottleneck. */
    const generatorCores = (user + system) / 1_000 / (performance.now() - begun);
    if (timesMs.length === 0)
      throw new Error(
        `${load.name} gave no answer. Measure longer rounds, or fewer if its questions are used up.`,
      );
    const [lookups, p50Ms, p99Ms] = [timesMs.length, median(timesMs), percentile(timesMs, 99)];
    load.perSecond = lookups / seconds;
    return { lookups, perSecond: load.perSecond, p50Ms, p99Ms, generatorCores };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    failed.abort();
  }
}

/**
 * Makes about as many requests as the span needs, because making them later would take processor time from the servers.
 * Returns a function that sends them, and more if they do not suffice.
 */
function prepare({ url, questions, perSecond = 0 }: Load, span: Span, signal: AbortSignal) {
  const [amount, others, seconds] =
    'amount' in span
      ? [span.amount, 0, Infinity]
      : [MARGIN * span.duration * perSecond, Infinity, span.duration];
  const toNext = (question: Question): Prepared => toPrepared(question, url);
  const ready: Iterator<Prepared, undefined> = [...map(take(questions, amount), toNext)].values();
  const more = map(take(questions, others), toNext) as Iterator<Prepared, undefined>;
  return async (connections: number): Promise<{ timesMs: number[]; seconds: number }> => {
    const timesMs: number[] = [];
    const begun = performance.now();
    const end = begun + 1_000 * seconds;
    let lastAnswer = begun;
    const draw = (): Prepared | undefined =>
      performance.now() < end ? (ready.next().value ?? more.next().value) : undefined;
    const settle = (sent: number): void => {
      const now = performance.now();
      if (now > end) return;
      lastAnswer = now;
      timesMs.push(now - sent);
    };
    const converseOnce = () => converse(url, draw, settle, signal);
    await Promise.all(Array.from({ length: connections }, converseOnce));
    return { timesMs, seconds: (lastAnswer - begun) / 1_000 };
  };
}

function toPrepared({ method, path, body = '', ...more }: Question, url: string): Prepared {
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n${HEADER_LINES}`;
  return { bytes: Buffer.from(`${head}${length}\r\n${body}`), ...more };
}

/**
 * Sends what is drawn over one connection until nothing is left. It reads of an answer only where it ends, which takes
 * less than half of the processor time of a library.
 */
function converse(
  url: string,
  draw: () => Prepared | undefined,
  settle: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let current: Prepared | undefined;
    let sent = 0;
    /** Bytes of the answer that are still to come. Infinity while only its last chunk shows its end. */
    let missing = 0;
    let [body, tail] = ['', ''];
    const send = (request: Prepared | undefined): void => {
      current = request;
      [body, tail] = ['', ''];
      if (request === undefined) socket.destroy();
      else socket.write(request.bytes);
    };
    const sendNext = (): void => {
      sent = performance.now();
      send(draw());
    };
    const receive = (bytes: number, buffer: Uint8Array): boolean => {
      let piece = (buffer as Buffer).toString('latin1', 0, bytes);
      if (missing === 0) {
        const end = piece.indexOf(END_OF_HEAD) + LINE_END.length;
        const head = piece.slice(0, end);
        if (!SUCCESS.test(head)) {
          const asked = firstLine(String(current?.bytes));
          socket.destroy(new Error(`${url} answered ${firstLine(head)} to ${asked}.`));
          return false;
        }
        missing = Number(LENGTH.exec(head)?.[1] ?? Infinity) + end + LINE_END.length;
        piece = piece.slice(end);
      }
      missing -= bytes;
      tail = (tail + piece).slice(-LAST_CHUNK.length);
      if (current?.next) body += piece;
      if (missing > 0 && tail !== LAST_CHUNK) return true;
      missing = 0;
      const next = current?.next?.(body.replace(CHUNK_SIZES, ''));
      if (next) send(toPrepared(next, url));
      else {
        settle(sent);
        sendNext();
      }
      return true;
    };
    const { hostname: host, port } = new URL(url);
    const onread = { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback: receive };
    const socket = connect({ host, port: Number(port), noDelay: true, signal, onread })
      .setTimeout(TIMEOUT_MS, () => {
        socket.destroy(new Error(`${url} did not answer within ${TIMEOUT_MS / 1_000} s.`));
      })
      .on('connect', sendNext)
      .on('error', reject)
      .on('close', () => {
        if (current === undefined) resolve();
        else reject(new Error(`${url} closed the connection before it answered.`));
      });
  });
}

const firstLine = (text: string): string => text.slice(0, text.indexOf(LINE_END));

export function get(path: string, query: Record<string, string>): Question {
  return { method: 'GET', path: `${path}?${new URLSearchParams(query).toString()}` };
}

/** Looks up a point. */
export function getAt(path: string, { latitude, longitude }: Point, more = ''): Question {
  const location = `lat=${latitude.toFixed(6)}&lng=${longitude.toFixed(6)}`;
  return { method: 'GET', path: `${path}?${location}${more}` };
}
