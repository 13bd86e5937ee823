import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RESOURCES as ALL } from '../../../src/endpoints.js';
import { ingestAndorra } from './andorra.js';
import { startApiProcess } from './api.js';
import { expectBusy, expectOutage, expectRecovery, readinessOf } from './expectations.js';
import { expectIngestionThrough } from './ingestion.js';
import { MarkerWrites } from './markerWrites.js';
import { OwnElasticsearch, PATIENCE_MS } from './ownElasticsearch.js';

// One story, told in its order: the API is started first and never again. It keeps no answers, so
// that every lookup meets the outage: kept ones are told of in test/faults/cache/away.test.ts.

const INDEX_PREFIX = 'outage';
/** The resources that the API must have to be ready. */
const DEFINITIONS = ALL.filter(({ isOptional }) => isOptional !== true);
const RESOURCES = DEFINITIONS.map(({ resource }) => resource);
const elasticsearch = new OwnElasticsearch();

/** What is told of every resource. */
const forEach = (fault: string): RegExp =>
  new RegExp(RESOURCES.map((resource) => `${resource}.*${fault}`).join('.*'));

async function liveIndex(resource: string): Promise<string> {
  const found = await client.indices.getAlias({ name: `${INDEX_PREFIX}-${resource}` });
  return Object.keys(found)[0] ?? '';
}

await elasticsearch.choosePort();
const client = elasticsearch.client();
const api = await startApiProcess({
  ELASTICSEARCH_URL: elasticsearch.url,
  INDEX_PREFIX,
  CACHE_MEGABYTES: '0',
});
afterAll(async () => {
  await api.stop();
  await client.close();
  await elasticsearch.remove();
}, PATIENCE_MS);

test('Elasticsearch is not there yet', () => expectOutage(api, /Elasticsearch cannot be reached/));

test(
  'it is there, and nothing has been ingested',
  async () => {
    await elasticsearch.start();
    await expectOutage(
      api,
      new RegExp(
        DEFINITIONS.map(
          ({ resource, createdWith = resource }) =>
            `Nothing is live. .* Else run .npm run ingest -- ${createdWith}`,
        ).join('.*'),
      ),
    );
  },
  PATIENCE_MS,
);

test('data is ingested', async () => {
  await ingestAndorra(client, INDEX_PREFIX);
  await expectRecovery(api);
});

test('it takes connections and does not answer', async () => {
  const { pid } = elasticsearch;
  process.kill(pid, 'SIGSTOP');
  try {
    await expectBusy(api);
    // Again, with the connections of before still hanging, and many callers at once.
    await Promise.all(Array.from({ length: 12 }, () => expectBusy(api)));
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await expectRecovery(api);
});

test('it is overloaded', async () => {
  const limit = (bytes: string | null) =>
    client.cluster.putSettings({ persistent: { 'indices.breaker.total.limit': bytes } });
  await limit('1b');
  try {
    await expectBusy(api);
  } finally {
    await limit(null);
  }
  await expectRecovery(api);
});

test('a live index is closed', async () => {
  const index = await Promise.all(RESOURCES.map(liveIndex));
  await client.indices.close({ index });
  await expectOutage(api, forEach('The live index is closed'));
  await client.indices.open({ index });
  await expectRecovery(api);
});

test('the aliases are gone', async () => {
  const actions = await Promise.all(
    RESOURCES.map(async (resource) => ({
      index: await liveIndex(resource),
      alias: `${INDEX_PREFIX}-${resource}`,
    })),
  );
  await client.indices.updateAliases({ actions: actions.map((remove) => ({ remove })) });
  await expectOutage(api, forEach('Nothing is live'));
  await client.indices.updateAliases({ actions: actions.map((add) => ({ add })) });
  await expectRecovery(api);
});

test('only the countries are there', async () => {
  const index = await liveIndex('cities');
  const alias = `${INDEX_PREFIX}-cities`;
  await client.indices.updateAliases({ actions: [{ remove: { index, alias } }] });
  expect((await api.get('/countries/findByIds?country_ids=AND')).status).toBe(200);
  expect((await api.get('/cities/findByLocation?lat=42.5&lng=1.5')).status).toBe(503);
  const ready = await readinessOf(api, /cities/);
  expect(ready.status).toBe(503);
  expect(ready.text).not.toContain('countries');
  await client.indices.updateAliases({ actions: [{ add: { index, alias } }] });
  await expectRecovery(api);
});

// Markers are written through each death: a start costs more than all else.
describe('it is killed while markers are written, none of which is lost', () => {
  let writes: MarkerWrites;
  beforeAll(async () => {
    writes = await MarkerWrites.prepare(elasticsearch);
  }, PATIENCE_MS);
  afterAll(() => writes.remove(), PATIENCE_MS);

  test(
    'and lookups are asked',
    async () => {
      await writes.begin();
      await writes.expectKeptThrough(elasticsearch, {
        down: () => expectOutage(api, /Elasticsearch cannot be reached/),
        up: () => expectRecovery(api),
      });
    },
    PATIENCE_MS,
  );

  test(
    'and cities are ingested',
    () =>
      expectIngestionThrough(elasticsearch.url, {
        begin: () => writes.begin(),
        killAndStart: (up) => writes.expectKeptThrough(elasticsearch, { up }),
      }),
    PATIENCE_MS,
  );

  test(
    'and nothing else is done',
    async () => {
      await writes.begin();
      await writes.expectKeptThrough(elasticsearch);
    },
    PATIENCE_MS,
  );
});
