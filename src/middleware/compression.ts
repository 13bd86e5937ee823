import compress from 'koa-compress';
import { CODINGS, COMPRESSED_FROM_BYTES } from './codings.js';
import type { RequestMiddleware } from './context.js';

/**
 * Compresses what is no lookup's answer, from 1 KiB on, as far as the caller takes it. `Vary` is on
 * all answers.
 */
export function compression(): RequestMiddleware {
  const handle = compress({ threshold: COMPRESSED_FROM_BYTES, encodingPreference: [...CODINGS] });
  return async (context, next) => {
    await next();
    const body: unknown = context.body;
    if (context.state.isCoded === true) return;
    // Most answers are small, or go to callers that do not ask: they are spared the negotiation.
    const isSmall = typeof body === 'string' && Buffer.byteLength(body) < COMPRESSED_FROM_BYTES;
    if (isSmall || context.req.headers['accept-encoding'] === undefined) return;
    // Who takes nothing, not even a plain body, gets that: the compressor would fail.
    if (context.acceptsEncodings([...CODINGS]) === false) return;
    await handle(context, () => Promise.resolve());
  };
}
