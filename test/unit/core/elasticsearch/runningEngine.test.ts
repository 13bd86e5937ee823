import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { answering } from '../../../support/answering.js';
import { untilEnd } from '../../../support/each.js';
import { emptyFolder } from '../../../support/folder.js';
import { findRunningEngine, lastPort, recordRunning, withQuickstart } from '../../../../core/elasticsearch/runningEngine.js'; // prettier-ignore

const pid = 4711;
const run = 'run-a';
const folder = emptyFolder().path;
const dataFolder = join(folder, 'elasticsearch');
const { url } = untilEnd(
  await answering(({ url: path }, response) => {
    const node = { process: { id: pid }, attributes: { run } };
    if (path === '/moved/health/live') response.writeHead(302, { Location: '/health/live' });
    const status = path === '/other/health/live' ? 'up' : 'ok';
    response.end(JSON.stringify({ status, nodes: { node } }));
  }),
);
beforeEach(() => {
  mkdirSync(dataFolder);
});

test('the server that was recorded is found', async () => {
  recordRunning(dataFolder, { url, pid, run });
  expect(await findRunningEngine(dataFolder)).toEqual({ url, pid, run });
  expect(lastPort(dataFolder)).toBe(Number(new URL(url).port));
});

test.each(['', '{', '[]', '{"url":1,"pid":"x"}', undefined])('the record %j is ignored', async (text) => {
  if (text !== undefined) writeFileSync(join(dataFolder, 'engine.json'), text);
  expect(await findRunningEngine(dataFolder)).toBeUndefined();
  expect(lastPort(dataFolder)).toBeUndefined();
}); // prettier-ignore

test.each([{ pid: pid + 1 }, { run: 'run-b' }, { url: 'http://127.0.0.1:1' }])(
  'a server other than the recorded one (%j) is ignored, also by commands',
  async (other) => {
    recordRunning(dataFolder, { url, pid, run, ...other });
    expect(await findRunningEngine(dataFolder)).toBeUndefined();
    expect(await withQuickstart({}, folder)).toEqual({});
  },
);

describe('commands find the Elasticsearch of the quickstart', () => {
  let printed: jest.SpiedFunction<typeof console.error>;
  beforeEach(() => {
    recordRunning(dataFolder, { url, pid, run });
    printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    printed.mockRestore();
  });
  const note = (provider: string, api?: object): void => {
    writeFileSync(join(folder, 'quickstart.json'), `${JSON.stringify({ provider, api })}\n`);
  };

  test.each([{}, { ELASTICSEARCH_URL: '' }])('%j: the local engine if it runs', async (env) => {
    expect(await withQuickstart(env, folder)).toEqual({ ELASTICSEARCH_URL: url });
    note('local');
    expect(await withQuickstart(env, folder)).toEqual({ ELASTICSEARCH_URL: url });
  });

  test('an address that is set comes first', async () => {
    const env = { ELASTICSEARCH_URL: 'http://127.0.0.1:1' };
    expect(await withQuickstart(env, folder)).toBe(env);
    note('container');
    expect(await withQuickstart(env, folder)).toBe(env);
  });

  test('the address that quickstart was given, while its API answers', async () => {
    const given = 'http://127.0.0.1:2';
    const api = { address: url, pid: process.pid, url: given, prefix: 'mine' };
    note('local', api);
    const found = { ELASTICSEARCH_URL: given, INDEX_PREFIX: 'mine' };
    expect(await withQuickstart({ INDEX_PREFIX: '' }, folder)).toEqual(found);
    const own = { INDEX_PREFIX: 'own' };
    expect(await withQuickstart(own, folder)).toEqual({ ...found, ...own });
    note('local', { ...api, url: undefined });
    expect(await withQuickstart({}, folder)).toEqual({ ...found, ELASTICSEARCH_URL: url });
  });

  test.each([
    ...[0, -1, 2 ** 30, undefined].map((number) => ({ pid: number })),
    ...['/moved', '/other'].map((path) => ({ path })),
    { address: 'http://127.0.0.1:1' },
  ])('no address of an API that is not ours (%j)', async ({ path = '', ...other }: { path?: string; pid?: number | undefined; address?: string }) => {
    const api = { address: `${url}${path}`, pid: process.pid, url: 'http://127.0.0.1:2', prefix: 'mine' };
    note('local', { ...api, ...other });
    expect(await withQuickstart({}, folder)).toEqual({ ELASTICSEARCH_URL: url });
  }); // prettier-ignore

  test('a process of another user is not ours', async () => {
    const kill = jest.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
    note('local', { address: url, pid: process.pid, url: 'http://127.0.0.1:2' });
    expect(await withQuickstart({}, folder)).toEqual({ ELASTICSEARCH_URL: url });
    kill.mockRestore();
  });

  test('the address that is used is shown without its login', async () => {
    note('local', { address: url, pid: process.pid, url: 'https://me:secret@es.test:9200' });
    await withQuickstart({}, folder);
    const line = 'Using the Elasticsearch of the running quickstart: https://es.test:9200';
    expect(printed.mock.calls).toEqual([[line]]);
  });

  test('the login of a container, unless another login is set', async () => {
    note('container');
    expect(await withQuickstart({}, folder)).toEqual({
      ELASTICSEARCH_USERNAME: 'elastic',
      ELASTICSEARCH_PASSWORD_FILE: `${folder}/elastic-password`,
    });
    const env = { ELASTICSEARCH_API_KEY_FILE: 'key' };
    expect(await withQuickstart(env, folder)).toBe(env);
  });
});
