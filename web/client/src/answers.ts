import { apiErrorOf, type Fault, UnexpectedAnswer } from './errors.js';
import { secondsToWait } from './waiting.js';
import type { Written } from './routes.js';

/** A complete answer. */
export interface CompleteAnswer {
  /** The origin of the request's address. */
  readonly origin: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Returns the body of a success.
 * @throws {ApiError} for an error of the service
 * @throws {UnexpectedAnswer} for an answer of something else
 */
export function readAnswer({ origin, status, headers, text }: CompleteAnswer): Written {
  const requestId = headers.get('X-Request-Id') ?? undefined;
  const retryAfterSeconds = secondsToWait(headers);
  const body = parse(text);
  if (body?.status === 'ok') return { ...body, requestId };
  const error = body?.status === 'error' ? failureOf(body.error) : undefined;
  if (error === undefined) throw new UnexpectedAnswer(origin, { status, text, retryAfterSeconds });
  throw apiErrorOf({ ...error, status, requestId, retryAfterSeconds });
}

/** Lists the parameters that the service ignored. */
export function ignoredParameters(headers: Headers): string[] {
  const names = headers.get('X-Ignored-Params')?.split(', ') ?? [];
  return names.map(decode);
}

type Members = Readonly<Record<string, unknown>>;

function parse(text: string): Members | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function failureOf(
  error: unknown,
): { code: string; message: string; details: readonly Fault[] } | undefined {
  if (!isObject(error)) return undefined;
  const { code, message, details = [] } = error;
  const isOurs = typeof code === 'string' && typeof message === 'string' && Array.isArray(details);
  return isOurs ? { code, message, details: details as readonly Fault[] } : undefined;
}

/** The service cuts a long list, possibly within an encoded character. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
