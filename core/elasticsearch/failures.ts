import { type DiagnosticResult, errors } from '@elastic/elasticsearch';

/** Statuses of an Elasticsearch, or of a proxy before it, that may recover soon. */
export const BUSY_STATUSES: readonly number[] = [429, 502, 503, 504];

const CORRECT_LOGIN =
  'Correct ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD.';
const CORRECT_URL = 'Correct ELASTICSEARCH_URL.';

/** The reason of an answer that cannot be matched to its request. */
export const NO_OPAQUE_ID = 'the answer has no X-Opaque-Id';
const PASS_OPAQUE_ID =
  'Let the proxy in between pass the header X-Opaque-Id, in requests and in answers.';

/** The kinds of failures of Elasticsearch: a symptom, and what an operator can do. */
const KINDS = {
  timeout: {
    symptom: 'does not answer in time',
    advice: 'Check the health of Elasticsearch, or correct ELASTICSEARCH_URL.',
  },
  connection: {
    symptom: 'cannot be reached',
    advice:
      'Start Elasticsearch with its data (the local engine: `npm run elasticsearch`), or correct ELASTICSEARCH_URL.',
  },
  // An index is closed, or rejects writes because of a full disk or an operator.
  blocked: {
    symptom: 'has a full disk, or a closed or blocked index',
    advice: 'Free disk space first. Else open the index, or remove its block.',
  },
  // 429, 502, 503 or 504 for any other reason.
  busy: {
    symptom: 'is overloaded or not ready',
    advice: 'Try again when Elasticsearch is healthy.',
  },
  // 401 or 403 for any other reason.
  login: { symptom: 'rejects the login', advice: CORRECT_LOGIN },
  no_index: {
    symptom: 'lacks an index',
    advice: 'If it was there before, restore a backup. Else run the ingestion.',
  },
  // Any other 4xx.
  refused: { symptom: 'rejects a request', advice: 'Report this error.' },
  // Any other 5xx.
  server: { symptom: 'fails at a request', advice: 'Check the log of Elasticsearch.' },
  // Elasticsearch never gives such an answer.
  answer: { symptom: 'gives no valid answer', advice: CORRECT_URL },
} as const;

export type FailureKind = keyof typeof KINDS;

export const FAILURE_KINDS = Object.keys(KINDS) as FailureKind[];

/** A failed request to Elasticsearch. */
export interface Failure {
  kind: FailureKind;
  /** The words of Elasticsearch, of a proxy, or of the client. */
  reason: string;
  /** The failure may pass by itself. */
  retryable: boolean;
  /** A sentence: what an operator can do. */
  advice: string;
}

/** Classifies a failed request: the one place that decides on the kind of a failure. */
export function classify(error: unknown): Failure {
  const kind = kindOfFailure(error);
  if (error instanceof errors.ResponseError) {
    const { meta } = error;
    const status = error.statusCode ?? 0;
    const retryable = mayPass(status, meta.body);
    // Elasticsearch omits its header also when an index is blocked.
    return isOfElasticsearch(meta) || kind === 'blocked'
      ? { kind, reason: describeAnswer(meta.body), retryable, advice: adviceOn(kind, status) }
      : { kind, reason: describeProxyAnswer(meta), retryable, advice: adviceOnProxy(meta) };
  }
  const isAborted = error instanceof errors.RequestAbortedError;
  const retryable = error instanceof errors.ElasticsearchClientError && !isAborted;
  const reason = error instanceof Error ? error.message : String(error);
  return { kind, reason, retryable, advice: adviceOnConnection(kind, reason) };
}

/** Returns sentences for an operator: what failed, why, and what to do. */
export function explain(error: unknown, urls: readonly string[]): string {
  if (!(error instanceof errors.ElasticsearchClientError))
    return error instanceof Error ? error.message : String(error);
  const meta = 'meta' in error ? (error.meta as DiagnosticResult | undefined) : undefined;
  if (error instanceof errors.ProductNotSupportedError && meta !== undefined)
    return `${notElasticsearch(urls)} ${adviceOnProxy(meta)} (${describeProxyAnswer(meta)})`;
  const { kind, reason, advice } = classify(error);
  if (isOfProxy(error) && kind !== 'blocked')
    return `${notElasticsearch(urls)} ${advice} (${reason})`;
  return `Elasticsearch (${urls.join(', ')}) ${KINDS[kind].symptom}. ${advice} (${reason})`;
}

/** Returns the same without addresses and answers, because anyone may read it. */
export function explainKind(kind: FailureKind, advice: string = KINDS[kind].advice): string {
  return `Elasticsearch ${KINDS[kind].symptom}. ${advice}`;
}

/** Returns the kind of a failed request. */
export function kindOfFailure(error: unknown): FailureKind {
  if (error instanceof errors.ResponseError) return kindOfStatus(error.statusCode ?? 0, error.body);
  // A request is aborted when its time is over.
  if (error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError)
    return 'timeout';
  const isUnread =
    error instanceof errors.DeserializationError ||
    error instanceof errors.ProductNotSupportedError;
  return isUnread ? 'answer' : 'connection';
}

/** A cluster without a master, or one that has just started, also blocks indices, with these statuses. */
const OUTAGE_STATUSES = [502, 503, 504];
const SHARD_MISSING = ['shard_not_found_exception', 'search_phase_execution_exception'];
/** The words of Elasticsearch or of its system. They may stand anywhere in an error of any type. */
export const FULL_DISK = /No space left on device|Disk quota exceeded|flood-stage watermark/i;

