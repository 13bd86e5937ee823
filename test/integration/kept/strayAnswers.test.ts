import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from '../../../core/elasticsearch/client.js';
import { type Api, builtInPrefix, startApi } from '../../support/api.js';
import { below, seeded } from '../../support/random.js';
import type { City } from '../../support/records.js';

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let isCrossed = false;
let exchanged = 0;
let waiting: { readonly received: Received; readonly take: (other: Received) => void } | undefined;

/** Gives a search the answer of another one that is under way, as a proxy does that has lost step. */
function exchange(received: Received): Promise<Received> | Received {
  if (waiting !== undefined) {
    const { received: other, take } = waiting;
    waiting = undefined;
    exchanged += 1;
    take(received);
    return other;
  }
  return new Promise((resolve) => {
    waiting = { received, take: resolve };
    setTimeout(() => {
      if (waiting?.take === resolve) waiting = undefined;
      resolve(received);
    }, 20);
  });
}

const proxy = createServer((incoming, outgoing) => {
  const { method, headers, url = '/' } = incoming;
  const onward = request(new URL(url, process.env.ELASTICSEARCH_URL), { method, headers });
  incoming.pipe(onward);
  onward.on('error', () => outgoing.destroy());
  onward.on('response', (answer) => {
    void (async () => {
      const { statusCode: status = 500 } = answer;
      const received = { status, headers: answer.headers, body: await buffer(answer) };
      const given = isCrossed && url.includes('_msearch') ? await exchange(received) : received;
      outgoing.writeHead(given.status, given.headers).end(given.body);
    })();
  });
});

let plain: Api;
let crossed: Api;
beforeAll(async () => {
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  const client = createClient({ urls: [`http://127.0.0.1:${port}`], timeoutMs: 30_000 });
  crossed = await startApi(builtInPrefix(), undefined, client);
  plain = await startApi(builtInPrefix(), 0);
});
afterAll(async () => {
  await crossed.stop();
  await plain.stop();
  proxy.closeAllConnections();
  proxy.close();
});

test('nobody gets the answer to another question, and none is kept', async () => {
  const random = seeded(24);
  const points = Array.from({ length: 150 }, () => ({
    lat: (35 + below(random, 2_000) / 100).toFixed(2),
    lng: (below(random, 3_000) / 100).toFixed(2),
  }));
  const rightly = new Map<object, string>();
  for (const point of points) {
    const { body } = await plain.get<City>('/cities/findByLocation', point);
    rightly.set(point, body.data.id);
  }
  const ask = async (point: (typeof points)[number]): Promise<number> => {
    const { status, body } = await crossed.get<City>('/cities/findByLocation', point);
    if (status === 200) expect(body.data.id).toBe(rightly.get(point));
    return status;
  };
  isCrossed = true;
  const statuses: number[] = [];
  for (let from = 0; from < points.length; from += 15)
    statuses.push(...(await Promise.all(points.slice(from, from + 15).map(ask))));
  expect(exchanged).toBeGreaterThan(5);
  expect(statuses).toContain(503);
  isCrossed = false;
  for (const point of points) expect(await ask(point)).toBe(200);
});
