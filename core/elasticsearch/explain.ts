import { type DiagnosticResult, errors } from '@elastic/elasticsearch';
import { BUSY_STATUSES, describeAnswer, isOfElasticsearch } from './failures.js';

const CORRECT_URL = 'correct ELASTICSEARCH_URL';
const MOST_CHARACTERS = 100;

/** One sentence for a person: what failed, and what to do about it. */
export function explain(error: unknown, urls: readonly string[]): string {
  const where = `Elasticsearch (${urls.join(', ')})`;
  if (error instanceof errors.ResponseError) {
    return isOfElasticsearch(error.meta)
      ? explainAnswer(error, where)
      : explainStranger(error.meta, urls);
  }
  if (error instanceof errors.ProductNotSupportedError && error.meta !== undefined)
    return explainStranger(error.meta, urls);
  if (error instanceof errors.TimeoutError)
    return `${where} does not answer in time: look whether it is well, or ${CORRECT_URL}.`;
  if (error instanceof errors.ElasticsearchClientError) {
    return `${where} cannot be reached: ${connectionsRemedy(error.message)}. (${error.message})`;
  }
  return error instanceof Error ? error.message : String(error);
}

function connectionsRemedy(message: string): string {
  if (/altnames/i.test(message))
    return 'set ELASTICSEARCH_URL to a name that its certificate is made for';
  if (/certificate (has expired|is not yet valid)/i.test(message))
    return 'renew its certificate, or set the clock of this machine right';
  if (/certificate|self.signed|issuer/i.test(message))
    return 'set ELASTICSEARCH_CA_FILE to its certificate authority';
  return `start it (\`npm run elasticsearch\`), or ${CORRECT_URL}`;
}

function explainAnswer(error: InstanceType<typeof errors.ResponseError>, where: string): string {
  const reason = describeAnswer(error.body);
  const status = error.statusCode ?? 0;
  if (status === 401)
    return `${where} refuses the login: correct ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD. (${reason})`;
  if (status === 403) return `${where} does not allow this, or not with this login. (${reason})`;
  if (BUSY_STATUSES.includes(status))
    return `${where} is overloaded or not ready: try again once it is well. (${reason})`;
  return `${where} refuses a request: ${reason}`;
}

/** An answer without the header that every one of Elasticsearch's has. */
function explainStranger(answer: DiagnosticResult, urls: readonly string[]): string {
  const status = answer.statusCode ?? 0;
  const remedy = strangersRemedy(status, answer.headers?.location ?? 'elsewhere');
  return `What answers at ${urls.join(', ')} is no Elasticsearch${remedy}. (${describeStranger(answer)})`;
}

function strangersRemedy(status: number, location: string): string {
  if (status >= 300 && status < 400)
    return `, it redirects to ${location}: set ELASTICSEARCH_URL to the address of Elasticsearch itself`;
  const before = ', or something in front of it';
  if (status === 401 || status === 403)
    return `${before} that refuses the login: ${CORRECT_URL}, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD`;
  if (status === 413)
    return `${before} that refuses a request of this size: let it pass larger ones, or ${CORRECT_URL}`;
  if (BUSY_STATUSES.includes(status))
    return `${before} that does not reach it: try again once it is well, or ${CORRECT_URL}`;
  return `: ${CORRECT_URL}`;
}

function describeStranger({ statusCode, headers, body }: DiagnosticResult): string {
  const type = (headers?.['content-type'] ?? '').split(';')[0];
  // Of a success nothing was read.
  const text = typeof body === 'string' ? body : body ? JSON.stringify(body) : '';
  const parts = [`HTTP ${statusCode ?? 0}`, type, headers?.server ?? ''];
  // Pages say little, at length.
  if (type !== 'text/html') parts.push(text.replace(/\s+/g, ' ').slice(0, MOST_CHARACTERS));
  return parts.filter((part) => part !== '').join(', ');
}
