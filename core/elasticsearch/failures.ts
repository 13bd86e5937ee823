import { type DiagnosticResult, errors } from '@elastic/elasticsearch';

/** Statuses of an Elasticsearch, or of a proxy before it, that is well again in a while. */
export const BUSY_STATUSES: readonly number[] = [429, 502, 503, 504];

/** Tells whether this is an answer with one of these statuses. */
export function hasStatus(
  error: unknown,
  ...statuses: readonly number[]
): error is errors.ResponseError {
  return error instanceof errors.ResponseError && statuses.includes(error.statusCode ?? 0);
}

/** Tells whether this is Elasticsearch's answer that it found an error of one of these types. */
export function isErrorOfType(error: unknown, ...types: readonly string[]): boolean {
  return error instanceof errors.ResponseError && types.includes(errorType(error.body));
}

/**
 * Tells whether an answer is Elasticsearch's own, and not that of a proxy before it. It lets its header
 * out of answers that refuse a login.
 */
export function isOfElasticsearch({ headers, body }: DiagnosticResult): boolean {
  const isProduct = headers?.['x-elastic-product'] === 'Elasticsearch';
  return isProduct || errorType(body) === 'security_exception';
}

/** The type of the error that an answer's body tells of. */
export function errorType(body: unknown): string {
  return errorIn(body).type;
}

/** That error in words. */
export function describeAnswer(body: unknown): string {
  const { type, reason } = errorIn(body);
  return reason === undefined ? type : `${type}: ${reason}`;
}

function errorIn(body: unknown): { type: string; reason?: string } {
  const { type, reason } =
    (body as { error?: { type?: unknown; reason?: unknown } } | null | undefined)?.error ?? {};
  return {
    type: typeof type === 'string' ? type : 'unknown',
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}
