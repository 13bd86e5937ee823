import type { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cellToParent, getPentagons, gridDisk } from 'h3-js';
import { createSearches } from '../../../src/search/search.js';
import { Live } from '../../../src/search/live.js';
import { createEndpoints } from '../../../src/endpoints.js';
import { createTestClient } from '../../support/api.js';
import { landGroups } from '../../support/landGroups.js';
import { type OwnDocuments, storeDocuments } from '../../support/ownDocuments.js';

const PARIS = '881fb46625fffff';
const CENTRES = [...gridDisk(PARIS, 2), ...getPentagons(8)];

interface Sent {
  index: string;
  body: Record<string, unknown>;
}

let own: OwnDocuments;
let client: Client;
let answer: (path: string, query: string) => Promise<{ data?: unknown }>;
const unused = (): Promise<never> => Promise.reject(new Error('nothing is written here'));

/** The searches of every request to Elasticsearch since a test began to look. */
let requests: Sent[][] = [];

beforeAll(async () => {
  own = await storeDocuments({ lands: landGroups(gridDisk(PARIS, 12)) });
  client = createTestClient();
  client.diagnostic.on('request', (_, sent) => {
    requests.push(searchesOf(sent?.meta.request.params.body as string));
  });
  const searches = createSearches(client, 30_000);
  const endpoints = createEndpoints(searches, unused);
  const { unknown } = new Live(client, own.indexPrefix, []);
  answer = async (path, query) => {
    const endpoint = endpoints.find((one) => one.path === path);
    if (endpoint === undefined) throw new Error(`there is no ${path}`);
    if (endpoint.method !== 'get') throw new Error(`${path} is no lookup`);
    return endpoint.question(query).ask(unknown);
  };
});
afterAll(async () => {
  await client.close();
  await own.remove();
});

/** Of the lines of an `_msearch`, every other one is where to search, and the next one for what. */
function searchesOf(lines: string): Sent[] {
  const parsed = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Sent['body']);
  return parsed.flatMap((body, number) =>
    number % 2 === 1 ? [{ index: String(parsed[number - 1]?.index), body }] : [],
  );
}

test.each([
  ['/lands/findByLocation', `land_id=${PARIS}&k=10`, 331],
  ['/lands/findByLocation', `land_id=${PARIS}`, 1],
  ['/lands/findByIds', `land_ids=${gridDisk(PARIS, 12).slice(0, 400).join()}`, 400],
  ['/places/findByLocation', `land_id=${PARIS}&k=10`, 0],
])('one request for %s', async (path, query, count) => {
  requests = [];
  const { data } = await answer(path, query);
  expect(data).toHaveLength(count);
  expect(requests).toHaveLength(1);
});

test('under load lands and their markers stay together in one request', async () => {
  requests = [];
  const asked = Array.from({ length: 200 }, (_, number) => CENTRES[number % CENTRES.length] ?? '');
  const answers = await Promise.all(
    asked.map(async (land, number) => {
      // Not all in one turn.
      await new Promise((resolve) => setTimeout(resolve, number % 10));
      return answer('/lands/findByLocation', `land_id=${land}&k=${number % 4}`);
    }),
  );
  expect(answers).toHaveLength(200);
  expect(requests.length).toBeLessThan(200);
  let pairs = 0;
  for (const searches of requests) {
    expect(searches.length % 2).toBe(0);
    for (let first = 0; first < searches.length; first += 2) {
      const [lands, markers] = searches.slice(first, first + 2);
      expect(lands?.index).toBe(`${own.indexPrefix}-lands`);
      expect(markers?.index).toBe(`${own.indexPrefix}-markers`);
      const ids = (lands?.body.query as { bool: { filter: [{ ids: { values: string[] } }] } }).bool
        .filter[0].ids.values;
      const { land_id: counted } = (
        markers?.body.query as { bool: { filter: [{ terms: { land_id: string[] } }] } }
      ).bool.filter[0].terms;
      expect([...new Set(counted.map((land) => cellToParent(land, 4)))].sort()).toEqual(ids.sort());
      pairs += 1;
    }
  }
  expect(pairs).toBe(200);
});
