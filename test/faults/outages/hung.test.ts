import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { answering, headersOfElasticsearch } from '../../support/answering.js';
import { untilEnd } from '../../support/each.js';
import { startApiProcess, UNAVAILABLE_WITHIN_MS } from './api.js';

const LOOKUP = '/countries/findAll';
/** More than the API ever has under way. */
const CALLERS = 20;

let isHanging = true;

/** Stands in for Elasticsearch where it hangs: what comes meanwhile is never answered. */
const elasticsearch = untilEnd(
  await answering((request, response) => {
    void text(request).then((body) => {
      if (isHanging) return;
      response.writeHead(200, headersOfElasticsearch(request));
      const { ids = [] } = request.url?.includes('_mget')
        ? (JSON.parse(body) as { ids: string[] })
        : {};
      const docs = ids.map((id) => ({ _id: id, found: false }));
      response.end(JSON.stringify({ responses: [{ status: 200 }], docs }));
    });
  }),
);
const api = untilEnd(
  await startApiProcess({
    ELASTICSEARCH_URL: elasticsearch.url,
    ELASTICSEARCH_TIMEOUT_MS: '600000',
  }),
);

const withToken = async (digit: number): Promise<number> => {
  const headers = { Authorization: `Bearer geo_${String(digit).repeat(64)}` };
  return (await fetch(`${api.address}${LOOKUP}`, { headers })).status;
};

test('what hangs is given up when callers are, however long Elasticsearch may take', async () => {
  const begun = performance.now();
  const lookups = Array.from({ length: CALLERS }, () => api.get(LOOKUP));
  const guesses = [1, 2, 3].map(withToken);
  expect(new Set((await Promise.all(lookups)).map(({ status }) => status))).toEqual(new Set([503]));
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([503]));
  expect(performance.now() - begun).toBeLessThan(2 * UNAVAILABLE_WITHIN_MS);

  isHanging = false;
  expect((await api.get(LOOKUP)).status).toBe(200);
  expect(await withToken(4)).toBe(401);
});
