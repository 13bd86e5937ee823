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

/**
 * The kinds of failures of Elasticsearch. `timeout`: no answer in time; `connection`: not reached;
 * `blocked`: an index that is closed, or takes no writes: the disk is full, or somebody said so; `busy`:
 * 429, 502, 503 or 504 for any other reason; `login`: 401 or 403, likewise; `no_index`: an index or
 * alias that is not there; `refused`: any other 4xx; `server`: any other 5xx; `answer`: nothing that Elasticsearch would answer.
 */
export const FAILURE_KINDS = [
  'timeout',
  'connection',
  'blocked',
  'busy',
  'login',
  'no_index',
  'refused',
  'server',
  'answer',
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/** A block with one of these is of the cluster, which has no master or has just been started. */
const OUTAGE_STATUSES = [502, 503, 504];

/**
 * Tells whether an error of this type is an operator's doing, or that of a full disk, although it is
 * told as a fault of the request (400), of the login (403), or of too many requests (429).
 */
function isBlock(type: string): boolean {
  return type === 'index_closed_exception' || type === 'cluster_block_exception';
}

/** Returns the kind of a failed request. */
export function kindOfFailure(error: unknown): FailureKind {
  if (error instanceof errors.ResponseError)
    return kindOfStatus(error.statusCode ?? 0, errorType(error.body));
  // Of what is aborted, the time was over.
  if (error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError)
    return 'timeout';
  // A signal of ours that ends a request is told as a broken connection.
  if (error instanceof errors.ConnectionError && /abort|timeout/i.test(error.message))
    return 'timeout';
  const isUnread =
    error instanceof errors.DeserializationError ||
    error instanceof errors.ProductNotSupportedError;
  return isUnread ? 'answer' : 'connection';
}

/** Returns the kind of a failure inside an answer. */
export function kindOfStatus(status: number, type: string): FailureKind {
  if (type === 'index_not_found_exception') return 'no_index';
  if (isBlock(type) && !OUTAGE_STATUSES.includes(status)) return 'blocked';
  if (BUSY_STATUSES.includes(status)) return 'busy';
  if (status === 408) return 'timeout';
  if (status === 401 || status === 403) return 'login';
  if (status >= 500) return 'server';
  return status >= 400 ? 'refused' : 'answer';
}
