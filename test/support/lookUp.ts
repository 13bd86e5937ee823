import type { LookupEndpoint, OnIgnored } from '../../src/lookups/endpoint.js';
import { etagOf } from '../../src/lookups/lookups.js';
import type { KeptAnswers } from '../../src/lookups/cache/keptAnswers.js';
import type { Reply } from '../../src/lookups/cache/reply.js';

/** A lookup as tests look at it, whether it is answered or not. */
export interface LookedUp {
  readonly reply: Reply | undefined;
  readonly etag: string | undefined;
  /** The answer, asked for where it is not kept. */
  ask(): Promise<{ readonly reply: Reply; readonly etag: string | undefined }>;
}

/** Looks something up without HTTP. */
export function lookUpIn(
  kept: KeptAnswers,
  endpoint: LookupEndpoint,
  query: string,
  onIgnored: OnIgnored = () => undefined,
): LookedUp {
  const lookup = kept.lookUp(endpoint, `${endpoint.path}?${query}`, onIgnored);
  return {
    reply: lookup.reply,
    etag: etagOf(lookup),
    async ask() {
      const answered = lookup.reply === undefined ? await lookup.ask() : lookup;
      return { reply: answered.reply, etag: etagOf(answered) };
    },
  };
}
