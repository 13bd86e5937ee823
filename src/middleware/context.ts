import type { Middleware, ParameterizedContext } from 'koa';
import type { ApiError } from '../errors.js';
import type { Caller } from '../access/tokens/caller.js';

/** Passes on what one part of a request has found out to the others. */
export interface RequestState {
  requestId: string;
  /** Once the token was accepted. */
  caller?: Caller;
  /** As `Content-Encoding` names it; of a body only. */
  contentCoding?: string;
  /** Gives back its place among the requests that are answered at the same time. */
  leavePlace?: () => void;
  /** Why the answer is no success; for log and metrics. */
  refusal?: ApiError;
}

export type RequestContext = ParameterizedContext<RequestState>;
export type RequestMiddleware = Middleware<RequestState>;
