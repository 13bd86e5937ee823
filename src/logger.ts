import pino, { type Logger } from 'pino';
import type { Config } from './config.js';

/** A logger that writes one JSON object a line to standard output. */
export function createLogger(level: Config['logLevel']): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  });
}

// Nothing but these: errors of clients carry whole requests, with their credentials.
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return { type: error.name, message: error.message, stack: error.stack };
}
