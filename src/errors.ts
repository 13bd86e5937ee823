/** A faulty parameter or member of a body, and what is accepted there. */
export interface FaultDetail {
  readonly path: string;
  readonly message: string;
  /** The share that is loaded, from 0 to 1. Only in the readiness, of a resource that is being ingested. */
  readonly progress?: number;
}

/** The HTTP status of each code. */
const STATUSES = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  stale_season: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUSES;

interface ApiErrorOptions {
  /** The status of the code when absent. */
  readonly status?: number;
  readonly details?: readonly FaultDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Logged and counted; one of few values. The code when absent. */
  readonly reason?: string;
  /** Logged only. */
  readonly cause?: unknown;
  /** The time until the answer is sent. 0 when absent. */
  readonly delayMs?: number;
}

/** An answer other than success. Callers see everything except `cause` and `reason`. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: readonly FaultDetail[];
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly delayMs: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: ApiErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.status = options.status ?? STATUSES[code];
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
    this.reason = options.reason ?? code;
    this.delayMs = options.delayMs ?? 0;
  }
}

/** 400, with an entry in `details` for each faulty parameter. */
export function invalidRequest(
  details: readonly FaultDetail[],
  message = 'The request is not valid. Correct what `details` lists and send it again.',
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  return new ApiError('invalid_request', message, { details, headers });
}

// Constant errors are shared, because the stack of each would cost more than the rest of a rejection.

export const UNAUTHORIZED = new ApiError(
  'unauthorized',
  'A valid access token is needed: send the header `Authorization: Bearer <ACCESS_TOKEN>` with a token that is neither expired nor revoked.',
  { headers: { 'WWW-Authenticate': 'Bearer' } },
);

export const FORBIDDEN = new ApiError(
  'forbidden',
  'This endpoint is for internal use only. Use a token of the internal scope.',
);

export const FOREIGN_ORIGIN = new ApiError(
  'forbidden',
  'This token may not be used by pages of this origin. Ask the operator for one that may; for development tokens, set CORS_ORIGIN.',
);

export const FOREIGN_HOST = new ApiError(
  'forbidden',
  'The development tokens may not be used under this host name. Use localhost or an IP address, or add the origin of this name to CORS_ORIGIN.',
);

export const NOT_FOUND = new ApiError(
  'not_found',
  'There is nothing at this path. GET /openapi.json lists every path.',
);

export const NO_MARKER = new ApiError(
  'not_found',
  'There is no marker with this id. Markers have the ids of their places.',
);

/** 405: a known path with another method; `allowed` are the methods it takes. */
export function methodNotAllowed(allowed: readonly string[]): ApiError {
  const allow = allowed.join(', ');
  return new ApiError('method_not_allowed', `This path does not take that method. Use ${allow}.`, {
    headers: { Allow: allow },
  });
}

export const STALE_SEASON = new ApiError(
  'stale_season',
  'This marker was already built in a newer season. Send the current season.',
);

export function payloadTooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'payload_too_large',
    `The request body is too large. Send at most ${maxBytes} bytes.`,
  );
}

export const UNSUPPORTED_MEDIA_TYPE = new ApiError(
  'unsupported_media_type',
  'Send the body as JSON in UTF-8 with the header `Content-Type: application/json`, as it is or compressed (gzip, deflate, br).',
);

/** Room for 500 percent-encoded ids in a query string. */
export const MAX_HEADER_BYTES = 64 * 1_024;
export const MAX_HEADERS = 2_000;

export const HEADERS_TOO_LARGE = new ApiError(
  'invalid_request',
  `The request line and headers are too large. Send at most ${MAX_HEADER_BYTES} bytes, and at most ${MAX_HEADERS} headers.`,
  { status: 431 },
);

/**
 * 429: the token has used up its requests. `headers` show its limit.
 * @param count the number of requests that the rejected one counts as
 * @param delayMs the time until the answer is sent
 */
export function rateLimited(
  requestsPerSecond: number,
  count: number,
  retryAfterSeconds: number,
  headers: Readonly<Record<string, string>> = {},
  delayMs = 0,
): ApiError {
  const limit = `This token may send ${requestsPerSecond} requests a second`;
  const problem = count === 1 ? limit : `${limit}, and this one counts as ${count}`;
  const remedy =
    count > requestsPerSecond
      ? `Ask the operator for a limit of at least ${count}, or request fewer locations or results at a time`
      : 'Wait for the seconds in `Retry-After`, then send it again';
  return new ApiError('rate_limited', `${problem}. ${remedy}.`, {
    headers: { 'Retry-After': String(retryAfterSeconds), ...headers },
    delayMs,
  });
}

export const TOKEN_BUSY = new ApiError(
  'rate_limited',
  'This token already has a batch, a large result or several searches under way. Wait for their answers, then send the next one.',
  { headers: { 'Retry-After': '1' } },
);

/** 503: Elasticsearch is down for now, or, with the default reason `late`, too slow. */
export function unavailable({
  message = 'The service cannot answer for the moment. Wait for the seconds in `Retry-After`, then send it again.',
  ...options
}: ApiErrorOptions & { readonly message?: string } = {}): ApiError {
  return new ApiError('unavailable', message, {
    headers: { 'Retry-After': '1' },
    reason: 'late',
    ...options,
  });
}

/** 503: data that a lookup needs is not live. */
export class NoSuchIndex extends ApiError {
  constructor(
    cause?: unknown,
    // Data that was live before must not be ingested again, but restored.
    message = 'This data is not live. The operator finds what to do in `/health/ready`.',
    retryAfterSeconds = 5,
  ) {
    super('unavailable', message, {
      headers: { 'Retry-After': String(retryAfterSeconds) },
      reason: 'not_ingested',
      cause,
    });
  }

  /** The missing index or alias. Undefined if Elasticsearch has not named it. */
  get missing(): string | undefined {
    return this.cause instanceof Error
      ? /no such index \[([^\]]+)\]/.exec(this.cause.message)?.[1]
      : undefined;
  }
}

export const OVERLOADED = unavailable({
  reason: 'overloaded',
  message: 'The service is overloaded. Wait for the seconds in `Retry-After`, then send it again.',
});

/** 503 of the readiness check. `details` says what is missing and what to do. */
export function notReady(details: readonly FaultDetail[]): ApiError {
  const message = 'The service is not ready. See `details` for what is missing.';
  return unavailable({ message, details, reason: 'not_ready' });
}

export function internal(cause?: unknown): ApiError {
  return new ApiError(
    'internal',
    'Something went wrong on our side. If it happens again, report it with the `request_id`.',
    { cause },
  );
}

export function asApiError(thrown: unknown): ApiError {
  return thrown instanceof ApiError ? thrown : internal(thrown);
}
