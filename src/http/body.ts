import bodyParser from 'koa-bodyparser';
import { invalidRequest, payloadTooLarge, unsupportedMediaType } from '../errors.js';
import type { RequestContext, RequestMiddleware } from './context.js';
import { inflate } from './inflate.js';
import { GIVEN_TWICE } from '../parameters/query.js';
import { repeatedMembers } from './repeatedMembers.js';

export const MAX_BODY_BYTES = 16 * 1_024;

const JSON_TYPE = 'application/json';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON object that a request brings. */
export interface Body {
  /** By whatever names the caller sent. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Faults of members that are known already: name → message. */
  readonly faults: ReadonlyMap<string, string>;
}

export const NO_BODY: Body = { members: {}, faults: new Map() };

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

// Collected as text that is not decoded: parsed as JSON here, invalid UTF-8 would be repaired, and
// `__proto__` refused without naming it.
const options: bodyParser.Options & { encoding: null } = {
  enableTypes: ['text'],
  extendTypes: { text: [JSON_TYPE] },
  textLimit: `${MAX_BODY_BYTES}b`,
  encoding: null,
  onerror(error, { req }) {
    // Bytes that nobody reads would keep the next request of this connection waiting.
    req.resume();
    const { status } = error as { status?: number };
    throw status === 413 ? payloadTooLarge(MAX_BODY_BYTES) : notAnObject();
  },
};

/**
 * Collects the bytes of a body.
 *
 * @throws {ApiError} 413 if it is longer than 16 KiB; 400 if it breaks off.
 */
export const collectBody = bodyParser(options) as RequestMiddleware;

/**
 * Returns what a collected body holds; without members when it is empty.
 *
 * @throws {ApiError} 415 if it is coded in an unknown way; 413 if it is longer than 16 KiB when
 * inflated; 400 if it is anything but a JSON object.
 */
export async function jsonBodyOf({ request, state }: RequestContext): Promise<Body> {
  // Where no body was sent there was nothing to collect.
  const collected = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const bytes = await inflate(collected, state.contentCoding ?? '', MAX_BODY_BYTES);
  return bytes.length === 0 ? NO_BODY : parse(bytes);
}

function parse(bytes: Buffer): Body {
  let json: string;
  let members: unknown;
  try {
    json = utf8.decode(bytes);
    members = JSON.parse(json);
  } catch {
    throw notAnObject();
  }
  if (typeof members !== 'object' || members === null || Array.isArray(members)) {
    throw notAnObject();
  }
  const repeated = [...repeatedMembers(json)].map((name) => [name, GIVEN_TWICE] as const);
  return { members: members as Body['members'], faults: new Map(repeated) };
}

function notAnObject(): Error {
  return invalidRequest([], 'The body must be one JSON object in UTF-8, such as {"id":"…"}.');
}
