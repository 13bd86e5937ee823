import { Client } from '@elastic/elasticsearch';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ingestResource } from '../../../ingest/generations/ingestResource.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { type Proxy, startProxy } from './proxy.js';
import { createSandbox, type Sandbox } from '../../integration/ingest/sandbox.js';
import { thingResource, things } from '../../integration/ingest/sources.js';

const BULK = 5_000;
const MINUTE_MS = 60_000;

let sandbox: Sandbox;
let proxy: Proxy;
let client: Client;
/** Lets go the bulks that are held. */
let letGo: (() => void)[];
let onHeld: () => void;

beforeEach(async () => {
  sandbox = createSandbox();
  letGo = [];
  proxy = await startProxy(process.env.ELASTICSEARCH_URL ?? '', async ({ url = '' }) => {
    if (!url.includes('/_bulk')) return;
    await new Promise<void>((resolve) => {
      letGo.push(resolve);
      onHeld();
    });
  });
  client = new Client({ node: proxy.url, requestTimeout: 10 * MINUTE_MS, maxRetries: 0 });
});
afterEach(async () => {
  proxy.close();
  await client.close();
  await sandbox.remove();
});

const nextHeld = (): Promise<void> =>
  new Promise((resolve) => {
    onHeld = resolve;
  });

const ingest = (
  rows: () => ReturnType<typeof things>,
  more: { signal?: AbortSignal; note?: (text: string) => void } = {},
) => {
  const { signal, note = () => undefined } = more;
  const progress = { ...silentProgress, note };
  const options = signal === undefined ? { progress } : { progress, signal };
  return ingestResource({ ...sandbox, client }, thingResource(rows), options);
};

test('a bulk waits as long as the client does, and its end ends no other bulk', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  try {
    let goOn: () => void = () => undefined;
    const more = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* rows() {
      for await (const row of things(2 * BULK, 1)) {
        if (row.origin.line === BULK + 2) await more;
        yield row;
      }
    }
    const first = nextHeld();
    const run = ingest(rows);
    await first;
    jest.advanceTimersByTime(1.5 * MINUTE_MS);
    const second = nextHeld();
    goOn();
    await second;
    jest.advanceTimersByTime(MINUTE_MS);
    jest.useRealTimers();
    for (const go of letGo) go();
    await expect(run).resolves.toMatchObject({ indexed: 2 * BULK, rejected: 0 });
    expect(letGo).toHaveLength(2);
  } finally {
    jest.useRealTimers();
  }
});

test('an interrupted run ends at once, and does not say that it tries again', async () => {
  const interruption = new AbortController();
  const notes: string[] = [];
  const held = nextHeld();
  const run = ingest(() => things(3, 1), {
    signal: interruption.signal,
    note: (text) => notes.push(text),
  });
  await held;
  interruption.abort(new Error('enough'));
  await expect(run).rejects.toThrow(/^enough$/);
  expect(notes).toEqual([]);
});
