/** An invalid parameter, and what is accepted instead. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** The base class of all errors, except the reason of an aborted signal. */
export abstract class GeographicDataError extends Error {}

/** The fields of an error of the service. */
export interface Failure {
  readonly status: number;
  /** Programs should test this, because `message` may change. */
  readonly code: string;
  readonly message: string;
  /** One entry for every invalid parameter. */
  readonly details: readonly Fault[];
  /** Identifies the request in logs. */
  readonly requestId: string | undefined;
  /** The delay before a retry, if the answer contains one. */
  readonly retryAfterSeconds: number | undefined;
}

/** Begins with the parameter. The messages of resources in the readiness are sentences of their own. */
function sentenceOf({ path, message }: Fault): string {
  return /^\p{Lu}/u.test(message) ? `${path}: ${message}` : `\`${path}\` ${message}`;
}

/** An error that the service answered. Its message begins with the faults, because logs cut long messages. */
export class ApiError extends GeographicDataError implements Failure {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: readonly Fault[];
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, message, details, requestId, retryAfterSeconds }: Failure) {
    super([...details.map(sentenceOf), message].join('\n'));
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 400: `details` has one entry for every invalid parameter. */
export class InvalidRequest extends ApiError {
  override readonly name = 'InvalidRequest';
}

/** 401: the token is missing, unknown, expired or revoked. */
export class Unauthorized extends ApiError {
  override readonly name = 'Unauthorized';
}

/** 403: an internal token is required. */
export class Forbidden extends ApiError {
  override readonly name = 'Forbidden';
}

/** 404: there is no marker with this id, or `url` is wrong. */
export class NotFound extends ApiError {
  override readonly name = 'NotFound';
}

/** 409: the marker was built in a newer season. */
export class StaleSeason extends ApiError {
  override readonly name = 'StaleSeason';
}

/** 429: too many requests with this token, even after retries. */
export class RateLimited extends ApiError {
  override readonly name = 'RateLimited';
}

/** 503: the service cannot answer now, even after retries. */
export class Unavailable extends ApiError {
  override readonly name = 'Unavailable';
}

const EXCERPT_CHARACTERS = 200;

/** An answer that is not from the service, such as the page of a proxy. */
export class UnexpectedAnswer extends GeographicDataError {
  override readonly name = 'UnexpectedAnswer';
  readonly status: number;
  /** The start of the body, with single blanks. */
  readonly beginning: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    origin: string,
    answer: { status: number; text: string; retryAfterSeconds: number | undefined },
  ) {
    const { status, text, retryAfterSeconds } = answer;
    const beginning = text.slice(0, EXCERPT_CHARACTERS).replace(/\s+/g, ' ').trim();
    super(
      `${origin} answered with status ${status}, but not like the Geographic Data Service: ${JSON.stringify(beginning)}. Check \`url\` and any proxy.`,
    );
    this.status = status;
    this.beginning = beginning;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came, or only a part of it. `cause` is the error of `fetch`. */
export class NetworkError extends GeographicDataError {
  override readonly name = 'NetworkError';

  constructor(origin: string, cause: unknown) {
    super(
      `${origin} did not answer: ${reasonOf(cause)}. Check that it runs and can be reached. For a page, also check that it allows the page's origin.`,
      { cause },
    );
  }
}

interface Thrown {
  readonly message?: string;
  readonly code?: string;
  readonly cause?: unknown;
}

/** Node's `fetch` has the reason in `cause`. Not `instanceof`, because every frame has its own classes. */
function reasonOf(failure: unknown): string {
  const { cause, message } = Object(failure) as Thrown;
  const inner = Object(cause) as Thrown;
  return [inner.message, inner.code, message].find(Boolean) ?? String(failure);
}

/** The call exceeded its time, including retries and the delays between them. */
export class TimeoutError extends GeographicDataError {
  override readonly name = 'TimeoutError';

  constructor(readonly timeoutMs: number) {
    super(`No answer came within ${timeoutMs} ms. Try again later, or set a higher \`timeoutMs\`.`);
  }
}
