import type { Middleware, ParameterizedContext } from 'koa';
import type { ApiError } from '../errors.js';
import type { Caller } from '../access/tokens/token.js';

/** The state that the middleware of a request shares. */
export interface RequestState {
  requestId: string;
  /** Set when the token was accepted. */
  caller?: Caller;
  /** The `Content-Encoding` of the body. */
  contentCoding?: string;
  /** Set if the answer is not a success; for log and metrics. */
  error?: ApiError;
}

export type RequestContext = ParameterizedContext<RequestState>;
export type RequestMiddleware = Middleware<RequestState>;
