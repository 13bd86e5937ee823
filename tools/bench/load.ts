import { setMaxListeners } from 'node:events';
import { connect } from 'node:net';
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
const HEADER_LINES = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);

/** A question as it is sent. */
interface Prepared {
  bytes: Buffer;
  next: Question['next'];
}
type Draw = () => Prepared | undefined;

/** So many times the answers of the last measurement are prepared. */
const MARGIN = 1.3;
const TIMEOUT_MS = 60_000;
const BUFFER_BYTES = 65_536;
const LINE_END = '\r\n';
const END_OF_HEAD = '\r\n\r\n';
const SUCCESS = /^HTTP\/1\.1 20[01] /;
const LENGTH = /content-length: (\d+)/i;
/** Elasticsearch sends its answers in chunks. JSON has no line break in a string, so that these bytes are never in a body. */
const CHUNK_SIZES = /\r\n[0-9a-f]+\r\n/gi;
const LAST_CHUNK = '\r\n0\r\n\r\n';

/**
 * Sends the questions over some connections, each the next one when it has its answer.
 * @throws if an answer is not 200 or 201 or does not come, because figures of errors mean nothing
 */
export async function measure(load: Load, { span, connections, signal }: Course) {
  const { meanwhile } = load;
  // Making requests takes processor time, of which the servers would have less.
  const start = prepare(load, span);
  const startOther = meanwhile && prepare(meanwhile, span);
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  // One for each connection.
  setMaxListeners(0, stop);
  const cpuBefore = process.cpuUsage();
  const begun = performance.now();
  try {
    const [{ timesMs, seconds }] = await Promise.all([
      start(connections, stop),
      startOther?.(connections / 2, stop),
    ]);
    const { user, system } = process.cpuUsage(cpuBefore);
    const lookups = timesMs.length;
    if (lookups === 0)
      throw new Error(
        `${load.name} gave no answer. Measure longer rounds, or fewer if its questions are used up.`,
      );
    load.perSecond = lookups / seconds;
    return {
      lookups,
      perSecond: load.perSecond,
      p50Ms: timesMs[Math.floor(0.5 * lookups)] ?? 0,
      p99Ms: timesMs[Math.floor(0.99 * lookups)] ?? 0,
      /** How much of a core this process used. Near 1, it is the bottleneck. */
      clientCores: (user + system) / 1_000 / (performance.now() - begun),
    };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    failed.abort();
  }
}

/** Makes about as many requests as the span needs. Returns a function that sends them, and more if they do not suffice. */
function prepare({ url, questions, perSecond = 0 }: Load, span: Span) {
  const toNext = (question: Question): Prepared => toPrepared(question, url);
  const amount = 'amount' in span ? span.amount : MARGIN * span.duration * perSecond;
  const ready = [...map(take(questions, amount), toNext)];
  const more = map(take(questions, 'amount' in span ? 0 : Infinity), toNext);
  const seconds = 'duration' in span ? span.duration : Infinity;
  let at = 0;
  const draw: Draw = () => ready[at++] ?? (more.next().value as Prepared | undefined);
  return (connections: number, signal: AbortSignal) => run(url, draw, seconds, connections, signal);
}

function toPrepared({ method, path, body = '', next }: Question, url: string): Prepared {
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  const head = [`${method} ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n`, ...HEADER_LINES];
  return { bytes: Buffer.from(`${head.join('')}${length}\r\n${body}`), next };
}

/** Returns the times of the answers, ascending, and how long all took. */
async function run(
  url: string,
  draw: Draw,
  maxSeconds: number,
  connections: number,
  signal: AbortSignal,
) {
  let timesMs = new Float64Array(1_024);
  let count = 0;
  const begun = performance.now();
  let lastAnswer = begun;
  const end = begun + 1_000 * maxSeconds;
  const inTime: Draw = () => (performance.now() < end ? draw() : undefined);
  const settle = (sent: number): void => {
    const now = performance.now();
    if (now > end) return;
    lastAnswer = now;
    if (count === timesMs.length) {
      const longer = new Float64Array(2 * count);
      longer.set(timesMs);
      timesMs = longer;
    }
    timesMs[count++] = now - sent;
  };
  await Promise.all(
    Array.from({ length: connections }, () => converse(url, inTime, settle, signal)),
  );
  return { timesMs: timesMs.subarray(0, count).sort(), seconds: (lastAnswer - begun) / 1_000 };
}

/**
 * Sends what is drawn over one connection until nothing is left. It reads of an answer only where it ends, which takes
 * less than half of the processor time of a library.
 */
function converse(
  url: string,
  draw: Draw,
  settle: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let current: Prepared | undefined;
    let sent = 0;
    /** Bytes of the answer that are still to come. Infinity while only its last chunk shows its end. */
    let missing = 0;
    let [body, tail] = ['', ''];
    const send = (prepared: Prepared | undefined): void => {
      current = prepared;
      [body, tail] = ['', ''];
      if (prepared === undefined) socket.destroy();
      else socket.write(prepared.bytes);
    };
    const sendNext = (): void => {
      sent = performance.now();
      send(draw());
    };
    const receive = (bytes: number, buffer: Uint8Array): boolean => {
      let piece = (buffer as Buffer).toString('latin1', 0, bytes);
      if (missing === 0) {
        const end = piece.indexOf(END_OF_HEAD);
        const head = piece.slice(0, end + LINE_END.length);
        if (!SUCCESS.test(head)) {
          const asked = firstLine(String(current?.bytes));
          socket.destroy(new Error(`${url} answered ${firstLine(head)} to ${asked}.`));
          return false;
        }
        missing = Number(LENGTH.exec(head)?.[1] ?? Infinity) + end + END_OF_HEAD.length;
        piece = piece.slice(end + END_OF_HEAD.length - LINE_END.length);
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
      .setTimeout(TIMEOUT_MS)
      .on('connect', sendNext)
      .on('timeout', () =>
        socket.destroy(new Error(`${url} did not answer within ${TIMEOUT_MS / 1_000} s.`)),
      )
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
