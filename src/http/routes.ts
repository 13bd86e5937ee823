import Router from '@koa/router';
import { methodNotAllowed, notFound } from '../errors.js';
import type { VerifyToken } from '../tokens/caller.js';
import { accessOf, authenticate } from './authentication.js';
import type { RequestContext, RequestMiddleware, RequestState } from './context.js';
import { type Body, NO_BODY, readJsonBody } from './body.js';
import type { Answer, Endpoint, LookupEndpoint, Request, WriteEndpoint } from './endpoint.js';
import { setAnswer } from './envelope.js';
import { ANSWER_WITHIN_MS, type CountRequest, within, WRITE_WITHIN_MS } from './limits.js';

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
  async function admit(context: RequestContext, { access }: Endpoint): Promise<void> {
    const caller = await authenticate(context, access, verifyToken);
    await countRequest?.(caller);
  }

  async function lookUp(context: RequestContext, endpoint: LookupEndpoint): Promise<Answer> {
    await admit(context, endpoint);
    return endpoint.answer(requestOf(context, NO_BODY));
  }

  // A body may come slowly; that is the caller's own time.
  async function write(context: RequestContext, endpoint: WriteEndpoint): Promise<Answer> {
    await within(ANSWER_WITHIN_MS - WRITE_WITHIN_MS, admit(context, endpoint));
    const body = await readJsonBody(context);
    return within(WRITE_WITHIN_MS, endpoint.answer(requestOf(context, body)));
  }

  for (const endpoint of endpoints) {
    if (endpoint.access !== accessOf(endpoint.path)) {
      throw new Error(`${endpoint.path} must be ${accessOf(endpoint.path)}`);
    }
    router[endpoint.method](endpoint.path, async (context) => {
      const answer =
        endpoint.method === 'get'
          ? within(ANSWER_WITHIN_MS, lookUp(context, endpoint))
          : write(context, endpoint);
      setAnswer(context, await answer);
    });
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
    const access = accessOf(context.path);
    if (access === 'internal') {
      await within(ANSWER_WITHIN_MS, authenticate(context, access, verifyToken));
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
