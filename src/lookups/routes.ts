import Router from '@koa/router';
import { ApiError, methodNotAllowed, notFound } from '../errors.js';
import { countUnchanged, type KeptAnswers } from './cache/keptAnswers.js';
import { preparedOf } from './cache/prepared.js';
import type { VerifyToken } from '../access/tokens/caller.js';
import { accessOf, authenticate } from '../access/authentication.js';
import type { RequestContext, RequestMiddleware, RequestState } from '../middleware/context.js';
import {
  BATCH,
  collectBody,
  jsonBodyOf,
  OBJECT,
  requireJson,
  takeContentCoding,
} from '../middleware/body.js';
import { codingFor } from '../middleware/codings.js';
import { ANSWER_WITHIN_MS, within, WRITE_WITHIN_MS } from '../server/deadline.js';
import type { BatchEndpoint, Endpoint, LookupEndpoint, WriteEndpoint } from './endpoint.js';
import { presentError } from '../middleware/errorAnswers.js';
import { setAnswer } from '../middleware/envelope.js';
import { setHeaders } from '../middleware/headers.js';
import { bodyHeaders, etagOf, hasAlready, keepingHeaders, tellIgnored } from './lookups.js';
import { leaveSlot, takeSlot } from '../access/overload.js';
import type { CountRequest } from '../access/rateLimit.js';

/** A router that takes paths literally: case and a slash at the end count. */
export function createRouter(): Router<RequestState> {
  return new Router<RequestState>({ sensitive: true, strict: true });
}

interface Admission {
  readonly keptAnswers: KeptAnswers;
  readonly verifyToken: VerifyToken;
  readonly countRequest: CountRequest;
}

/** Adds the routes of the resources. */
export function addEndpoints(
  router: Router<RequestState>,
  endpoints: readonly Endpoint[],
  { keptAnswers, verifyToken, countRequest }: Admission,
): void {
  async function admit(context: RequestContext): Promise<void> {
    const caller = await authenticate(context, verifyToken);
    setHeaders(context.res, preparedOf(context.req)?.limitHeaders ?? countRequest(caller));
  }

  async function lookUp(context: RequestContext, endpoint: LookupEndpoint): Promise<void> {
    const { req, res } = context;
    const answering = admit(context).then(async () => {
      const prepared = preparedOf(req);
      const onIgnored = tellIgnored(res);
      if (prepared !== undefined) onIgnored(prepared.ignored);
      const lookup = prepared?.lookup ?? keptAnswers.lookUp(endpoint, req.url ?? '', onIgnored);
      const wasKept = lookup.reply !== undefined || hasAlready(req, etagOf(lookup));
      return { lookup: wasKept ? lookup : await lookup.ask(), wasKept };
    });
    const { lookup, wasKept } = await within(ANSWER_WITHIN_MS, answering);
    context.state.wasKept = wasKept;
    const etag = etagOf(lookup);
    setHeaders(res, keepingHeaders(lookup, etag, wasKept));
    const { reply } = lookup;
    if (reply === undefined || hasAlready(req, etag)) {
      countUnchanged(lookup);
      context.status = 304;
      return;
    }
    const coding = reply.codingFor(codingFor(req));
    setHeaders(res, bodyHeaders(coding));
    context.state.isCoded = true;
    context.body = await reply.encode(coding);
  }

  const admitBody: RequestMiddleware = async (context, next) => {
    await within(ANSWER_WITHIN_MS - WRITE_WITHIN_MS, admit(context));
    await next();
  };

  // Between the two a body may come slowly; that is the caller's own time.
  async function write(context: RequestContext, endpoint: WriteEndpoint): Promise<void> {
    const body = await jsonBodyOf(context, OBJECT);
    const answer = endpoint.answer(context.querystring, body, tellIgnored(context.res));
    await setAnswer(context, await within(WRITE_WITHIN_MS, answer));
  }

  async function answerBatch(context: RequestContext, endpoint: BatchEndpoint): Promise<void> {
    const { res, state } = context;
    const elements = await jsonBodyOf(context, BATCH);
    if (state.caller) setHeaders(res, countRequest(state.caller, elements.length - 1));
    const answering = keptAnswers.askLive((live) =>
      endpoint.answer(context.querystring, elements, tellIgnored(res), live),
    );
    const data = (await within(ANSWER_WITHIN_MS, answering)).map((each) =>
      each instanceof ApiError ? presentError(each, state.requestId) : each,
    );
    await setAnswer(context, { data });
  }

  const bodyThere = (collect: RequestMiddleware): RequestMiddleware[] => [
    admitBody,
    requireJson,
    takeContentCoding,
    leaveSlot,
    collect,
    takeSlot,
  ];
  const object = bodyThere(collectBody(OBJECT));
  const list = bodyThere(collectBody(BATCH));
  for (const endpoint of endpoints) {
    const { method, path } = endpoint;
    if (method === 'get') router.get(path, (context) => lookUp(context, endpoint));
    else if (method === 'put') router.put(path, ...object, (context) => write(context, endpoint));
    else router.post(path, ...list, (context) => answerBatch(context, endpoint));
  }
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
