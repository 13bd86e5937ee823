import Router from '@koa/router';
import { methodNotAllowed, notFound } from '../errors.js';
import type { VerifyToken } from '../tokens/caller.js';
import { accessOf, authenticate } from './authentication.js';
import type { RequestContext, RequestMiddleware, RequestState } from './context.js';
import {
  type Body,
  collectBody,
  jsonBodyOf,
  NO_BODY,
  requireJson,
  takeContentCoding,
} from './body.js';
import { ANSWER_WITHIN_MS, within, WRITE_WITHIN_MS } from './deadline.js';
import type { Endpoint, LookupEndpoint, Request, WriteEndpoint } from './endpoint.js';
import { setAnswer } from './envelope.js';
import { leaveSlot, takeSlot } from './overload.js';
import type { CountRequest } from './rateLimit.js';

const MAX_IGNORED_HEADER_CHARACTERS = 1_000;

/** A router that takes paths literally: case and a slash at the end count. */
export function createRouter(): Router<RequestState> {
  return new Router<RequestState>({ sensitive: true, strict: true });
}

/** Adds the routes of the resources. */
export function addEndpoints(
  router: Router<RequestState>,
  endpoints: readonly Endpoint[],
  verifyToken: VerifyToken,
  countRequest: CountRequest | undefined,
): void {
  async function admit(context: RequestContext): Promise<void> {
    const caller = await authenticate(context, verifyToken);
    await countRequest?.(caller);
  }

  async function lookUp(context: RequestContext, endpoint: LookupEndpoint): Promise<void> {
    const answer = admit(context).then(() => endpoint.answer(requestOf(context, NO_BODY)));
    await setAnswer(context, await within(ANSWER_WITHIN_MS, answer));
  }

  const admitWrite: RequestMiddleware = async (context, next) => {
    await within(ANSWER_WITHIN_MS - WRITE_WITHIN_MS, admit(context));
    await next();
  };

  // Between the two a body may come slowly; that is the caller's own time.
  async function write(context: RequestContext, endpoint: WriteEndpoint): Promise<void> {
    const request = requestOf(context, await jsonBodyOf(context));
    await setAnswer(context, await within(WRITE_WITHIN_MS, endpoint.answer(request)));
  }

  for (const endpoint of endpoints) {
    const { method, path } = endpoint;
    if (method === 'get') router.get(path, (context) => lookUp(context, endpoint));
    else {
      const bodyThere = [requireJson, takeContentCoding, leaveSlot, collectBody, takeSlot];
      router.put(path, admitWrite, ...bodyThere, (context) => write(context, endpoint));
    }
  }
}

function requestOf(context: RequestContext, body: Body): Request {
  return {
    query: context.querystring,
    body,
    onIgnored: (names) => {
      context.res.setHeader('X-Ignored-Params', headerList(names));
    },
  };
}

/** Answers what no route took: another method of a known path, or an unknown path. */
export function unmatched(verifyToken: VerifyToken): RequestMiddleware {
  return async (context) => {
    if (accessOf(context.path) === 'internal') {
      await within(ANSWER_WITHIN_MS, authenticate(context, verifyToken));
    }
    const allowed = knownMethods(context);
    if (allowed.length === 0) throw notFound();
    if (context.method !== 'OPTIONS') throw methodNotAllowed(allowed);
    context.res.setHeader('Allow', allowed.join(', '));
    context.status = 204;
  };
}

function knownMethods(context: RequestContext): string[] {
  const { matched = [] } = context as { matched?: readonly { methods: readonly string[] }[] };
  const methods = new Set(matched.flatMap((layer) => layer.methods));
  return methods.size === 0 ? [] : [...methods, 'OPTIONS'].sort();
}

// Names come from the caller: whatever a header may not hold is percent-encoded.
function headerList(names: readonly string[]): string {
  const list = names.map((name) => encodeURIComponent(name.toWellFormed())).join(', ');
  return list.slice(0, MAX_IGNORED_HEADER_CHARACTERS);
}
