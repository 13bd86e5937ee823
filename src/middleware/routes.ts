import type Router from '@koa/router';
import { accessOf, bearerOf, checkCaller } from '../access/authentication.js';
import type { Caller, VerifyToken } from '../access/tokens/token.js';
import {
  ANSWER_WITHIN_MS,
  BATCH_WITHIN_MS,
  RequestSlots,
  TokenTurns,
  within,
  WRITE_WITHIN_MS,
} from '../concurrency.js';
import { ApiError, methodNotAllowed, NOT_FOUND, UNAUTHORIZED } from '../errors.js';
import { presentError } from '../http/reply.js';
import { setHeaders } from '../http/headers.js';
import { mapInTurns } from '../lookups/answers.js';
import type {
  BatchEndpoint,
  Endpoint,
  LookupEndpoint,
  WriteEndpoint,
} from '../lookups/endpoint.js';
import type { RouteDependencies } from '../lookups/handler.js';
import { currentTraces } from '../observe/elasticsearch.js';
import {
  type GivenBody,
  ignoredHeaders,
  noParameters,
  type ParameterRules,
  readQuery,
} from '../parameters/rules.js';
import type { Snapshot } from '../search/live.js';
import { BATCH, collectBody, jsonBodyOf, OBJECT, WITH_IDS } from './body.js';
import type { RequestContext, RequestMiddleware, RequestState } from './context.js';
import { setAnswer, setReply } from './envelope.js';

/** More concurrent batches, of more than one turn, would all run into their deadline. */
const MAX_CONCURRENT_BATCHES = 4;
/** A game sends several batches of its players at once, and each takes a part of a second. */
const TURN_WITHIN_MS = 2_000;
/** The elements of a batch that one turn of the event loop reads. */
const ELEMENTS_PER_TURN = 50;

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
    const { members, faults } = await jsonBodyOf(context, OBJECT);
    const { ignored } = readQuery(context.querystring, noParameters);
    const parameters = endpoint.body.read(members, faults);
    context.set(ignoredHeaders(ignored));
    await within(WRITE_WITHIN_MS, endpoint.handle(parameters));
    await setAnswer(context, {});
  }

  async function lookUpByIds(context: RequestContext, endpoint: LookupEndpoint): Promise<void> {
    const { res, state } = context;
    const body = await jsonBodyOf(context, WITH_IDS);
    const count = (more: number) => {
      if (more > 0 && state.caller) setHeaders(res, countRequest(state.caller, 1 + more));
    };
    const found = answerCache.lookUp(endpoint, context.querystring, [], count, body);
    context.set(ignoredHeaders(found.question.ignored));
    const ask = () => slots.run(state.caller?.id, () => within(ANSWER_WITHIN_MS, found.ask()));
    await setReply(context, found.reply ?? (await ask()));
  }

  async function answerBatch(context: RequestContext, endpoint: BatchEndpoint): Promise<void> {
    const { res, state } = context;
    const stop = new AbortController();
    // Also when the connection is reset. A half-closed one may still want its answer.
    res.once('close', () => {
      stop.abort();
    });
    const elements = await jsonBodyOf(context, BATCH);
    const { parameters, ignored } = readQuery(context.querystring, endpoint.parameters);
    context.set(ignoredHeaders(ignored));
    if (state.caller) setHeaders(res, countRequest(state.caller, elements.length));
    const read = (element: GivenBody) => readElement(element, endpoint.element);
    const all = await mapInTurns(elements, read, ELEMENTS_PER_TURN);
    const valid = all.flatMap((each) =>
      each instanceof ApiError ? [] : [{ ...parameters, ...each }],
    );
    const deadline = performance.now() + BATCH_WITHIN_MS;
    const handle = (live: Snapshot) => endpoint.handle(valid, live, deadline, stop.signal);
    const ask = () => answerCache.askLive(handle);
    const isLong = elements.length > ELEMENTS_PER_TURN;
    const asking = isLong ? batches.run(state.caller?.id, ask) : ask();
    const answers = (await asking).values();
    const data = all.map((each) => {
      const answer = each instanceof ApiError ? each : answers.next().value;
      return answer instanceof ApiError ? presentError(answer, state.requestId) : answer;
    });
    await setAnswer(context, { data });
  }

  // After the body, which may arrive slowly.
  const inSlot: RequestMiddleware = ({ state }, next) => slots.run(state.caller?.id, next);
  const batches = new RequestSlots(MAX_CONCURRENT_BATCHES);
  const turns = new TokenTurns(1, TURN_WITHIN_MS);
  const inTurn: RequestMiddleware = ({ state }, next) => turns.run(state.caller?.id, next);
  const object = [admit, collectBody(OBJECT), inSlot];
  const array = [admit, collectBody(BATCH), inSlot, inTurn];
  for (const endpoint of endpoints) {
    const { method, path } = endpoint;
    if (method === 'get') router.get(path, (_, next) => next());
    if (method === 'get' && endpoint.parameters.withBody !== undefined)
      router.post(path, admit, collectBody(WITH_IDS), (context) => lookUpByIds(context, endpoint));
    if (method === 'put') router.put(path, ...object, (context) => write(context, endpoint));
    if (method === 'post') router.post(path, ...array, (context) => answerBatch(context, endpoint));
  }
}

/**
 * Returns the caller of a request, and notes it in the context.
 * @throws {ApiError} 401, 403, or 503 if tokens cannot be checked
 */
async function authenticate(context: RequestContext, verifyToken: VerifyToken): Promise<Caller> {
  const token = bearerOf(context.req);
  const caller = token === undefined ? undefined : await verifyToken(token);
  if (caller === undefined) throw UNAUTHORIZED;
  context.state.caller = caller;
  for (const trace of currentTraces()) trace.tokenId = caller.id;
  checkCaller(caller, context.path, context.req);
  return caller;
}

/** Returns the parameters of an element of a batch, or its error. */
function readElement({ members, faults }: GivenBody, rules: ParameterRules<object>): object {
  try {
    return rules.read(members, faults);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Answers requests that no route took: 405 for a known path, 404 for an unknown one. */
export function unmatched(verifyToken: VerifyToken): RequestMiddleware {
  return async (context) => {
    if (accessOf(context.path) === 'internal') {
      await within(ANSWER_WITHIN_MS, authenticate(context, verifyToken));
    }
    const allowed = allowedMethods(context);
    if (allowed.length === 0) throw NOT_FOUND;
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
