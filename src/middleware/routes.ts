import Router from '@koa/router';
import { accessOf, authenticate } from '../access/authentication.js';
import { inSlot, type RequestSlots } from '../access/overload.js';
import type { CountRequest } from '../access/rateLimit.js';
import type { VerifyToken } from '../access/tokens/token.js';
import { ApiError, methodNotAllowed, notFound } from '../errors.js';
import type { AnswerCache } from '../lookups/cache/answerCache.js';
import type { BatchEndpoint, Endpoint, WriteEndpoint } from '../lookups/endpoint.js';
import { ignoredHeaders } from '../parameters/query.js';
import { ANSWER_WITHIN_MS, within, WRITE_WITHIN_MS } from '../server/deadline.js';
import { BATCH, collectBody, jsonBodyOf, OBJECT, requireJson, takeContentCoding } from './body.js';
import type { RequestContext, RequestMiddleware, RequestState } from './context.js';
import { setAnswer } from './envelope.js';
import { presentError } from './errorAnswers.js';
import { setHeaders } from './headers.js';

/** Creates a router that takes paths literally: case and a trailing slash count. */
export function createRouter(): Router<RequestState> {
  return new Router<RequestState>({ sensitive: true, strict: true });
}

interface RouteDependencies {
  readonly answerCache: AnswerCache;
  readonly verifyToken: VerifyToken;
  readonly countRequest: CountRequest;
  readonly slots: RequestSlots;
}

/** Adds the endpoints that take a body. Of lookups it adds the path only, for 405 and logs. */
export function addEndpoints(
  router: Router<RequestState>,
  endpoints: readonly Endpoint[],
  { answerCache, verifyToken, countRequest, slots }: RouteDependencies,
): void {
  const admit: RequestMiddleware = async (context, next) => {
    const caller = authenticate(context, verifyToken);
    const withinMs = ANSWER_WITHIN_MS - WRITE_WITHIN_MS;
    setHeaders(context.res, countRequest(await within(withinMs, caller)));
    await next();
  };

  async function write(context: RequestContext, endpoint: WriteEndpoint): Promise<void> {
    const body = await jsonBodyOf(context, OBJECT);
    const change = endpoint.change(context.querystring, body);
    context.set(ignoredHeaders(change.ignored));
    await within(WRITE_WITHIN_MS, change.make());
    await setAnswer(context, {});
  }

  async function answerBatch(context: RequestContext, endpoint: BatchEndpoint): Promise<void> {
    const { res, state } = context;
    const elements = await jsonBodyOf(context, BATCH);
    if (state.caller) setHeaders(res, countRequest(state.caller, elements.length - 1));
    const questions = endpoint.questions(context.querystring, elements);
    context.set(ignoredHeaders(questions.ignored));
    const asking = answerCache.askLive((live) => questions.ask(live));
    const answers = await within(ANSWER_WITHIN_MS, asking);
    const data = answers.map((each) =>
      each instanceof ApiError ? presentError(each, state.requestId) : each,
    );
    await setAnswer(context, { data });
  }

  const withBody = (collect: RequestMiddleware): RequestMiddleware[] => [
    admit,
    requireJson,
    takeContentCoding,
    collect,
    inSlot(slots),
  ];
  const object = withBody(collectBody(OBJECT));
  const array = withBody(collectBody(BATCH));
  for (const endpoint of endpoints) {
    const { method, path } = endpoint;
    if (method === 'get') router.get(path, (_, next) => next());
    else if (method === 'put') router.put(path, ...object, (context) => write(context, endpoint));
    else router.post(path, ...array, (context) => answerBatch(context, endpoint));
  }
}

/** Answers requests that no route took: 405 for a known path, 404 for an unknown one. */
export function unmatched(verifyToken: VerifyToken): RequestMiddleware {
  return async (context) => {
    if (accessOf(context.path) === 'internal') {
      await within(ANSWER_WITHIN_MS, authenticate(context, verifyToken));
    }
    const allowed = allowedMethods(context);
    if (allowed.length === 0) throw notFound();
    if (context.method !== 'OPTIONS') throw methodNotAllowed(allowed);
    context.res.setHeader('Allow', allowed.join(', '));
    context.status = 204;
  };
}

function allowedMethods(context: RequestContext): string[] {
  const { matched = [] } = context as { matched?: readonly { methods: readonly string[] }[] };
  const methods = new Set(matched.flatMap((layer) => layer.methods));
  return methods.size === 0 ? [] : [...methods, 'OPTIONS'].sort();
}
