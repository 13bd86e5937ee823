import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { isPlainObject } from 'es-toolkit/predicate';
import bodyParser from 'koa-bodyparser';
import { invalidRequest, payloadTooLarge, UNSUPPORTED_MEDIA_TYPE } from '../errors.js';
import type { RequestContext, RequestMiddleware } from './context.js';
import { GIVEN_TWICE, type GivenBody } from '../parameters/rules.js';

export const MAX_BODY_BYTES = 16 * 1_024;
/** The limit of a body with many locations or ids. */
export const MAX_BATCH_BYTES = 64 * 1_024;
/** The most elements of a batch. */
export const MAX_BATCH = 500;

const JSON_TYPE = 'application/json';
/** The names of its charset: the default, the registered one, and what many libraries send. */
const UTF8 = new Set(['', 'utf-8', 'utf8']);

const utf8 = new TextDecoder('utf-8', { fatal: true });

const NO_BODY: GivenBody = { members: {}, faults: new Map() };

interface BodyKind<Parsed> {
  readonly maxBytes: number;
  /** The message for a body of another kind. */
  readonly fault: string;
  /** 1: one object; 2: an array of objects. */
  readonly level: 1 | 2;
  /**
   * Returns undefined for a body of another kind. Without a body the value is undefined.
   * @param repeated the names of members that occur more than once, for each object
   */
  readonly read: (value: unknown, repeated: readonly ReadonlySet<string>[]) => Parsed | undefined;
}

/** One JSON object. No body is an object without members. */
export const OBJECT: BodyKind<GivenBody> = {
  maxBytes: MAX_BODY_BYTES,
  fault: 'The body must be one JSON object in UTF-8, such as {"id":"…"}.',
  level: 1,
  read(value, [repeated]) {
    if (value === undefined) return NO_BODY;
    return isPlainObject(value) ? bodyOf(value, repeated) : undefined;
  },
};

/** The JSON object of a lookup by ids. */
export const WITH_IDS = {
  ...OBJECT,
  maxBytes: MAX_BATCH_BYTES,
  fault: 'The body must be one JSON object in UTF-8, such as {"ids":["…"]}.',
};

/** A JSON array of objects. Any other element is read as an object without members. */
export const BATCH: BodyKind<readonly GivenBody[]> = {
  maxBytes: MAX_BATCH_BYTES,
  fault: `The body must be one JSON array of 1 to ${MAX_BATCH} objects in UTF-8, such as [{"lat":48.8566,"lng":2.3522}].`,
  level: 2,
  read(value, repeated) {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_BATCH) return undefined;
    const names = repeated.values();
    return value.map((element: unknown) =>
      isPlainObject(element) ? bodyOf(element, names.next().value) : NO_BODY,
    );
  },
};

function bodyOf(members: GivenBody['members'], repeated: Iterable<string> = []): GivenBody {
  return { members, faults: new Map([...repeated].map((name) => [name, GIVEN_TWICE])) };
}

/**
 * Collects the bytes of a body.
 * @throws {ApiError} 415 if it is not JSON in UTF-8, 413 if it is too long, 400 if it is incomplete
 */
export function collectBody({ maxBytes, fault }: BodyKind<unknown>): RequestMiddleware {
  // As text without decoding. The JSON parser of this library would repair invalid UTF-8, and reject
  // `__proto__` without naming it.
  const options: bodyParser.Options & { encoding: null } = {
    enableTypes: ['text'],
    extendTypes: { text: [JSON_TYPE] },
    textLimit: `${maxBytes}b`,
    encoding: null,
    onerror(error, { req }) {
      // Unread bytes would block the next request of this connection.
      req.resume();
      const { status } = error as { status?: number };
      throw status === 413 ? payloadTooLarge(maxBytes) : invalidRequest([], fault);
    },
  };
  const collect = bodyParser(options) as RequestMiddleware;
  return (context, next) => {
    const { type, charset } = context.request;
    const isJson = type.trim().toLowerCase() === JSON_TYPE;
    if (!isJson || !UTF8.has(charset.toLowerCase())) throw UNSUPPORTED_MEDIA_TYPE;
    // Hidden, because the library would inflate while it reads, which never ends if the caller
    // disconnects. `jsonBodyOf` inflates instead.
    const { headers } = context.req;
    context.state.contentCoding = headers['content-encoding'] ?? '';
    delete headers['content-encoding'];
    return collect(context, next) as Promise<void>;
  };
}

/**
 * Inflates and parses a collected body.
 * @throws {ApiError} 415 for an unknown coding, 413 if it is too long, 400 if it is malformed
 */
export async function jsonBodyOf<Parsed>(
  { request, state }: RequestContext,
  { maxBytes, fault, level, read }: BodyKind<Parsed>,
): Promise<Parsed> {
  // Without a body nothing was collected.
  const collected = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const bytes = await inflate(collected, state.contentCoding ?? '', maxBytes);
  let repeated: ReadonlySet<string>[] | undefined;
  let value: unknown;
  try {
    const json = utf8.decode(bytes);
    repeated = repeatedMembers(json, level);
    value = json === '' || repeated === undefined ? undefined : JSON.parse(json);
  } catch {
    throw invalidRequest([], fault);
  }
  const body = repeated && read(value, repeated);
  if (body === undefined) throw invalidRequest([], fault);
  return body;
}

const unzipped = promisify(unzip);

/** Keyed by content coding (RFC 9110, section 8.4.1). */
const INFLATERS: ReadonlyMap<string, typeof unzipped> = new Map([
  ['gzip', unzipped],
  ['deflate', unzipped],
  ['br', promisify(brotliDecompress)],
]);

async function inflate(bytes: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  const name = coding.toLowerCase();
  if (name === '' || name === 'identity') return bytes;
  const inflater = INFLATERS.get(name);
  if (inflater === undefined) throw UNSUPPORTED_MEDIA_TYPE;
  try {
    return await inflater(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw payloadTooLarge(maxBytes);
    throw invalidRequest([], `The body is not coded by ${name}, as \`Content-Encoding\` says.`);
  }
}

/** Twice as many as a batch of locations has. More would delay other requests. */
const MAX_TOKENS = 12 * MAX_BATCH;
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * Returns the names that occur more than once, for each JSON object of one level. `JSON.parse` would
 * take the last value.
 * @param json in valid JSON, a colon always follows a member name
 * @param level 1: the object itself; 2: the elements of an array
 * @returns undefined if there are too many members, objects and arrays
 * @throws SyntaxError if a name is no JSON
 */
export function repeatedMembers(json: string, level = 1): ReadonlySet<string>[] | undefined {
  const repeated: Set<string>[] = [];
  let seen = new Set<string>();
  let depth = 0;
  let last = '';
  let count = 0;
  for (const [token] of json.matchAll(TOKENS)) {
    count += 1;
    if (count > MAX_TOKENS) return undefined;
    if (token === '{' || token === '[') {
      depth += 1;
      if (token === '{' && depth === level) {
        repeated.push(new Set());
        seen = new Set();
      }
    } else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === level) {
      const name = JSON.parse(last) as string;
      if (seen.has(name)) repeated.at(-1)?.add(name);
      seen.add(name);
    }
    last = token;
  }
  return repeated;
}
