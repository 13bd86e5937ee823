import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { rowOfMarkers, storeMarkers } from '../../support/ownDocuments.js';
import { drain, Stopping } from '../../../src/server/server.js';
import { type ApiProcess, startApiProcess } from '../outages/api.js';
import { PUBLIC, startApp } from '../../http/startApp.js';
import { untilEnd } from '../../support/each.js';

const CONNECTIONS = 50;
const STOPS = 3;
const DELAY_MS = 300;

const documents = rowOfMarkers(CONNECTIONS);
const own = untilEnd(await storeMarkers(documents));

const startProcess = (environment: Record<string, string> = {}): Promise<ApiProcess> =>
  startApiProcess({
    ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL ?? '',
    INDEX_PREFIX: own.indexPrefix,
    ELASTICSEARCH_TIMEOUT_MS: '10000',
    SHUTDOWN_DELAY_MS: String(DELAY_MS),
    ...environment,
  });

interface Tally {
  answered: number;
  announced: number;
  /** Failures on open connections. */
  readonly lost: string[];
}

/** Sends one request after the other, every other one a write, until the connection is refused. */
async function sendUntilRefused(address: string, id: string, tally: Tally): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: 'Bearer dev-internal', 'content-type': 'application/json' };
  for (let count = 0; ; count += 1) {
    const isWrite = count % 2 === 0;
    const path = isWrite ? 'update' : 'findByRadius?lat=0&lng=0&radius=1&season=1';
    const method = isWrite ? 'PUT' : 'GET';
    const sent = request(`${address}/markers/${path}`, { agent, method, headers });
    sent.end(isWrite ? JSON.stringify({ id, season: 1, icon: count }) : undefined);
    try {
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      await text(answer);
      if (answer.statusCode !== 200) tally.lost.push(`status ${answer.statusCode}`);
      if (answer.headers.connection === 'close') tally.announced += 1;
      tally.answered += 1;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ECONNREFUSED') return;
      tally.lost.push(`${method} ${sent.reusedSocket ? 'again' : 'first'}: ${code}`);
      if (tally.lost.length > 10 * CONNECTIONS) return;
    }
  }
}

test('SIGTERM under load loses no request of a connection that is kept alive', async () => {
  for (let stop = 0; stop < STOPS; stop += 1) {
    const api = await startProcess();
    const exit = once(api.child, 'close');
    const tally: Tally = { answered: 0, announced: 0, lost: [] };
    const callers = documents.map(({ id }) => sendUntilRefused(api.address, id, tally));
    try {
      while (tally.answered < 2 * CONNECTIONS) await sleep(10);
      api.child.kill('SIGTERM');
      await Promise.all(callers);
      expect(await exit).toEqual([0, null]);
    } finally {
      await api.stop();
    }
    expect(tally.lost).toEqual([]);
    expect(tally.announced).toBeGreaterThanOrEqual(CONNECTIONS);
  }
});

test('a stopping process is alive, but not ready', async () => {
  const api = await startProcess({ SHUTDOWN_DELAY_MS: '2000' });
  try {
    api.child.kill('SIGTERM');
    while (!api.log().includes('"stopping')) await sleep(10);
    const ready = await fetch(`${api.address}/health/ready`);
    expect([ready.status, ready.headers.get('Connection')]).toEqual([503, 'close']);
    expect(await ready.json()).toMatchObject({
      error: {
        code: 'unavailable',
        details: [{ path: 'process', message: expect.stringContaining('is stopping') }],
      },
    });
    const live = await fetch(`${api.address}/health/live`, { headers: { origin: 'https://a.b' } });
    expect([live.status, live.headers.get('Connection')]).toEqual([200, 'close']);
    // A second signal ends the process at once.
    const exit = once(api.child, 'close');
    api.child.kill('SIGTERM');
    expect(await exit).toEqual([1, null]);
  } finally {
    await api.stop();
  }
});

test('callers that disconnected do not delay the end', async () => {
  const app = await startApp();
  const agent = new Agent({ keepAlive: true });
  const [idle] = (await once(get(`${app.url}/health/live`, { agent }), 'response')) as [IncomingMessage]; // prettier-ignore
  await text(idle);
  const { hostname, port } = new URL(app.url);
  const gone = connect(Number(port), hostname);
  const { Authorization } = PUBLIC;
  const head = `GET /test/slow?token=a&limit=200 HTTP/1.1\r\nHost: a\r\nAuthorization: ${Authorization}\r\n\r\n`;
  gone.write(head.repeat(3));
  await sleep(100);
  gone.resetAndDestroy();
  await sleep(400);
  expect(await drain(app.server, new Stopping(), 2_000)).toBe(true);
  agent.destroy();
});
