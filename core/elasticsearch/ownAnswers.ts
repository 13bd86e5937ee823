import { randomBytes } from 'node:crypto';
import { type Client, type DiagnosticResult, errors } from '@elastic/elasticsearch';
import { NodePool } from './nodes/pool.js';

const OPAQUE_ID = 'x-opaque-id';
const PROCESS = randomBytes(4).toString('hex');
let requests = 0;

/**
 * Gives every request an id of its own, which Elasticsearch sends back, so that a request never takes
 * the answer of another one: a proxy or a library may lose step. Such an answer, and one that is none,
 * fails as a lost connection does. Behind the ids of callers stands `/`, the process and a number.
 */
export function takeOwnAnswers({ diagnostic, connectionPool }: Client): void {
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
    if (isOfAnother(answer)) {
      if (connectionPool instanceof NodePool && answer.meta.connection !== null)
        connectionPool.renew(answer.meta.connection);
      throw new errors.ConnectionError(
        'an answer belongs to another request (X-Opaque-Id); the connection is made anew',
        answer,
      );
    }
    if (error !== null) return;
    const { statusCode, body } = answer;
    // The client takes a redirect for an answer with data; Elasticsearch never redirects.
    if (statusCode >= 300 && statusCode < 400) throw new errors.ResponseError(answer);
    // That of HEAD is a boolean. An empty one, or the text of a proxy, would pass for success.
    if (typeof body !== 'boolean' && (typeof body !== 'object' || body === null))
      throw new errors.DeserializationError('the answer is no JSON object', String(body));
  });
}

function isOfAnother({ headers, meta }: DiagnosticResult): boolean {
  const received = headers?.[OPAQUE_ID];
  return received !== undefined && received !== meta.request.params.headers?.[OPAQUE_ID];
}
