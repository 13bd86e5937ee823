import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Client } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createClient } from '../../../../core/elasticsearch/client.js';
import { NodePool } from '../../../../core/elasticsearch/nodePool.js';
import { headersOfElasticsearch } from '../../../support/answering.js';
import { eventually } from '../../../support/patience.js';

type Mode =
  'well' | 'hangs' | 'misses pings' | 'has no master' | 'waits for another node' | 'is busy';

/** A fake node of Elasticsearch. */
class FakeNode {
  mode: Mode = 'well';
  readonly bodies: string[] = [];
  /** The addresses that nodes publish, by their ids. */
  published: Record<string, string> = {};
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => {
      if (this.mode === 'hangs') return;
      const [, isOfPool] = /^\/(_cluster\/|_nodes\/)/.exec(request.url ?? '') ?? [];
      if (this.mode === 'misses pings' && isOfPool !== undefined) return;
      if (isOfPool === undefined) {
        this.bodies.push(body);
        // It answers pings only.
        if (this.mode === 'is busy') return;
        if (this.mode === 'waits for another node' && !body.includes('_prefer_nodes')) return;
      }
      const isPing = isOfPool === '_cluster/';
      const status = this.mode === 'has no master' && !isPing ? 503 : 200;
      response.writeHead(status, headersOfElasticsearch(request));
      const published = Object.entries(this.published).map(([id, publish_address]) => [id, { http: { publish_address } }]); // prettier-ignore
      const isSniff = request.url?.startsWith('/_nodes/_all') === true;
      const nodes = isSniff ? (Object.fromEntries(published) as object) : { [this.id]: {} };
      const master = this.mode === 'has no master' ? null : 'node-1';
      response.end(JSON.stringify({ from: this.id, nodes, master_node: master }));
    });
  });

  address = '';

  constructor(readonly id: string) {}

  get url(): string {
    return `http://${this.address}`;
  }

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.address = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let nodes: [FakeNode, FakeNode, FakeNode];
let client: Client;
beforeEach(async () => {
  nodes = [new FakeNode('a'), new FakeNode('b'), new FakeNode('c')];
  await Promise.all(nodes.map((node) => node.start()));
  client = createClient({ urls: nodes.map(({ url }) => url), timeoutMs: 5_000 });
  await pool().ping();
});
afterEach(async () => {
  await client.close();
  for (const node of nodes) node.stop();
});

const pool = (): NodePool => {
  if (client.connectionPool instanceof NodePool) return client.connectionPool;
  throw new Error('another pool');
};

async function search(): Promise<string> {
  const { from } = await client.transport.request<{ from: string }>({
    method: 'POST',
    path: '/_msearch',
    bulkBody: ['{"index":"some"}\n{"query":{"match_all":{}}}'],
  });
  return from;
}

async function searchOften(): Promise<string[]> {
  const found: string[] = [];
  for (let turn = 0; turn < 6; turn += 1) found.push(await search());
  return [...new Set(found)].sort();
}

test('all nodes get requests in turn, without a preference', async () => {
  // On a busy machine, a node that is slow to answer a ping counts as down for a while.
  await eventually('each node is asked', async () => (await searchOften()).join('') === 'abc');
  expect(nodes.flatMap(({ bodies }) => bodies).join('')).not.toContain('preference');
});

test.each(['is dead', 'hangs'])('a read that meets a node that %s is answered by another one', async (how) => {
  if (how === 'hangs') nodes[0].mode = 'hangs';
  else nodes[0].stop();
  expect(await searchOften()).toEqual(['b', 'c']);
}); // prettier-ignore

test('when one of two nodes dies, none of many concurrent reads is lost', async () => {
  await client.close();
  client = createClient({ urls: [nodes[0].url, nodes[1].url], timeoutMs: 5_000 });
  await pool().ping();
  nodes[0].stop();
  const found = await Promise.all(Array.from({ length: 20 }, search));
  expect(new Set(found)).toEqual(new Set(['b']));
});

test.each([0, 1, 2])('a read whose nodes have missed pings in turn gets past the one that is dead (%i)', async (turn) => {
  const [a, b, c] = nodes;
  a.stop();
  await pool().ping();
  for (let turns = 0; turns < turn; turns += 1) pool().getConnection({ requestId: 0, name: '', context: null, now: 0 });
  b.mode = c.mode = 'is busy';
  const read = search();
  for (const [missing, other] of [[b, c], [c, b]] as const) {
    await eventually('the read waits at it', () => missing.bodies.length + other.bodies.length > 0);
    let isMissed = false;
    const unwatch = pool().whenAway(() => (isMissed = true));
    missing.mode = 'hangs';
    // A round of pings that was under way may have passed it.
    await eventually('it misses a ping', () => pool().ping().then(() => isMissed));
    unwatch();
    other.mode = missing.mode = 'is busy';
  }
  b.mode = c.mode = 'well';
  expect(['b', 'c']).toContain(await read);
}); // prettier-ignore

test('a node that takes no connections is asked after those that only miss pings', async () => {
  const [a, b, c] = nodes;
  b.mode = c.mode = 'misses pings';
  await pool().ping();
  expect(await searchOften()).toEqual(['a']);
  a.stop();
  for (let round = 0; round < 3; round += 1) {
    expect((await searchOften()).join('')).toMatch(/^bc?$|^c$/);
    await pool().ping();
  }
});

