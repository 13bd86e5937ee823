import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { withQuickstart } from '../../../../core/elasticsearch/quickstart.js';
import { recordRunning } from '../../../../core/elasticsearch/runningEngine.js';

const pid = 4711;
const run = 'run-a';
let folder: string;
let server: Server;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quickstart-'));
  server = createServer((_request, response) => {
    response.end(
      JSON.stringify({ nodes: { node: { process: { id: pid }, attributes: { run } } } }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
  mkdirSync(join(folder, 'elasticsearch'));
  recordRunning(join(folder, 'elasticsearch'), { url, pid, run });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const note = (provider: string): void => {
  writeFileSync(join(folder, 'quickstart.json'), `${JSON.stringify({ provider })}\n`);
};

test.each([{}, { ELASTICSEARCH_URL: '' }])('%j: the local engine, if it runs', async (env) => {
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

test("another server at the engine's address is not taken for it", async () => {
  recordRunning(join(folder, 'elasticsearch'), { url, pid, run: 'run-b' });
  expect(await withQuickstart({}, folder)).toEqual({});
});

test('without a quickstart nothing is added', async () => {
  expect(await withQuickstart({}, join(folder, 'missing'))).toEqual({});
});

test('a container: its login, unless another one is set', async () => {
  note('container');
  expect(await withQuickstart({}, folder)).toEqual({
    ELASTICSEARCH_USERNAME: 'elastic',
    ELASTICSEARCH_PASSWORD_FILE: `${folder}/elastic-password`,
  });
  const env = { ELASTICSEARCH_API_KEY_FILE: 'key' };
  expect(await withQuickstart(env, folder)).toBe(env);
});
