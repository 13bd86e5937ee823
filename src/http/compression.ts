import compress from 'koa-compress';
import type { RequestMiddleware } from './context.js';

const THRESHOLD_BYTES = 1_024;
const CODINGS = ['br', 'gzip', 'deflate', 'identity'];

/** Compresses bodies from 1 KiB on, as far as the caller takes it. `Vary` is on all answers. */
export function compression(): RequestMiddleware {
  const handle = compress({ threshold: THRESHOLD_BYTES });
  return async (context, next) => {
    await next();
    const body: unknown = context.body;
    // Most answers are small, or go to callers that do not ask: they are spared the negotiation.
    const isSmall = typeof body === 'string' && Buffer.byteLength(body) < THRESHOLD_BYTES;
    if (isSmall || context.req.headers['accept-encoding'] === undefined) return;
    // Who takes nothing, not even a plain body, gets that: the compressor would fail.
    if (context.acceptsEncodings(CODINGS) === false) return;
    await handle(context, () => Promise.resolve());
  };
}