test('a read that waits for data on a node that hangs is answered by another one', async () => {
  nodes[0].mode = 'hangs';
  for (const node of [nodes[1], nodes[2]]) node.mode = 'waits for another node';
  expect(await searchOften()).toEqual(['b', 'c']);
  expect(nodes[1].bodies.at(-1)).toMatch(/^\{"preference":"_prefer_nodes:b,c","index":"some"\}\n/);
});

test('a node without a master gets no requests while others have one', async () => {
  nodes[0].mode = 'has no master';
  await pool().ping();
  expect(await searchOften()).toEqual(['b', 'c']);
});

test('when the other nodes lose their master, reads prefer the data of both', async () => {
  nodes[0].mode = 'hangs';
  nodes[1].mode = 'has no master';
  await pool().ping();
  expect(pool().preferred).toEqual(['b', 'c']);
  expect(await searchOften()).toEqual(['c']);
  nodes[2].mode = 'has no master';
  await pool().ping();
  expect(pool().preferred).toEqual(['b', 'c']);
});

test('all get requests while none has a master', async () => {
  for (const node of nodes) node.mode = 'has no master';
  await pool().ping();
  await expect(search()).rejects.toMatchObject({ statusCode: 503 });
});

test('a node that was away is trusted after its second ping, and the preference ends', async () => {
  nodes[0].mode = 'hangs';
  await pool().ping();
  expect(pool().preferred).toEqual(['b', 'c']);
  nodes[0].mode = 'well';
  await pool().ping();
  expect(pool().preferred).toEqual(['b', 'c']);
  await pool().ping();
  expect(pool().preferred).toBeUndefined();
  expect(await searchOften()).toEqual(['a', 'b', 'c']);
});

test('when all nodes miss a ping, this process was busy: none counts as away', async () => {
  for (const node of nodes) node.mode = 'hangs';
  await pool().ping();
  nodes[1].mode = nodes[2].mode = 'well';
  await pool().ping();
  expect(pool().preferred).toEqual(['b', 'c']);
});

test('the first write of a client meets no node that is away', async () => {
  await client.close();
  nodes[0].stop();
  nodes[1].mode = 'hangs';
  client = createClient({ urls: nodes.map(({ url }) => url), timeoutMs: 2_000 });
  for (let turn = 0; turn < 3; turn += 1) {
    const bulkBody = '{"index":{}}\n{}\n';
    const write = client.transport.request({ method: 'POST', path: '/some/_bulk', bulkBody });
    await expect(write).resolves.toMatchObject({ from: 'c' });
  }
});

test('a write is never sent a second time', async () => {
  for (const node of nodes) node.mode = 'has no master';
  const body = '{"index":{}}\n{}\n';
  const write = client.transport.request({ method: 'POST', path: '/some/_bulk', bulkBody: body });
  await expect(write).rejects.toMatchObject({ statusCode: 503 });
  expect(nodes.flatMap(({ bodies }) => bodies)).toEqual([body]);
});

test('a caller who aborts does not wait', async () => {
  for (const node of nodes) node.mode = 'hangs';
  const giveUp = new AbortController();
  const read = client.search({ index: 'some' }, { signal: giveUp.signal });
  giveUp.abort();
  await expect(read).rejects.toThrow(/abort/);
});

test('when all nodes hang, the time limit of the request holds', async () => {
  for (const node of nodes) node.mode = 'hangs';
  const read = client.search({ index: 'some' }, { requestTimeout: 400 });
  await expect(read).rejects.toThrow(/timed out/i);
});

describe('nodes found by sniffing', () => {
  /** Knows the first node only, and finds others once, at its start. */
  async function find(published: Record<string, string>): Promise<void> {
    await client.close();
    nodes[0].published = published;
    client = createClient({ urls: [nodes[0].url], timeoutMs: 5_000, sniff: true });
    await new Promise((resolve) => {
      client.diagnostic.once('sniff', resolve);
    });
  }
  test('get requests after they have answered, with the time limit of the client', async () => {
    const [a, b, c] = nodes.map(({ address }) => address) as [string, string, string];
    await find({ a, b, c: `some.name/${c}` });
    expect(await searchOften()).toEqual(['a']);
    for (let round = 0; round < 2; round += 1) await pool().ping();
    expect(await searchOften()).toEqual(['a', 'b']);
    // A limit of its own would abort the signal of a bulk, which other ones share.
    expect(pool().connections.map(({ timeout }) => timeout)).toEqual([5_000, 5_000, 5_000]);
  });

  test('are ignored while unreachable, and the nodes of the settings stay', async () => {
    await find({ b: '127.0.0.1:1', c: '127.0.0.1:2' });
    for (let round = 0; round < 3; round += 1) {
      expect(await searchOften()).toEqual(['a']);
      await client.transport.request({ method: 'POST', path: '/some/_bulk', bulkBody: '{}\n' });
      await pool().ping();
    }
    expect(pool().preferred).toBeUndefined();
    await find({});
    expect(await searchOften()).toEqual(['a']);
  });
});
