import { errors } from '@elastic/elasticsearch';
import { describeAnswer } from './failures.js';

/** One sentence for a person: what failed, and what to do about it. */
export function explain(error: unknown, urls: readonly string[]): string {
  const where = `Elasticsearch (${urls.join(', ')})`;
  const configure = 'correct ELASTICSEARCH_URL';
  if (error instanceof errors.ResponseError) return explainAnswer(error, where);
  if (error instanceof errors.ProductNotSupportedError)
    return `What answers at ${urls.join(', ')} is no Elasticsearch: ${configure}.`;
  if (error instanceof errors.TimeoutError)
    return `${where} does not answer in time: look whether it is well, or ${configure}.`;
  if (error instanceof errors.ElasticsearchClientError) {
    const certificate = /certificate|self.signed|issuer/i.test(error.message);
    const remedy = certificate
      ? 'set ELASTICSEARCH_CA_FILE to its certificate authority'
      : `start it (\`npm run elasticsearch\`), or ${configure}`;
    return `${where} cannot be reached: ${remedy}. (${error.message})`;
  }
  return error instanceof Error ? error.message : String(error);
}

function explainAnswer(error: InstanceType<typeof errors.ResponseError>, where: string): string {
  const reason = describeAnswer(error.body);
  const status = error.statusCode ?? 0;
  if (status === 401)
    return `${where} refuses the login: correct ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD. (${reason})`;
  if (status === 403) return `${where} does not allow this, or not with this login. (${reason})`;
  if ([429, 502, 503, 504].includes(status))
    return `${where} is overloaded or not ready: try again once it is well. (${reason})`;
  return `${where} refuses a request: ${reason}`;
}
