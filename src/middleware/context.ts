import type { Middleware, ParameterizedContext } from 'koa';
import type { ApiError } from '../errors.js';
import type { Caller } from '../access/tokens/caller.js';
import type { Slot } from '../access/overload.js';

/** Passes on what one part of a request has found out to the others. */
export interface RequestState {
  requestId: string;
  /** Once the token was accepted. */
  caller?: Caller;
  /** As `Content-Encoding` names it; of a body only. */
  contentCoding?: string;
  /** True if its answer is in the content coding that the caller likes best. */
  isCoded?: boolean;
  /** Its place among the requests that are answered at the same time. */
  slot?: Slot;
  /** True if its answer was kept. */
  wasKept?: boolean;
  /** Why the answer is no success; for log and metrics. */
  refusal?: ApiError;
}

export type RequestContext = ParameterizedContext<RequestState>;
export type RequestMiddleware = Middleware<RequestState>;
