/** A faulty parameter or member of a body, and what is accepted there. */
export interface FaultDetail {
  readonly path: string;
  readonly message: string;
}

export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'stale_season'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'unavailable'
  | 'internal';

interface ApiErrorOptions {
  readonly details?: readonly FaultDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Logged and counted; one of few values. The code when absent. */
  readonly reason?: string;
  /** Logged only. */
  readonly cause?: unknown;
}

/** An answer other than success. Callers see everything except `cause` and `reason`. */
export class ApiError extends Error {
  readonly details: readonly FaultDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: string;

  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    message: string,
    { details, headers = {}, reason = code, cause }: ApiErrorOptions = {},
  ) {
    super(message, { cause });
    this.name = 'ApiError';
    this.details = details;
    this.headers = headers;
    this.reason = reason;
  }
}

/** 400, with an entry in `details` for each faulty parameter. */
export function invalidRequest(
  details: readonly FaultDetail[],
  message = 'The request is not valid. Correct what `details` lists and send it again.',
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  return new ApiError(400, 'invalid_request', message, { details, headers });
}

// Shared, as OVERLOADED, because a guessed token must cost little.
const UNAUTHORIZED = new ApiError(
  401,
  'unauthorized',
  'A valid access token is needed: send the header `Authorization: Bearer <ACCESS_TOKEN>` with a token that is neither expired nor revoked.',
  { headers: { 'WWW-Authenticate': 'Bearer' } },
);

export function unauthorized(): ApiError {
  return UNAUTHORIZED;
}

export function forbidden(): ApiError {
  return new ApiError(
    403,
    'forbidden',
    'This endpoint is for internal use only. Use a token of the internal scope.',
  );
}

export function notFound(): ApiError {
  return new ApiError(
    404,
    'not_found',
    'There is nothing at this path. GET /openapi.json lists every path.',
  );
}

export function noMarker(): ApiError {
  return new ApiError(
    404,
    'not_found',
    'There is no marker with this id. Markers have the ids of their places.',
  );
}

/** 405: a known path with another method; `allowed` are the methods it takes. */
export function methodNotAllowed(allowed: readonly string[]): ApiError {
  const allow = allowed.join(', ');
  return new ApiError(
    405,
    'method_not_allowed',
    `This path does not take that method. Use ${allow}.`,
    { headers: { Allow: allow } },
  );
}

export function staleSeason(): ApiError {
  return new ApiError(
    409,
    'stale_season',
    'This marker was already built in a newer season. Send the current season.',
  );
}

export function payloadTooLarge(maxBytes: number): ApiError {
  return new ApiError(
    413,
    'payload_too_large',
    `The request body is too large. Send at most ${maxBytes} bytes.`,
  );
}

export function unsupportedMediaType(): ApiError {
  return new ApiError(
    415,
    'unsupported_media_type',
    'Send the body as JSON in UTF-8 with the header `Content-Type: application/json`, as it is or compressed (gzip, deflate, br).',
  );
}

/** Room for 500 percent-encoded ids in a query string. */
export const MAX_HEADER_BYTES = 64 * 1_024;
export const MAX_HEADERS = 2_000;

export function headersTooLarge(): ApiError {
  return new ApiError(
    431,
    'invalid_request',
    `The request line and headers are too large. Send at most ${MAX_HEADER_BYTES} bytes, and at most ${MAX_HEADERS} headers.`,
  );
}

export function foreignOrigin(): ApiError {
  return new ApiError(
    403,
    'forbidden',
    'This token may not be used by pages of this origin. Ask the operator for one that may; for development tokens, set CORS_ORIGIN.',
  );
}

/** 429: the token has used up its requests. `headers` show its limit. */
export function rateLimited(
  requestsPerSecond: number,
  retryAfterSeconds: number,
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  return new ApiError(
    429,
    'rate_limited',
    `This token may send ${requestsPerSecond} requests a second; each location of a batch counts as one, so that one of more locations is never answered. Wait for the seconds in \`Retry-After\`, then send it again.`,
    { headers: { 'Retry-After': String(retryAfterSeconds), ...headers } },
  );
}

/** 503: Elasticsearch is down for now, or, with the default reason `late`, too slow. */
export function unavailable({
  message = 'The service cannot answer for the moment. Wait for the seconds in `Retry-After`, then send it again.',
  retryAfterSeconds = 1,
  reason = 'late',
  cause,
}: {
  message?: string;
  retryAfterSeconds?: number;
  reason?: string;
  cause?: unknown;
} = {}): ApiError {
  return new ApiError(503, 'unavailable', message, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    reason,
    cause,
  });
}

export class NoSuchIndex extends ApiError {
  constructor(cause: unknown) {
    super(503, 'unavailable', 'This data has not been ingested yet. Run the ingestion.', {
      headers: { 'Retry-After': '5' },
      reason: 'not_ingested',
      cause,
    });
  }
}

// Shared, because the stack of each error would cost more than the rest of the rejection.
const OVERLOADED = unavailable({
  reason: 'overloaded',
  message: 'The service is overloaded. Wait for the seconds in `Retry-After`, then send it again.',
});

export function overloaded(): ApiError {
  return OVERLOADED;
}

/** 503 of the readiness check. `details` says what is missing and what to do. */
export function notReady(details: readonly FaultDetail[]): ApiError {
  return new ApiError(
    503,
    'unavailable',
    'The service is not ready. See `details` for what is missing.',
    { details, headers: { 'Retry-After': '1' }, reason: 'not_ready' },
  );
}

export function internal(cause?: unknown): ApiError {
  return new ApiError(
    500,
    'internal',
    'Something went wrong on our side. If it happens again, report it with the `request_id`.',
    { cause },
  );
}

export function asApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : internal(thrown);
}
