import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** Content codings, by preference. */
export const CODINGS = ['br', 'gzip', 'deflate', 'identity'] as const;

export type Coding = (typeof CODINGS)[number];

/** Smaller bodies are sent as they are. */
export const COMPRESSED_FROM_BYTES = 1_024;

/** As good as gzip at its default, and faster. */
const BROTLI_QUALITY = 4;

const MAX_KNOWN_HEADERS = 100;
/** Longer than any browser or client sends; to read 64 KiB takes a tenth of a second. */
const MAX_CHARACTERS = 500;

/** Its types do not know the options yet. */
interface Negotiating {
  encoding(
    available: readonly string[],
    options: { preferred: readonly string[] },
  ): string | undefined;
}

/** Browsers and game clients send the same few headers all the time. */
const known = new LRUCache<string, Coding>({ max: MAX_KNOWN_HEADERS });

/**
 * Returns the coding that a caller likes best; `identity` for one who takes none at all, or says so at
 * too great a length.
 */
export function codingFor({ headers }: Pick<IncomingMessage, 'headers'>): Coding {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || accepted.length > MAX_CHARACTERS) return 'identity';
  const before = known.get(accepted);
  if (before !== undefined) return before;
  const negotiator = new Negotiator({ headers }) as Negotiating;
  const best = negotiator.encoding(CODINGS, { preferred: CODINGS });
  const coding = CODINGS.find((each) => each === best) ?? 'identity';
  known.set(accepted, coding);
  return coding;
}

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: promisify(gzip) as (bytes: Buffer) => Promise<Buffer>,
  deflate: promisify(deflate) as (bytes: Buffer) => Promise<Buffer>,
};

/** Returns a body in a coding. */
export function encode(bytes: Buffer, coding: Exclude<Coding, 'identity'>): Promise<Buffer> {
  return compressors[coding](bytes);
}
