import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { silentProgress } from '../../../core/cli/progress.js';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { cities } from '../../../indices/cities.js';
import { GENERATIONS } from '../../../indices/resources.js';
import { acquireLocks } from '../../../ingest/generations/lock.js';
import { type Generations, generationsIn, makeGenerations } from './generations.js';
import { createTestClient, startApi } from '../../support/api.js';
import { untilEnd } from '../../support/each.js';
import { eventually } from '../../support/patience.js';
import { holdLock } from '../ingest/sandbox.js';

/** Such prefixes are allowed, and dots mean something in what an answer is filtered by. */
const indexPrefix = `test.kept.${randomBytes(4).toString('hex')}-x`;
const QUERY = '/cities/findByName?token=made';

let generations: Generations;
/** Started before there is anything. */
const api = await startApi({ indexPrefix });
/** Nothing is ever ingested there. */
const emptyPrefix = `${indexPrefix}-empty`;
const empty = untilEnd(await startApi({ indexPrefix: emptyPrefix }));
beforeAll(async () => {
  generations = await makeGenerations(indexPrefix);
  await api.live.refresh();
});
afterAll(async () => {
  await api.stop();
  await generations.remove();
});

test('nothing is ingested yet: 503, and nothing is known to be live', async () => {
  expect(empty.live.now().version([cities])).toBeUndefined();
  const { status, body } = await empty.ask(QUERY);
  expect(status).toBe(503);
  expect(body.toString()).toContain(
    'This data is not live. The operator finds what to do in `/health/ready`.',
  );
});

test.each([
  [40, ' About 40 s left.', '40'],
  [undefined, '', '5'],
])('what is being ingested: 503 says how far it is and when to come back, and the readiness lists it (%j)', async (secondsLeft, left, retryAfter) => {
  const client = createTestClient();
  const context = { client, indexPrefix: emptyPrefix };
  const progress = { ...silentProgress, of: () => ({ share: 0.417, secondsLeft }) };
  const lock = await acquireLocks(context, ['cities'], { progress });
  const sentence = `Cities are being ingested: 41 %.${left}`;
  await eventually('a heartbeat', async () => {
    await empty.live.poll();
    return empty.live.faults().some(({ message }) => message === sentence);
  });
  expect(empty.live.faults()).toContainEqual({ path: 'cities', message: sentence, progress: 0.417 });
  const { status, headers, body } = await empty.ask(QUERY);
  expect([status, headers['retry-after']]).toEqual([503, retryAfter]);
  expect(body.toString()).toContain(`"message":"${sentence}"`);
  const { message } = empty.live.faults().find(({ path }) => path === 'lands') ?? {};
  expect(message).toMatch(/^Nothing is live\./);

  await lock.release();
  // A killed run has no heartbeat.
  await holdLock(context, 'cities', { pid: 2 ** 30, process: undefined });
  await empty.live.poll();
  expect((await empty.ask(QUERY)).body.toString()).toContain('This data is not live. The operator finds what to do in `/health/ready`.');
  await client.indices.delete({ index: `${emptyPrefix}-ingestions` });
  await client.close();
}); // prettier-ignore

test('what is ingested then is found, kept, and read by its own name', async () => {
  const live = api.live.now();
  for (const resource of GENERATIONS) {
    expect(live.version([resource])).toBeDefined();
    expect(live.index(resource)).toBe(`${liveAlias(indexPrefix, resource.resource)}-a`);
  }
  expect(live.version(GENERATIONS)).toMatch(/^[\w-]{16}$/);
  expect(generationsIn((await api.ask(QUERY)).body.toString())).toBe('A');
  api.searches = 0;
  expect((await api.ask(QUERY)).status).toBe(200);
  expect(api.searches).toBe(0);
});

test('of two indices behind an alias both are read, and nothing is kept', async () => {
  await api.ask(QUERY);
  const alias = liveAlias(indexPrefix, 'cities');
  const second = { index: `${alias}-b`, alias };
  await generations.client.indices.updateAliases({ actions: [{ add: second }] });
  await api.live.refresh();
  for (const turn of [1, 2]) {
    api.searches = 0;
    const found = generationsIn((await api.ask(QUERY)).body.toString());
    expect({ turn, found, searches: api.searches }).toEqual({ turn, found: 'A,B', searches: 1 });
  }
  await generations.client.indices.updateAliases({ actions: [{ remove: second }] });
  await api.live.refresh();
  api.searches = 0;
  expect(generationsIn((await api.ask(QUERY)).body.toString())).toBe('A');
  expect(api.searches).toBe(0);
});

test('without regions, as after an upgrade, the search answers without them, and is cached; nothing is missing', async () => {
  const alias = liveAlias(indexPrefix, 'regions');
  const index = `${alias}-a`;
  const target = '/search?token=made';
  const found = async () => (await api.ask(target)).body.toString();
  expect(await found()).toContain('"type":"region"');
  await generations.client.indices.updateAliases({ actions: [{ remove: { index, alias } }] });
  await api.live.refresh();
  expect(await found()).not.toContain('"type":"region"');
  api.searches = 0;
  expect(await found()).not.toContain('"type":"region"');
  expect(api.searches).toBe(0);
  await api.live.poll();
  expect(api.live.faults()).not.toContainEqual(expect.objectContaining({ path: 'regions' }));
  await generations.client.indices.updateAliases({ actions: [{ add: { index, alias } }] });
  await api.live.refresh();
  expect(await found()).toContain('"type":"region"');
});
