import { errors } from '@elastic/elasticsearch';
import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';

/** Lines are written together, because one write costs more than a small answer. */
const BUFFER_CHARACTERS = 16_384;
const MAX_DELAY_MS = 200;
/** Longer messages of Elasticsearch repeat themselves. */
const MAX_CHARACTERS = 300;

/** Creates a logger that writes one JSON object per line to standard output. */
export function createLogger(level: LevelWithSilent): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    bufferedOutput(),
  );
}

/**
 * Buffers lines itself, because the buffer of `pino.destination` measures its whole content with
 * every line, a third of the time of a line.
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

// Only these members: errors of the client carry whole requests with credentials.
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  // A stack in our code says nothing about a failure of Elasticsearch.
  if (error instanceof errors.ElasticsearchClientError)
    return { type: error.name, message: error.message.slice(0, MAX_CHARACTERS) };
  return { type: error.name, message: error.message, stack: error.stack };
}
