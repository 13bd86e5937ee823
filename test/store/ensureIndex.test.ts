import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, TransportRequestParams } from '@elastic/elasticsearch';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ensureIndex } from '../../core/elasticsearch/ensureIndex.js';
import { createTestClient } from '../support/api.js';
import { interceptOnce } from '../support/interceptOnce.js';
import { eventually } from '../support/patience.js';

let client: Client;
let index: string;
beforeEach(() => {
  client = createTestClient();
  index = `test-ensure-${randomBytes(6).toString('hex')}`;
});
afterEach(async () => {
  await client.indices.delete({ index, ignore_unavailable: true });
  await client.close();
});

const OLD = { dynamic: 'strict' as const, properties: { name: { type: 'keyword' as const } } };
const NEW = { ...OLD, properties: { ...OLD.properties, colour: { type: 'keyword' as const } } };

/** The requests from now on. */
function requestsOf({ transport }: Client): TransportRequestParams[] {
  const requests: TransportRequestParams[] = [];
  transport.request = new Proxy(transport.request.bind(transport), {
    apply(request, self, parameters: Parameters<typeof transport.request>): Promise<unknown> {
      requests.push(parameters[0]);
      return Reflect.apply(request, self, parameters);
    },
  });
  return requests;
}

test('an index of an earlier version gets the fields that are new', async () => {
  await ensureIndex(client, index, OLD);
  await ensureIndex(client, index, NEW);
  await client.index({ index, document: { name: 'a', colour: 'b' } });
  const { [index]: stored } = await client.indices.getMapping({ index });
  expect(stored?.mappings).toEqual(NEW);
});

test('an index that another process creates meanwhile is used, once its shard is there', async () => {
  const requests = requestsOf(client);
  const nowhere = { 'index.routing.allocation.require._name': 'no node has this name' };
  interceptOnce(
    client,
    ({ method, path }) => method === 'PUT' && path === `/${index}`,
    async (send) => {
      const settings = { number_of_replicas: 0, ...nowhere };
      await client.indices.create({ index, mappings: OLD, settings, wait_for_active_shards: 0 });
      return send();
    },
  );
  let isUsable = false;
  const ensured = ensureIndex(client, index, NEW).then(() => {
    isUsable = true;
  });
  await eventually('the index is there', () => client.indices.exists({ index }));
  await sleep(500);
  expect(isUsable).toBe(false);
  const anywhere = { 'index.routing.allocation.require._name': null };
  await client.indices.putSettings({ index, settings: anywhere });
  await ensured;
  expect(await client.get({ index, id: 'none' }, { ignore: [404] })).toMatchObject({
    found: false,
  });
  expect(requests.filter(({ path }) => path.startsWith('/_cluster'))).toEqual([]);
});
