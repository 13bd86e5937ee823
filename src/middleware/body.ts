import bodyParser from 'koa-bodyparser';
import { invalidRequest, payloadTooLarge, unsupportedMediaType } from '../errors.js';
import type { RequestContext, RequestMiddleware } from './context.js';
import { inflate } from './inflate.js';
import { GIVEN_TWICE } from '../parameters/query.js';
import { repeatedMembers } from './repeatedMembers.js';

export const MAX_BODY_BYTES = 16 * 1_024;
export const MAX_BATCH_BYTES = 64 * 1_024;
/** Elements of a batch. */
export const MAX_BATCH = 500;

const JSON_TYPE = 'application/json';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A JSON object that a request brings. */
export interface Body {
  /** By whatever names the caller sent. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Faults of members that are known already: name → message. */
  readonly faults: ReadonlyMap<string, string>;
}

const NO_BODY: Body = { members: {}, faults: new Map() };

/** A kind of body. */
interface BodyKind<Parsed> {
  readonly maxBytes: number;
  /** Its own fault, if it is anything else. */
  readonly fault: string;
  /** Reads it; undefined: it is anything else. */
  readonly read: (value: unknown, json: string) => Parsed | undefined;
}

/** One JSON object; without members if there is no body. */
export const OBJECT: BodyKind<Body> = {
  maxBytes: MAX_BODY_BYTES,
  fault: 'The body must be one JSON object in UTF-8, such as {"id":"…"}.',
  read(value, json) {
    if (json === '') return NO_BODY;
    return isObject(value) ? bodyOf(value, repeatedMembers(json)[0]) : undefined;
  },
};

/** A JSON array of objects. An element of another kind is read as one without members. */
export const BATCH: BodyKind<readonly Body[]> = {
  maxBytes: MAX_BATCH_BYTES,
  fault: `The body must be one JSON array of 1 to ${MAX_BATCH} objects in UTF-8, such as [{"lat":48.8566,"lng":2.3522}].`,
  read(value, json) {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_BATCH) return undefined;
    const repeated = repeatedMembers(json, 2).values();
    return value.map((element: unknown) =>
      isObject(element) ? bodyOf(element, repeated.next().value) : NO_BODY,
    );
  },
};

function isObject(value: unknown): value is Body['members'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bodyOf(members: Body['members'], repeated: Iterable<string> = []): Body {
  return { members, faults: new Map([...repeated].map((name) => [name, GIVEN_TWICE])) };
}

/**
 * Lets a request through whose body is declared as JSON in UTF-8.
 *
 * @throws {ApiError} 415 if it is declared as anything else.
 */
export const requireJson: RequestMiddleware = (context, next) => {
  const { type, charset } = context.request;
  const isJson = type.trim().toLowerCase() === JSON_TYPE;
  if (!isJson || !['', 'utf-8'].includes(charset.toLowerCase())) throw unsupportedMediaType();
  return next();
};

/**
 * Takes the content coding off a request, for `jsonBodyOf` to deal with: the collector would inflate
 * while it reads, which never ends when the caller goes away.
 */
export const takeContentCoding: RequestMiddleware = ({ req: { headers }, state }, next) => {
  state.contentCoding = headers['content-encoding'] ?? '';
  delete headers['content-encoding'];
  return next();
};

/**
 * Collects the bytes of a body.
 *
 * @throws {ApiError} 413 if it is longer than its kind may be; 400 if it breaks off.
 */
export function collectBody({ maxBytes, fault }: BodyKind<unknown>): RequestMiddleware {
  // Collected as text that is not decoded: parsed as JSON here, invalid UTF-8 would be repaired, and
  // `__proto__` refused without naming it.
  const options: bodyParser.Options & { encoding: null } = {
    enableTypes: ['text'],
    extendTypes: { text: [JSON_TYPE] },
    textLimit: `${maxBytes}b`,
    encoding: null,
    onerror(error, { req }) {
      // Bytes that nobody reads would keep the next request of this connection waiting.
      req.resume();
      const { status } = error as { status?: number };
      throw status === 413 ? payloadTooLarge(maxBytes) : invalidRequest([], fault);
    },
  };
  return bodyParser(options) as RequestMiddleware;
}

/**
 * Returns what a collected body holds.
 *
 * @throws {ApiError} 415 if it is coded in an unknown way; 413 if it is too long when inflated; 400 if
 * it is of another kind.
 */
export async function jsonBodyOf<Parsed>(
  { request, state }: RequestContext,
  { maxBytes, fault, read }: BodyKind<Parsed>,
): Promise<Parsed> {
  // Where no body was sent there was nothing to collect.
  const collected = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const bytes = await inflate(collected, state.contentCoding ?? '', maxBytes);
  let json: string;
  let value: unknown;
  try {
    json = utf8.decode(bytes);
    value = json === '' ? undefined : JSON.parse(json);
  } catch {
    throw invalidRequest([], fault);
  }
  const body = read(value, json);
  if (body === undefined) throw invalidRequest([], fault);
  return body;
}
