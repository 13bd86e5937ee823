import { type DiagnosticResult, errors, type estypes } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { addReplicas, NO_REPLICAS } from '../../../ingest/generations/creation.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { interceptOnce } from '../../support/interceptOnce.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { thingResource, things } from './sources.js';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const ingest = async (gate?: () => Promise<string[]>): Promise<string> =>
  (await sandbox.ingest(thingResource(() => things(3, 1), gate ? { gate } : {}))).index;

async function replicas(index: string): Promise<estypes.IndicesIndexSettings> {
  const settings = (await sandbox.client.indices.getSettings({ index }))[index]?.settings?.index;
  const { number_of_replicas, auto_expand_replicas = 'none' } = settings ?? {};
  return { number_of_replicas: number_of_replicas ?? '', auto_expand_replicas };
}

/** Lets the cluster answer something else of its health: the tests have one node only. */
function pretend(health: (asked: number) => object): void {
  const { transport } = sandbox.client;
  let asked = 0;
  transport.request = new Proxy(transport.request.bind(transport), {
    async apply(request, self, parameters: Parameters<typeof transport.request>) {
      const answer: unknown = await Reflect.apply(request, self, parameters);
      if (!parameters[0].path.startsWith('/_cluster/health')) return answer;
      asked += 1;
      return { ...(answer as object), ...health(asked) };
    },
  });
}

describe('what an operator has chosen stays', () => {
  test.each([
    [{ number_of_replicas: 1 }, { number_of_replicas: '1', auto_expand_replicas: 'false' }],
    [{ number_of_replicas: 0 }, { number_of_replicas: '0', auto_expand_replicas: 'false' }],
    [{ auto_expand_replicas: '0-2' }, { number_of_replicas: '0', auto_expand_replicas: '0-2' }],
  ])('for the live index: %j', async (chosen, expected) => {
    const first = await ingest();
    await sandbox.client.indices.putSettings({
      index: first,
      settings: { auto_expand_replicas: 'false', ...chosen },
    });
    expect(await replicas(await ingest())).toEqual(expected);
  });

  test('in a template, for the first one', async () => {
    const name = `${sandbox.indexPrefix}-template`;
    await sandbox.client.indices.putIndexTemplate({
      name,
      index_patterns: [`${sandbox.indexPrefix}-things-*`],
      template: { settings: { number_of_replicas: 2 } },
    });
    try {
      expect(await replicas(await ingest())).toMatchObject({ number_of_replicas: '2' });
    } finally {
      await sandbox.client.indices.deleteIndexTemplate({ name });
    }
  });
});

test('a generation is loaded without replicas, and copied once it has passed its gate', async () => {
  const seen: unknown[] = [];
  const gate = async (): Promise<string[]> => {
    const [index = ''] = (await sandbox.generations('things')).leftovers;
    seen.push(await replicas(index));
    return [];
  };
  await ingest(gate);
  // Beside a live one, too.
  await ingest(gate);
  const none = { number_of_replicas: '0', auto_expand_replicas: 'false' };
  expect(seen).toEqual([none, none]);
});

test('with too few nodes it goes live all the same, and says so', async () => {
  const first = await ingest();
  const settings = { auto_expand_replicas: 'false', number_of_replicas: 1 };
  await sandbox.client.indices.putSettings({ index: first, settings });
  const second = await ingest();
  expect(sandbox.notes).toContain(
    `${second} has 1 of its 2 copies of shards: there are no nodes for more`,
  );
});

test('where the login may not see the health of the cluster, nothing is waited for', async () => {
  interceptOnce(
    sandbox.client,
    ({ path }) => path.startsWith('/_cluster/health'),
    () =>
      Promise.reject(
        new errors.ResponseError({
          statusCode: 403,
          body: { error: { type: 'security_exception' } },
          headers: {},
          warnings: null,
          meta: {} as DiagnosticResult['meta'],
        }),
      ),
  );
  const index = await ingest();
  expect(await sandbox.generations('things')).toMatchObject({ live: index });
  expect(sandbox.notes.join()).toContain('not waiting for replicas');
});

describe('with a second node', () => {
  const copyWhile = async (
    health: (asked: number) => object,
    timeoutMs?: number,
  ): Promise<string[]> => {
    const notes: string[] = [];
    const progress = { ...silentProgress, note: (text: string) => notes.push(text) };
    const index = await ingest();
    await sandbox.client.indices.putSettings({ index, settings: NO_REPLICAS });
    pretend(health);
    const waiting = timeoutMs === undefined ? { progress } : { progress, timeoutMs };
    await addReplicas(sandbox.client, index, { number_of_replicas: 1 }, waiting);
    return notes.map((note) => note.replace(index, 'it'));
  };

  test('the replica is waited for', async () => {
    let last = 0;
    const notes = await copyWhile((asked) => {
      last = asked;
      const copied = asked < 3 ? {} : { active_shards: 2, unassigned_shards: 0 };
      return { number_of_data_nodes: 2, ...copied };
    });
    expect(notes).toEqual(['waiting for the replicas']);
    expect(last).toBe(3);
  });

  test('but not for ever', async () => {
    expect(await copyWhile(() => ({ number_of_data_nodes: 2 }), 0)).toEqual([
      'it has 1 of its 2 copies of shards; it is promoted all the same',
    ]);
  });
});
