import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { landAt } from '../../../core/geo/land.js';
import { makeGenerations } from '../../store/cache/generations.js';
import { startProxy } from '../ingest/proxy.js';
import { startApi } from '../../support/api.js';
import { untilEnd } from '../../support/each.js';

const KNOWN_FOR_MS = 2_000;
const EVERY_MS = 1_000;
/** For the machine: nothing but answers that are kept is waited for. */
const SLACK_MS = 500;
const TARGETS = [
  '/countries/findByIds?country_ids=AAA',
  '/countries/findByLocation?lat=42.5&lng=1.5',
  '/cities/findByName?token=made&limit=3',
  `/lands/findByIds?land_ids=${landAt({ latitude: 42.5, longitude: 1.5 })}`,
];

type Mode =
  'there' | 'gone' | 'hung' | 'slow to tell what is live' | 'too slow to tell what is live';

let mode: Mode = 'there';
let release: (() => void)[] = [];
const never = new Promise<void>(() => undefined);
const generations = untilEnd(await makeGenerations());
const proxy = untilEnd(await startProxy(process.env.ELASTICSEARCH_URL ?? '', hold));
const { indexPrefix } = generations;
const api = untilEnd(await startApi({ node: proxy.url, indexPrefix, timeoutMs: 700 }));
afterEach(async () => {
  become('there');
  await sleep(EVERY_MS + SLACK_MS);
});

/** Holds the requests that tell what is live, and searches, which alone are made here. */
async function hold(incoming: IncomingMessage): Promise<void> {
  const isGone = (): boolean => incoming.socket.destroyed;
  const isSearch = incoming.url?.includes('_msearch') === true;
  if (mode === 'gone') incoming.socket.destroy();
  if (mode === 'hung') await new Promise<void>((resolve) => release.push(resolve));
  // Whoever asked has gone, too.
  if (isGone()) return never;
  if (isSearch) return;
  if (mode === 'slow to tell what is live') await sleep(800);
  if (mode === 'too slow to tell what is live') await sleep(KNOWN_FOR_MS + 100);
  if (isGone()) return never;
}

function become(next: Mode): void {
  mode = next;
  for (const each of release) each();
  release = [];
}

const statuses = async (headers = {}): Promise<unknown[]> =>
  Promise.all(TARGETS.map(async (target) => (await api.ask(target, { headers })).status));
const all = (status: number): number[] => TARGETS.map(() => status);

async function keepAll(): Promise<void> {
  expect(await statuses()).toEqual(all(200));
  await statuses();
  api.searches = 0;
  expect(await statuses()).toEqual(all(200));
  expect(api.searches).toBe(0);
}

describe.each(['gone', 'hung'] as const)('Elasticsearch is %s', (how) => {
  test('kept answers are given for two seconds at most, and again when it is back', async () => {
    await keepAll();
    become(how);
    expect(await statuses()).toEqual(all(200));
    expect(await statuses({ 'If-None-Match': '*' })).toEqual(all(304));
    await sleep(KNOWN_FOR_MS);
    expect(await statuses()).toEqual(all(503));
    expect(await statuses({ 'If-None-Match': '*' })).toEqual(all(503));
    become('there');
    await sleep(EVERY_MS + SLACK_MS);
    // What was kept is still of what is live.
    api.searches = 0;
    expect(await statuses()).toEqual(all(200));
    expect(api.searches).toBe(0);
  });
});

test('slow answers on what is live keep nothing from being given', async () => {
  await keepAll();
  become('slow to tell what is live');
  for (const begun = performance.now(); performance.now() - begun < 2 * KNOWN_FOR_MS;) {
    expect(await statuses()).toEqual(all(200));
    await sleep(100);
  }
  expect(api.searches).toBe(0);
});
