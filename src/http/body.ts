import bodyParser from 'koa-bodyparser';
import { invalidRequest, payloadTooLarge, unsupportedMediaType } from '../errors.js';
import type { RequestContext } from './context.js';
import { inflate } from './inflate.js';
import { GIVEN_TWICE } from '../parameters/query.js';
import { repeatedMembers } from './repeatedMembers.js';

export const MAX_BODY_BYTES = 16 * 1_024;

const JSON_TYPE = 'application/json';

// It only collects bytes: as JSON it would mend what is no UTF-8, and refuse `__proto__` without
// naming it.
const options: bodyParser.Options & { encoding: null } = {
  enableTypes: ['text'],
  extendTypes: { text: [JSON_TYPE] },
  textLimit: `${MAX_BODY_BYTES}b`,
  encoding: null,
};
const collect = bodyParser(options);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON object that a request brings. */
export interface Body {
  /** By whatever names the caller sent. */
  readonly members: Readonly<Record<string, unknown>>;
  /** What is known to be wrong with members already: name → message. */
  readonly faults: ReadonlyMap<string, string>;
}

export const NO_BODY: Body = { members: {}, faults: new Map() };

/**
 * The body of a request; without members when it is empty.
 *
 * @throws {ApiError} 415 if it is not declared as JSON in UTF-8, or coded in an unknown way; 413 if
 * it is longer than 16 KiB, also when inflated; 400 if it is anything but a JSON object.
 */
export async function readJsonBody(context: RequestContext): Promise<Body> {
  const { type, charset } = context.request;
  const isJson = type.trim().toLowerCase() === JSON_TYPE;
  if (!isJson || !['', 'utf-8'].includes(charset.toLowerCase())) throw unsupportedMediaType();
  const coding = takeContentCoding(context);
  const bytes = await inflate(await receive(context), coding, MAX_BODY_BYTES);
  return bytes.length === 0 ? NO_BODY : parse(bytes);
}

// The parser would inflate while it reads, which never ends when the caller goes away meanwhile.
function takeContentCoding({ req: { headers } }: RequestContext): string {
  const coding = headers['content-encoding'] ?? '';
  delete headers['content-encoding'];
  return coding;
}

async function receive(context: RequestContext): Promise<Buffer> {
  try {
    await collect(context, () => Promise.resolve());
  } catch (error) {
    // What nobody reads would keep the next request of this connection waiting.
    context.req.resume();
    const { status } = error as { status?: number };
    throw status === 413 ? payloadTooLarge(MAX_BODY_BYTES) : notAnObject();
  }
  const { body } = context.request;
  // Without any body there is nothing to collect.
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
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
