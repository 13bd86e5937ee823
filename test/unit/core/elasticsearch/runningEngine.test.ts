import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  findRunningEngine,
  lastPort,
  recordRunning,
  withQuickstart,
} from '../../../../core/elasticsearch/runningEngine.js';

const pid = 4711;
const run = 'run-a';
let folder: string;
let server: Server;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engine-running-'));
  server = createServer((_request, response) => {
    response.end(
      JSON.stringify({ nodes: { node: { process: { id: pid }, attributes: { run } } } }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

test('finds the server that was recorded', async () => {
  recordRunning(folder, { url, pid, run });
  expect(await findRunningEngine(folder)).toEqual({ url, pid, run });
  expect(lastPort(folder)).toBe(Number(new URL(url).port));
});

test('finds nothing without a record', async () => {
  expect(await findRunningEngine(folder)).toBeUndefined();
  expect(await findRunningEngine(join(folder, 'missing'))).toBeUndefined();
  expect(lastPort(folder)).toBeUndefined();
});

test('ignores another server at the recorded address', async () => {
  recordRunning(folder, { url, pid: pid + 1, run });
  expect(await findRunningEngine(folder)).toBeUndefined();
  recordRunning(folder, { url, pid, run: 'run-of-an-earlier-start' });
  expect(await findRunningEngine(folder)).toBeUndefined();
});

test('ignores a record whose server is gone', async () => {
  recordRunning(folder, { url: 'http://127.0.0.1:1', pid, run });
  expect(await findRunningEngine(folder)).toBeUndefined();
});

test.each(['', '{', '[]', '{"url":1,"pid":"x"}'])('ignores a damaged record: %j', async (text) => {
  writeFileSync(join(folder, 'engine.json'), text);
  expect(lastPort(folder)).toBeUndefined();
  expect(await findRunningEngine(folder)).toBeUndefined();
});

describe('commands find the Elasticsearch of the quickstart', () => {
  beforeEach(() => {
    mkdirSync(join(folder, 'elasticsearch'));
    recordRunning(join(folder, 'elasticsearch'), { url, pid, run });
  });

  const note = (provider: string): void => {
    writeFileSync(join(folder, 'quickstart.json'), `${JSON.stringify({ provider })}\n`);
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

  test('not another server at the address of the engine', async () => {
    recordRunning(join(folder, 'elasticsearch'), { url, pid, run: 'run-b' });
    expect(await withQuickstart({}, folder)).toEqual({});
  });

  test('nothing without a quickstart', async () => {
    expect(await withQuickstart({}, join(folder, 'missing'))).toEqual({});
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
