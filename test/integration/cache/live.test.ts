import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { cities } from '../../../indices/cities.js';
import { GENERATIONS } from '../../../indices/resources.js';
import { type Generations, generationsIn, makeGenerations } from './generations.js';
import { startApi } from '../../support/api.js';

/** Such prefixes are allowed, and dots mean something in what an answer is filtered by. */
const indexPrefix = `test.kept.${randomBytes(4).toString('hex')}-x`;
const QUERY = '/cities/findByName?token=made';

let generations: Generations;
/** Started before there is anything. */
const api = await startApi({ indexPrefix });
afterAll(async () => {
  await api.stop();
  await generations.remove();
});

test('nothing is ingested yet: 503, and nothing is known to be live', async () => {
  expect(api.live.now().version([cities])).toBeUndefined();
  const { status, body } = await api.ask(QUERY);
  expect(status).toBe(503);
  expect(body.toString()).toContain('not been ingested');
});

test('what is ingested then is found, kept, and read by its own name', async () => {
  generations = await makeGenerations(indexPrefix);
  await api.live.refresh();
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
