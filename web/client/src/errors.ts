/** A faulty parameter, and what is accepted there. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** What every call rejects with that fails, but for one that is aborted. */
export abstract class GeographicDataError extends Error {}

/** What is known of an answer other than success. */
export interface Failure {
  readonly status: number;
  /** For programs; the text of `message` may change. */
  readonly code: string;
  readonly message: string;
  /** One entry for every faulty parameter; empty where none is at fault. */
  readonly details: readonly Fault[];
  /** Names the request in reports and logs. */
  readonly requestId: string | undefined;
  /** How long to wait before the same is asked again; undefined where the answer does not say. */
  readonly retryAfterSeconds: number | undefined;
}

/** An answer of the service other than success. */
export class ApiError extends GeographicDataError implements Failure {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: readonly Fault[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, message, details, requestId, retryAfterSeconds }: Failure) {
    const faults = details.map((fault) => `\n- ${fault.path}: ${fault.message}`);
    super(message + faults.join(''));
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 400: `details` has one entry for every faulty parameter. */
export class InvalidRequest extends ApiError {
  override readonly name = 'InvalidRequest';
}

/** 401: no token, or one that is unknown, expired or revoked. */
export class Unauthorized extends ApiError {
  override readonly name = 'Unauthorized';
}

/** 403: a public token where an internal one is needed. */
export class Forbidden extends ApiError {
  override readonly name = 'Forbidden';
}

/** 404: there is no marker with this id; or the address of the service is another one. */
export class NotFound extends ApiError {
  override readonly name = 'NotFound';
}

/** 409: the marker was built in a newer season. */
export class StaleSeason extends ApiError {
  override readonly name = 'StaleSeason';
}

/** 429: the token has sent too many requests, also after the retries. */
export class RateLimited extends ApiError {
  override readonly name = 'RateLimited';
}

/** 503: the service cannot answer for the moment, also after the retries. */
export class Unavailable extends ApiError {
  override readonly name = 'Unavailable';
}

/** Those of the codes that callers deal with; the others are mistakes in a program. */
const CLASSES: ReadonlyMap<string, typeof ApiError> = new Map<string, typeof ApiError>([
  ['invalid_request', InvalidRequest],
  ['unauthorized', Unauthorized],
  ['forbidden', Forbidden],
  ['not_found', NotFound],
  ['stale_season', StaleSeason],
  ['rate_limited', RateLimited],
  ['unavailable', Unavailable],
]);

/** Makes the error of a failure's code. */
export function apiErrorOf(failure: Failure): ApiError {
  const ErrorOfCode = CLASSES.get(failure.code) ?? ApiError;
  return new ErrorOfCode(failure);
}

const BEGINNING_CHARACTERS = 200;

/** An answer that is not one of the service, such as the page of a proxy. */
export class UnexpectedAnswer extends GeographicDataError {
  override readonly name = 'UnexpectedAnswer';
  readonly status: number;
  /** Of the body, with single blanks. */
  readonly beginning: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    origin: string,
    answer: { status: number; text: string; retryAfterSeconds: number | undefined },
  ) {
    const { status, text, retryAfterSeconds } = answer;
    const beginning = text.slice(0, BEGINNING_CHARACTERS).replace(/\s+/g, ' ').trim();
    super(
      `${origin} answered with status ${status}, and not as the Geographic Data Service does: ${JSON.stringify(beginning)}. Check \`url\`, and what stands between.`,
    );
    this.status = status;
    this.beginning = beginning;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came, or only a part of one: `cause` is what `fetch` says. */
export class NetworkError extends GeographicDataError {
  override readonly name = 'NetworkError';

  constructor(origin: string, cause: unknown) {
    super(
      `${origin} gave no answer: ${reasonOf(cause)}. Check that it runs and can be reached; from a page, also that it allows the page's origin.`,
      { cause },
    );
  }
}

/** Node's `fetch` tells the reason one level below. Not by classes, of which every frame has its own. */
function reasonOf(failure: unknown): string {
  const { cause, message } = partsOf(failure);
  const inner = partsOf(cause);
  return inner.message ?? inner.code ?? message ?? String(failure);
}

function partsOf(failure: unknown): { message?: string; code?: string; cause?: unknown } {
  if (typeof failure !== 'object' || failure === null) return {};
  const { message, code, cause } = failure as Record<string, unknown>;
  return {
    ...(typeof message === 'string' && message !== '' ? { message } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    cause,
  };
}

/** The call took longer than it may, its retries and the waits between them included. */
export class TimeoutError extends GeographicDataError {
  override readonly name = 'TimeoutError';

  constructor(readonly timeoutMs: number) {
    super(
      `There was no answer within ${timeoutMs} ms. Try again later, or give the call more time with \`timeoutMs\`.`,
    );
  }
}
