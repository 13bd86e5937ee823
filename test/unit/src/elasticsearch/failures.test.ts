import { errors } from '@elastic/elasticsearch';
import { describe, expect, test } from '@jest/globals';
import { fromClientError, fromItemFailure } from '../../../../src/elasticsearch/failures.js';

const OF_ELASTICSEARCH = { 'x-elastic-product': 'Elasticsearch' };

function responseError(
  statusCode: number,
  type: string,
  headers: Record<string, string> = OF_ELASTICSEARCH,
): errors.ResponseError {
  return new errors.ResponseError({
    statusCode,
    body: { error: { type, reason: 'secret reason' }, status: statusCode },
    headers,
    warnings: null,
    meta: {} as never,
  });
}

describe('what passes, or is repaired by operating the cluster, is 503', () => {
  test.each([302, 401, 403, 408, 429, 500, 502, 503, 504])('an answer with status %d', (status) => {
    const { status: shown, code, headers } = fromClientError(responseError(status, 'some'));
    expect([shown, code]).toEqual([503, 'unavailable']);
    expect(headers).toHaveProperty('Retry-After');
  });

  test.each([400, 404, 413])('the page of a proxy with status %d', (status) => {
    expect(fromClientError(responseError(status, 'some', {}))).toMatchObject({ status: 503 });
  });

  test.each([
    new errors.ConnectionError('refused'),
    new errors.TimeoutError('late'),
    new errors.NoLivingConnectionsError('none', {} as never),
    new errors.RequestAbortedError('aborted'),
    new errors.DeserializationError('not JSON', '<html>'),
  ])('%s', (error) => {
    expect(fromClientError(error)).toMatchObject({
      status: 503,
      code: 'unavailable',
      cause: error,
    });
  });

  test('an index that takes no writes for now, which is no matter of the login', () => {
    const error = { type: 'cluster_block_exception', reason: 'blocked by: index write (api)' };
    const { status, cause } = fromItemFailure({ status: 403, error });
    expect(status).toBe(503);
    expect(String(cause)).not.toContain('login');
  });
});

test.each([fromItemFailure, (item: object) => fromClientError(itemAsAnswer(item))])(
  'an index that is not there may have to be ingested or restored: the readiness says which',
  (from) => {
    const item = { status: 404, error: { type: 'index_not_found_exception' } };
    const { status, message } = from(item);
    expect(status).toBe(503);
    expect(message).toMatch(
      /^This data is not live\. The operator finds what to do in `\/health\/ready`\.$/,
    );
  },
);

function itemAsAnswer(item: object): errors.ResponseError {
  const { status, error } = item as { status: number; error: { type: string } };
  return responseError(status, error.type);
}

describe('an operator who reads the reason looks for the cause where it is', () => {
  test.each([
    [404, 'shard_not_found_exception', 'server'],
    [404, 'search_phase_execution_exception', 'server'],
    [429, 'cluster_block_exception', 'blocked'],
    [403, 'cluster_block_exception', 'blocked'],
    [400, 'index_closed_exception', 'blocked'],
    [503, 'index_closed_exception', 'blocked'],
    [503, 'cluster_block_exception', 'busy'],
    [429, 'es_rejected_execution_exception', 'busy'],
    [403, 'security_exception', 'login'],
  ])('%d %s is %s', (status, type, kind) => {
    const reason = `elasticsearch_${kind}`;
    expect(fromItemFailure({ status, error: { type } }).reason).toBe(reason);
    expect(fromClientError(responseError(status, type)).reason).toBe(reason);
  });
});

test('a full disk is one, whatever failed because of it', () => {
  const caused_by = { type: 'i_o_exception', reason: 'No space left on device' };
  for (const error of [
    caused_by,
    { type: 'refresh_failed_engine_exception', reason: 'Refresh failed', caused_by },
  ])
    // prettier-ignore
    expect(fromItemFailure({ status: 500, error }).reason).toBe('elasticsearch_blocked');
});

describe('a request that Elasticsearch does not understand is a defect of ours', () => {
  test.each([400, 404])('an answer with status %d', (status) => {
    const failure = fromClientError(responseError(status, 'parsing_exception'));
    expect(failure).toMatchObject({ status: 500, code: 'internal' });
  });

  test('any other error', () => {
    const cause = new TypeError('x is not a function');
    expect(fromClientError(cause)).toMatchObject({ status: 500, code: 'internal', cause });
  });
});

test('nothing of Elasticsearch is in what the caller is told', () => {
  const error = { type: 'parsing_exception', reason: 'secret reason' };
  for (const status of [400, 401, 429, 500, 503]) {
    for (const failure of [
      fromItemFailure({ status, error }),
      fromClientError(responseError(status, error.type)),
    ]) {
      expect(`${failure.message} ${JSON.stringify(failure.headers)}`).not.toMatch(/secret|parsing/);
    }
  }
});
