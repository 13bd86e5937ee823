import { errors } from '@elastic/elasticsearch';
import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino';

/** Lines are written together, because one write costs more than a small answer. */
const BUFFER_BYTES = 16_384;
const MAX_BYTES_PER_CHARACTER = 3;
const MAX_DELAY_MS = 200;
/** Longer messages of Elasticsearch repeat themselves. */
const MAX_CHARACTERS = 300;

/** Creates a logger that writes one JSON object per line to standard output. */
export function createLogger(level: LevelWithSilent): Logger {
  const output = pino.destination({ sync: true });
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    process.stdout.isTTY ? output : bufferLines(output),
  );
}

/**
 * Buffers lines as bytes. A line of pino is a tree of many small strings, which garbage collections would copy
 * until it is written. The buffer of `pino.destination` also measures its whole content with every line.
 */
export function bufferLines(output: DestinationStream & { flushSync(): void }): DestinationStream {
  const bytes = Buffer.alloc(BUFFER_BYTES);
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (length > 0) output.write(bytes.toString('utf8', 0, length));
    length = 0;
  };
  process.on('exit', () => {
    flush();
    output.flushSync();
  });
  return {
    write(line) {
      const maxBytes = line.length * MAX_BYTES_PER_CHARACTER;
      if (length + maxBytes > BUFFER_BYTES) flush();
      if (maxBytes > BUFFER_BYTES) output.write(line);
      else length += bytes.write(line, length);
      timer ??= setTimeout(flush, MAX_DELAY_MS).unref();
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
