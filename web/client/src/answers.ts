import * as errors from './errors.js';
import type { Written } from './routes.js';

/** The members of a body that are read, which another server may not have. */
interface Body {
  readonly status?: unknown;
  readonly error?: { code?: unknown; message?: unknown; details?: unknown } | null;
}

/**
 * Returns the body of a success.
 * @throws {ApiError} for an error of the service
 * @throws {UnexpectedAnswer} for an answer of something else
 */
export function readAnswer(
  origin: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): Written {
  const requestId = headers.get('X-Request-Id') ?? undefined;
  const retryAfterSeconds = secondsToWait(headers);
  // A reviver is slow, and hardly any answer has the empty city.
  const body = parseBody(text, text.includes('"NO_CITY"') ? withoutEmptyCity : undefined);
  if (body?.status === 'ok') return { ...body, requestId };
  const { code, message, details = [] } = (body?.status === 'error' ? body.error : undefined) ?? {};
  if (typeof code !== 'string' || typeof message !== 'string' || !Array.isArray(details))
    throw new errors.UnexpectedAnswer(origin, { status, text, retryAfterSeconds });
  // One of them may be a misspelt required parameter.
  const ignored = ignoredParameters(headers).map((name) => `\`${name}\` is not a parameter.`);
  throw apiErrorOf({
    status,
    code,
    message: [...ignored, message].join('\n'),
    details: details as readonly errors.Fault[],
    requestId,
    retryAfterSeconds,
  });
}

/** The codes that callers handle. Other codes are mistakes in a program. */
const CLASSES = new Map<string, typeof errors.ApiError>([
  ['invalid_request', errors.InvalidRequest],
  ['unauthorized', errors.Unauthorized],
  ['forbidden', errors.Forbidden],
  ['not_found', errors.NotFound],
  ['stale_season', errors.StaleSeason],
  ['rate_limited', errors.RateLimited],
  ['unavailable', errors.Unavailable],
]);

/** Returns the error for a code. */
function apiErrorOf(failure: errors.Failure): errors.ApiError {
  const ErrorOfCode = CLASSES.get(failure.code) ?? errors.ApiError;
  return new ErrorOfCode(failure);
}

/** Leaves out the properties that hold the empty city. */
function withoutEmptyCity(_name: string, value: unknown): unknown {
  return (value as { id?: unknown } | null)?.id === 'NO_CITY' ? undefined : value;
}

type Reviver = (name: string, value: unknown) => unknown;

/** Returns undefined if the text is not JSON. */
export function parseBody(text: string, reviver?: Reviver): Body | null | undefined {
  try {
    return JSON.parse(text, reviver) as Body | null;
  } catch {
    return undefined;
  }
}

/** Reads `Retry-After`. A date counts from the answer's `Date`, because the local clock may be wrong. */
export function secondsToWait(headers: Headers): number | undefined {
  const retryAfter = headers.get('Retry-After');
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const sentMs = Date.parse(headers.get('Date') ?? '');
  const seconds = (Date.parse(retryAfter) - (Number.isNaN(sentMs) ? Date.now() : sentMs)) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Lists the parameters that the service ignored. */
export function ignoredParameters(headers: Headers): string[] {
  return (headers.get('X-Ignored-Params')?.split(', ') ?? []).map(decode);
}

/** The service cuts a long list, possibly within an encoded character. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
