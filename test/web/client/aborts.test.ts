import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { GeographicData, TimeoutError } from '../../../web/client/src/index.js';
import {
  type Behaviour,
  fails,
  type FaultyServer,
  isSilent,
  startFaultyServer,
} from './faultyServer.js';

/** Longer than the first wait between two attempts. */
const LONGER_THAN_A_WAIT_MS = 400;

let server: FaultyServer;
afterEach(() => server.stop());

async function startClient(...behaviours: Behaviour[]): Promise<GeographicData> {
  server = await startFaultyServer(...behaviours);
  return new GeographicData({ url: server.url, token: 'a' });
}

const reason = new Error('the person typed on');

test('what is aborted before is not sent', async () => {
  const client = await startClient();
  const call = client.countries.findAll({}, { signal: AbortSignal.abort(reason) });
  await expect(call).rejects.toBe(reason);
  expect(server.seen).toHaveLength(0);
});

test.each<[string, Behaviour]>([
  ['while an answer is waited for', isSilent],
  [
    'within an answer',
    (response) => {
      response.writeHead(200).write('{');
    },
  ],
  ['between two attempts', fails(503)],
])('aborted %s: rejects with the reason, and sends no more', async (_, behaviour) => {
  const client = await startClient(behaviour);
  const controller = new AbortController();
  const call = client.countries.findAll({}, { signal: controller.signal });
  const settled = expect(call).rejects.toBe(reason);
  while (server.seen.length === 0) await sleep(5);
  await sleep(30);
  controller.abort(reason);
  await settled;
  await sleep(LONGER_THAN_A_WAIT_MS);
  expect(server.seen).toHaveLength(1);
});

test.each<[string, Behaviour[]]>([
  ['of one attempt', [isSilent]],
  ['of all attempts', [fails(503), isSilent]],
])('the time %s is limited', async (_, behaviours) => {
  const client = await startClient(...behaviours);
  const call = client.countries.findAll({}, { timeoutMs: 350 });
  await expect(call).rejects.toBeInstanceOf(TimeoutError);
  await expect(call).rejects.toMatchObject({ timeoutMs: 350 });
  expect(server.seen).toHaveLength(behaviours.length);
});

test.each([0, -1, NaN, Infinity])('%d is no time', async (timeoutMs) => {
  const client = await startClient();
  const call = client.countries.findAll({}, { timeoutMs });
  await expect(call).rejects.toThrow(RangeError);
});

test('nothing of a call stays with its signal', async () => {
  const client = await startClient(fails(503));
  const { signal } = new AbortController();
  await client.countries.findAll({}, { signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
