import { errors } from '@elastic/elasticsearch';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config.js';

/** Lines are written together, for a write of each one costs more than a small answer does. */
const BUFFER_CHARACTERS = 16_384;
const MAX_DELAY_MS = 200;
/** Longer texts of Elasticsearch repeat themselves. */
const MOST_CHARACTERS = 300;

/** A logger that writes one JSON object a line to standard output. */
export function createLogger(level: Config['logLevel']): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: isoTime(),
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    bufferedOutput(),
  );
}

/** Returns the time as pino writes it; it is the same text for all lines of a millisecond. */
function isoTime(): () => string {
  let at = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

/**
 * Collects lines by itself: the buffer of `pino.destination` measures all that it holds with every
 * line, which takes a third of the time of a line.
 */
function bufferedOutput(): DestinationStream {
  const output = pino.destination({ sync: true });
  if (process.stdout.isTTY) return output;
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines === '') return;
    const text = lines;
    lines = '';
    output.write(text);
  };
  process.on('exit', () => {
    flush();
    output.flushSync();
  });
  return {
    write(line) {
      lines += line;
      if (lines.length >= BUFFER_CHARACTERS) flush();
      else timer ??= setTimeout(flush, MAX_DELAY_MS).unref();
    },
  };
}

// Nothing but these: errors of clients carry whole requests, with their credentials.
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  // The place in our code says nothing of a failure of Elasticsearch's.
  if (error instanceof errors.ElasticsearchClientError)
    return { type: error.name, message: error.message.slice(0, MOST_CHARACTERS) };
  return { type: error.name, message: error.message, stack: error.stack };
}
