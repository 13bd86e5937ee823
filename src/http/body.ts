import bodyParser from 'koa-bodyparser';
import { invalidRequest, payloadTooLarge, unsupportedMediaType } from '../errors.js';
import type { RequestContext } from './context.js';
import { inflate } from './inflate.js';

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

/**
 * The members of a request's JSON body, by whatever names the caller sent; none when it is empty.
 *
 * @throws {ApiError} 415 if it is not declared as JSON in UTF-8, or coded in an unknown way; 413 if
 * it is longer than 16 KiB, also when inflated; 400 if it is anything but a JSON object.
 */
export async function readJsonBody(context: RequestContext): Promise<Record<string, unknown>> {
  const { type, charset } = context.request;
  const isJson = type.trim().toLowerCase() === JSON_TYPE;
  if (!isJson || !['', 'utf-8'].includes(charset.toLowerCase())) throw unsupportedMediaType();
  const coding = takeContentCoding(context);
  const bytes = await inflate(await receive(context), coding, MAX_BODY_BYTES);
  return bytes.length === 0 ? {} : parse(bytes);
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

function parse(bytes: Buffer): Record<string, unknown> {
  let members: unknown;
  try {
    members = JSON.parse(utf8.decode(bytes));
  } catch {
    throw notAnObject();
  }
  if (typeof members !== 'object' || members === null || Array.isArray(members)) {
    throw notAnObject();
  }
  return members as Record<string, unknown>;
}

function notAnObject(): Error {
  return invalidRequest([], 'The body must be one JSON object in UTF-8, such as {"id":"…"}.');
}
