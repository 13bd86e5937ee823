import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { findRunningEngine } from '../../../engine/running.js';
import { startEngine, type Engine } from '../../../engine/start.js';
import { eventually, freePort, listen, patienceMs, processesNaming } from './processes.js';

const heapMegabytes = 256;

jest.setTimeout(patienceMs);

let folder: string;
let dataFolder: string;
/** What is unique in its name, without the letters that `ps` may not show. */
let mark: string;
let engines: Engine[];

beforeEach(() => {
  // A blank and a non-ASCII letter: paths may have them.
  folder = mkdtempSync(join(tmpdir(), 'engine é '));
  // As a temporary folder is made, only its owner may enter it, and the server may be another account.
  chmodSync(folder, 0o755);
  // As under cron, or in a bare container.
  for (const name of ['LANG', 'LC_ALL', 'LC_CTYPE']) Reflect.deleteProperty(process.env, name);
  dataFolder = join(folder, 'data');
  mark = folder.slice(-6);
  engines = [];
});

afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Partial<Parameters<typeof startEngine>[0]> = {}): Promise<Engine> {
  const engine = await startEngine({ dataFolder, heapMegabytes, ...options });
  engines.push(engine);
  return engine;
}

async function send(method: string, url: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

test('starts on a free port, refuses a second server on its data, stops, and finds its data again', async () => {
  const first = await start();
  expect(processesNaming(mark).length).toBeGreaterThan(0);
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await findRunningEngine(dataFolder)).toEqual({ url: first.url, pid: first.pid });
  await send('PUT', `${first.url}/kept`, { settings: { number_of_replicas: 0 } });
  await send('PUT', `${first.url}/kept/_doc/1`, { text: 'acknowledged' });

  await expect(startEngine({ dataFolder })).rejects.toMatchObject({
    fault: 'data_in_use',
    message: `Elasticsearch already runs on the data folder ${dataFolder}: ${first.url}, process ${first.pid}.`,
  });

  await first.stop();
  await expect(first.exited).resolves.toBeUndefined();
  await expect(fetch(first.url)).rejects.toThrow();
  expect(processesNaming(mark)).toEqual([]);
  expect(await findRunningEngine(dataFolder)).toBeUndefined();
  expect(readdirSync(dataFolder).sort()).toEqual(['data', 'logs']);
  expect(readdirSync(join(dataFolder, 'logs'))).toContain('elasticsearch.log');
  expect(readdirSync(tmpdir()).filter((name) => name.endsWith(mark))).toHaveLength(1);

  const port = await freePort();
  const second = await start({ port });
  expect(second.url).toBe(`http://127.0.0.1:${port}`);
  const found = await send('GET', `${second.url}/kept/_doc/1`);
  expect(found._source).toEqual({ text: 'acknowledged' });
  expect(await send('POST', `${second.url}/not-made/_doc`, {})).toMatchObject({ status: 404 });
});

test('two servers at once on the same data: one starts, the other says why not', async () => {
  const outcomes = await Promise.allSettled([start(), start()]);
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(failed).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ fault: 'data_in_use' }) },
  ]);
});

test('a server killed from outside: the reason is told, and nothing is left', async () => {
  const engine = await start({ temporary: true });
  process.kill(engine.pid, 'SIGKILL');
  await expect(engine.exited).resolves.toMatchObject({ fault: 'server_died' });
  expect(processesNaming(mark)).toEqual([]);
  expect(existsSync(dataFolder)).toBe(false);
});

test('a supervisor killed from outside: the server goes with it', async () => {
  const engine = await start({ temporary: true });
  const supervisor = processesNaming(mark).find((line) => line.includes('supervisor.js'));
  process.kill(Number.parseInt(supervisor ?? '', 10), 'SIGKILL');
  await expect(engine.exited).resolves.toMatchObject({ fault: 'server_died' });
  await eventually('no process is left', () => processesNaming(mark).length === 0);
  expect(existsSync(dataFolder)).toBe(false);
});

test('a port in use', async () => {
  const { port, server } = await listen();
  try {
    await expect(start({ port })).rejects.toMatchObject({
      fault: 'port_in_use',
      message: `Port ${port} of 127.0.0.1 is in use by another program: choose another one, or stop that program.`,
    });
  } finally {
    server.close();
  }
});

test('a Java option that does not exist: the reason is the one of Java', async () => {
  const options = process.env.ES_JAVA_OPTS;
  process.env.ES_JAVA_OPTS = '-XX:NoSuchOption=1';
  try {
    await expect(start()).rejects.toMatchObject({
      fault: 'server_died',
      message: expect.stringContaining("Unrecognized VM option 'NoSuchOption=1'"),
    });
  } finally {
    if (options === undefined) delete process.env.ES_JAVA_OPTS;
    else process.env.ES_JAVA_OPTS = options;
  }
  expect(processesNaming(mark)).toEqual([]);
});

test('damaged data: the reason is the one of the server', async () => {
  const state = join(dataFolder, 'data', '_state');
  mkdirSync(state, { recursive: true });
  for (const name of ['node-0.st', 'manifest-0.st', 'segments_1']) {
    writeFileSync(join(state, name), 'not what Elasticsearch wrote');
  }
  await expect(start()).rejects.toMatchObject({
    fault: 'server_died',
    message: expect.stringMatching(
      /^Elasticsearch ended by itself: .*(corrupt|codec|state|index).* \(its log: /i,
    ),
  });
});

test('a data folder that cannot be made', async () => {
  writeFileSync(dataFolder, 'a file');
  await expect(start()).rejects.toMatchObject({ fault: 'data_unusable' });
});

test('too little time', async () => {
  await expect(start({ startTimeoutMs: 500, temporary: true })).rejects.toMatchObject({
    fault: 'start_timeout',
    message: 'Elasticsearch did not answer within 0.5 s.',
  });
  expect(processesNaming(mark)).toEqual([]);
  expect(existsSync(dataFolder)).toBe(false);
});

test('interrupted while starting', async () => {
  await expect(start({ signal: AbortSignal.timeout(1_500) })).rejects.toMatchObject({
    fault: 'interrupted',
  });
  expect(processesNaming(mark)).toEqual([]);
});

(process.getuid?.() === 0 ? test : test.skip)(
  'as root, on a folder that the server may not enter',
  async () => {
    chmodSync(folder, 0o700);
    const engine = await start({ temporary: true });
    expect(await findRunningEngine(dataFolder)).toEqual({ url: engine.url, pid: engine.pid });
    const [, elsewhere = ''] = readFileSync(
      join(dataFolder, 'where-the-data-is.txt'),
      'utf8',
    ).split('\n');
    expect(readdirSync(elsewhere)).toContain('data');
    await engine.stop();
    expect([dataFolder, elsewhere].filter((path) => existsSync(path))).toEqual([]);
  },
);
