import type { KeptAnswers } from '../../src/lookups/cache/keptAnswers.js';
import type { Reply } from '../../src/lookups/cache/reply.js';
import type { LookupEndpoint } from '../../src/lookups/endpoint.js';

/** A lookup as tests look at it, whether it is answered or not. */
export interface LookedUp {
  readonly reply: Reply | undefined;
  readonly etag: string | undefined;
  readonly ignored: readonly string[];
  /** The answer, asked for where it is not kept. */
  ask(): Promise<{ readonly reply: Reply; readonly etag: string | undefined }>;
}

/** Looks something up without HTTP. */
export function lookUpIn(kept: KeptAnswers, endpoint: LookupEndpoint, query: string): LookedUp {
  const { reply, etag, ignored, ask, cacheControl } = kept.lookUp(endpoint, query);
  return {
    reply,
    etag,
    ignored,
    async ask() {
      const answered = await ask();
      return { reply: answered, etag: cacheControl === 'no-store' ? undefined : answered.etag };
    },
  };
}