/**
 * Returns the kind of a failed answer, or of a failed item in an answer.
 * @param body has the member `error`
 */
export function kindOfStatus(status: number, body: unknown): FailureKind {
  const type = errorType(body);
  if (status >= 500 && FULL_DISK.test(JSON.stringify(body))) return 'blocked';
  if (type === 'index_not_found_exception') return 'no_index';
  // A node that was restarted lacks its shards for a moment. A search for them fails with 404.
  if (status === 404 && SHARD_MISSING.includes(type)) return 'server';
  // Elasticsearch reports these as faults of the request (400) or of the login (403).
  if (type === 'index_closed_exception') return 'blocked';
  if (type === 'cluster_block_exception' && !OUTAGE_STATUSES.includes(status)) return 'blocked';
  // An index cannot be deleted during its snapshot.
  if (BUSY_STATUSES.includes(status) || type === 'snapshot_in_progress_exception') return 'busy';
  if (status === 408) return 'timeout';
  if (status === 401 || status === 403) return 'login';
  if (status >= 500) return 'server';
  return status >= 400 ? 'refused' : 'answer';
}

/** True for a failed answer, or a failed item in an answer, that may succeed later. */
export function mayPass(status: number, body: unknown): boolean {
  const kind = kindOfStatus(status, body);
  const isFullDisk = kind === 'blocked' && status >= 500;
  return isFullDisk || kind === 'busy' || BUSY_STATUSES.includes(status);
}

/** True for an answer with one of these statuses. */
export function hasStatus(
  error: unknown,
  ...statuses: readonly number[]
): error is errors.ResponseError {
  return error instanceof errors.ResponseError && statuses.includes(error.statusCode ?? 0);
}

/** True for an answer of Elasticsearch with an error of one of these types. */
export function isErrorOfType(error: unknown, ...types: readonly string[]): boolean {
  return error instanceof errors.ResponseError && types.includes(errorType(error.body));
}

/** Returns the index that rejected a search, and why. Undefined if none did. */
export function rejectingIndex(error: unknown): { index: string; reason: string } | undefined {
  if (!hasStatus(error, 400)) return undefined;
  const { error: { failed_shards: shards = [] } = {} } = error.body as { error?: { failed_shards?: { index?: string; reason?: { reason?: string } }[] } }; // prettier-ignore
  const [{ index, reason } = {}] = shards;
  return index === undefined ? undefined : { index, reason: reason?.reason ?? 'unknown' };
}

/** False for an answer of a proxy. Elasticsearch omits its header when it rejects a login. */
export function isOfElasticsearch({ headers, body }: DiagnosticResult): boolean {
  const isProduct = headers?.['x-elastic-product'] === 'Elasticsearch';
  return isProduct || errorType(body) === 'security_exception';
}

/** True for the answer of a proxy, or of another server. */
export function isOfProxy(error: unknown): error is errors.ResponseError {
  return error instanceof errors.ResponseError && !isOfElasticsearch(error.meta);
}

/** Returns the type of the error in an answer's body. */
function errorType(body: unknown): string {
  return errorIn(body).type;
}

/** Returns the error in an answer's body as text. */
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

function adviceOn(kind: FailureKind, status: number): string {
  return status === 403 && kind === 'login'
    ? 'Use a login with more privileges (`npm run access` creates such logins).'
    : KINDS[kind].advice;
}

function adviceOnConnection(kind: FailureKind, message: string): string {
  if (message === NO_OPAQUE_ID) return PASS_OPAQUE_ID;
  if (kind !== 'connection') return KINDS[kind].advice;
  if (/altnames/i.test(message)) return 'Set ELASTICSEARCH_URL to a name in its certificate.';
  if (/certificate (has expired|is not yet valid)/i.test(message))
    return 'Renew its certificate, or correct the clock of this machine.';
  if (/certificate|self.signed|issuer/i.test(message))
    return 'Set ELASTICSEARCH_CA_FILE to its certificate authority.';
  return KINDS.connection.advice;
}

function notElasticsearch(urls: readonly string[]): string {
  return `The answer from ${urls.join(', ')} is not from Elasticsearch.`;
}

function adviceOnProxy({ statusCode, headers }: DiagnosticResult): string {
  const status = statusCode ?? 0;
  if (status >= 300 && status < 400)
    return `It redirects to ${headers?.location ?? 'another address'}. Set ELASTICSEARCH_URL to the address of Elasticsearch itself.`;
  if (status === 401 || status === 403) return `A proxy may reject the login. ${CORRECT_LOGIN}`;
  if (status === 413) return 'A proxy may reject large requests. Raise its limit.';
  if (BUSY_STATUSES.includes(status))
    return 'A proxy may not reach Elasticsearch. Try again later, or correct ELASTICSEARCH_URL.';
  return CORRECT_URL;
}

/** Longer bodies of proxies are cut. */
const MOST_CHARACTERS = 100;

function describeProxyAnswer({ statusCode, headers, body }: DiagnosticResult): string {
  const type = (headers?.['content-type'] ?? '').split(';')[0] ?? '';
  // The body of a success was not read.
  const text = typeof body === 'string' ? body : body ? JSON.stringify(body) : '';
  const parts = [`HTTP ${statusCode ?? 0}`, type, headers?.server ?? ''];
  // HTML pages are long and say little.
  if (type !== 'text/html') parts.push(text.replace(/\s+/g, ' ').slice(0, MOST_CHARACTERS));
  return parts.filter((part) => part !== '').join(', ');
}
