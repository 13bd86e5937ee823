import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client, type DiagnosticResult, errors } from '@elastic/elasticsearch';
import { failOver } from './failOver.js';
import { NodePool } from './nodePool.js';
import type { ElasticsearchSettings } from './settings.js';

const SNIFF_EVERY_MS = 30_000;

/**
 * Creates a client for the cluster of the settings. It retries nothing, except for reads that another node
 * can answer: the API answers 503 at once, and the ingestion has its own retries.
 */
export function createClient(settings: ElasticsearchSettings): Client {
  // This variable is the only switch of the client's OpenTelemetry spans.
  process.env.OTEL_ELASTICSEARCH_ENABLED ??= 'false';
  const options: ConstructorParameters<typeof Client>[0] = {
    nodes: [...settings.urls],
    requestTimeout: settings.timeoutMs,
    maxRetries: 0,
    ConnectionPool: NodePool,
    ...(settings.sniff && { sniffOnStart: true, sniffInterval: SNIFF_EVERY_MS }),
    // Stored data was validated when it was written. The protection would parse every answer twice.
    disablePrototypePoisoningProtection: true,
  };
  if (settings.auth) options.auth = settings.auth;
  if (settings.caFile !== undefined) options.tls = { ca: readFileSync(settings.caFile) };
  const client = new Client(options);
  if (client.connectionPool instanceof NodePool) failOver(client, client.connectionPool);
  checkAnswers(client);
  return client;
}

const OPAQUE_ID = 'x-opaque-id';
const PROCESS = randomBytes(4).toString('hex');
let requests = 0;

/**
 * Gives every request a unique `X-Opaque-Id`, which Elasticsearch returns: the ids of callers, `/`, the
 * process and a number. An answer with the id of another request, from a proxy or library that is out
 * of step, fails like a lost connection. So does an answer without JSON.
 */
function checkAnswers({ diagnostic, connectionPool }: Client): void {
  diagnostic.on('request', (error, sent) => {
    if (error !== null || sent === null) return;
    requests += 1;
    const { options, params } = sent.meta.request;
    params.headers = {
      ...params.headers,
      [OPAQUE_ID]: `${options.opaqueId ?? ''}/${PROCESS}-${requests}`,
    };
  });
  diagnostic.on('response', (error, answer) => {
    if (answer === null || !(error === null || error instanceof errors.ResponseError)) return;
    if (isOfAnotherRequest(answer)) {
      if (connectionPool instanceof NodePool && answer.meta.connection !== null)
        connectionPool.renew(answer.meta.connection);
      throw new errors.ConnectionError(
        'the answer belongs to another request (X-Opaque-Id): the connection was replaced',
        answer,
      );
    }
    if (error !== null) return;
    const { statusCode, body } = answer;
    // The client accepts redirects as answers. Elasticsearch never redirects.
    if (statusCode >= 300 && statusCode < 400) throw new errors.ResponseError(answer);
    // The answer to a HEAD request is a boolean. An empty body, or a proxy's text, must not pass.
    if (typeof body !== 'boolean' && (typeof body !== 'object' || body === null))
      throw new errors.DeserializationError('the answer is not a JSON object', String(body));
  });
}

function isOfAnotherRequest({ headers, meta }: DiagnosticResult): boolean {
  const received = headers?.[OPAQUE_ID];
  return received !== undefined && received !== meta.request.params.headers?.[OPAQUE_ID];
}
