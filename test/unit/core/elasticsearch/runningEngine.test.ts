import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  findRunningEngine,
  lastPort,
  recordFile,
  recordRunning,
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
  expect(await findRunningEngine(folder)).toEqual({ url, pid });
  expect(lastPort(folder)).toBe(Number(new URL(url).port));
});

test('finds nothing where nothing was recorded', async () => {
  expect(await findRunningEngine(folder)).toBeUndefined();
  expect(await findRunningEngine(join(folder, 'missing'))).toBeUndefined();
  expect(lastPort(folder)).toBeUndefined();
});

test('is not taken in by another server at the recorded address', async () => {
  recordRunning(folder, { url, pid: pid + 1, run });
  expect(await findRunningEngine(folder)).toBeUndefined();
  recordRunning(folder, { url, pid, run: 'run-of-an-earlier-start' });
  expect(await findRunningEngine(folder)).toBeUndefined();
});

test('is not taken in by a record whose server is gone', async () => {
  recordRunning(folder, { url: 'http://127.0.0.1:1', pid, run });
  expect(await findRunningEngine(folder)).toBeUndefined();
});

test.each(['', '{', '[]', '{"url":1,"pid":"x"}'])('ignores a damaged record: %j', async (text) => {
  writeFileSync(recordFile(folder), text);
  expect(lastPort(folder)).toBeUndefined();
  expect(await findRunningEngine(folder)).toBeUndefined();
});
