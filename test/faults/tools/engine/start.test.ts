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
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import { findRunningEngine } from '../../../../core/elasticsearch/runningEngine.js';
import { startEngine, type Engine } from '../../../../tools/engine/start.js';
import { askPlainly, type PlainAnswer } from '../../../support/askPlainly.js';
import { eventually, patienceMs } from '../../../support/patience.js';
import { freePort, listen, processesNaming } from './processes.js';

const heapMegabytes = 256;

jest.setTimeout(patienceMs);

let place: Place;

/** Where a server is to run, and those that were started there. */
class Place {
  // A blank and a non-ASCII letter: paths may have them.
  readonly folder = mkdtempSync(join(tmpdir(), 'engine é '));
  readonly dataFolder = join(this.folder, 'data');
  /** What is unique in its name, without the letters that `ps` may not show. */
  readonly mark = this.folder.slice(-6);
  readonly #engines: Engine[] = [];

  constructor() {
    // As a temporary folder is made, only its owner may enter it, and the server may be another account.
    chmodSync(this.folder, 0o755);
    // As under cron, or in a bare container.
    for (const name of ['LANG', 'LC_ALL', 'LC_CTYPE']) Reflect.deleteProperty(process.env, name);
  }

  async start(options: Partial<Parameters<typeof startEngine>[0]> = {}): Promise<Engine> {
    const engine = await startEngine({ dataFolder: this.dataFolder, heapMegabytes, ...options });
    this.#engines.push(engine);
    return engine;
  }

  async remove(): Promise<void> {
    await Promise.all(this.#engines.map((engine) => engine.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

async function send(method: string, url: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

// One story, told in its order: a start costs more than all else.
describe('on the same data', () => {
  let shared: Place;
  let engine: Engine;
  beforeAll(() => {
    shared = new Place();
  });
  afterAll(() => shared.remove());

  test('two servers at once: one starts, the other says why not', async () => {
    const outcomes = await Promise.allSettled([shared.start(), shared.start()]);
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ fault: 'data_in_use' }) },
    ]);
    const started = outcomes.find((outcome) => outcome.status === 'fulfilled');
    if (started === undefined) throw new Error('none started');
    engine = started.value;
  });

  test('it runs on a free port, and a later server is refused', async () => {
    const { dataFolder, mark } = shared;
    expect(processesNaming(mark).length).toBeGreaterThan(0);
    expect(engine.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await findRunningEngine(dataFolder)).toEqual({ url: engine.url, pid: engine.pid });
    await send('PUT', `${engine.url}/kept`, { settings: { number_of_replicas: 0 } });
    await send('PUT', `${engine.url}/kept/_doc/1`, { text: 'acknowledged' });

    await expect(startEngine({ dataFolder })).rejects.toMatchObject({
      fault: 'data_in_use',
      message: `Elasticsearch already runs on the data folder ${dataFolder}: ${engine.url}, process ${engine.pid}.`,
    });
  });

  test('a foreign Origin is rejected, as of a page that closes an index by a POST without a body', async () => {
    const close = (Origin: string): Promise<PlainAnswer> =>
      askPlainly(engine.url, '/kept/_close', { method: 'POST', headers: { Origin } });
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example'])
      expect([origin, (await close(origin)).status]).toEqual([origin, 403]);
    const headers = { Origin: 'http://localhost:3000' };
    expect((await askPlainly(engine.url, '/kept/_doc/1', { headers })).status).toBe(200);
  });

  test('a foreign Host is rejected, as of a page whose name was made to mean this machine', async () => {
    const ask = (Host: string, path: string, method = 'GET'): Promise<PlainAnswer> =>
      askPlainly(engine.url, path, { method, headers: { Host } });
    const { port } = new URL(engine.url);
    for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example']) {
      for (const path of ['/_cluster/health', '/kept/_doc/1', '/_cat/indices', '/_search'])
        expect([host, path, (await ask(host, path)).status]).toEqual([host, path, 403]);
      expect((await ask(host, '/kept', 'DELETE')).status).toBe(403);
    }
    for (const host of [`127.0.0.1:${port}`, 'localhost', `LOCALHOST:${port}`, '[::1]:1']) {
      const { status, headers } = await ask(host, '/kept/_doc/1');
      expect([host, status]).toEqual([host, 200]);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('stopped, it leaves nothing but its data', async () => {
    const { dataFolder, mark } = shared;
    await engine.stop();
    await expect(engine.exited).resolves.toBeUndefined();
    await expect(fetch(engine.url)).rejects.toThrow();
    expect(processesNaming(mark)).toEqual([]);
    expect(await findRunningEngine(dataFolder)).toBeUndefined();
    expect(readdirSync(dataFolder).sort()).toEqual(['data', 'engine.json', 'logs']);
    expect(readdirSync(join(dataFolder, 'logs'))).toContain('elasticsearch.log');
    expect(readdirSync(tmpdir()).filter((name) => name.endsWith(mark))).toHaveLength(1);
  });

  test('started again, it has its port; if that is taken, another one, which it keeps', async () => {
    const taken = createServer();
    const { port } = new URL(engine.url);
    await new Promise<void>((done) => taken.listen(Number(port), '127.0.0.1', done));
    const said: string[] = [];
    try {
      const other = await shared.start({ log: (line) => said.push(line) });
      expect(new URL(other.url).port).not.toBe(port);
      expect(said).toContain(
        `Port ${port} is in use by another program. Using another port: ${other.url}`,
      );
      await other.stop();
      engine = await shared.start();
      expect(engine.url).toBe(other.url);
      await engine.stop();
    } finally {
      taken.close();
    }
  });

  test('started again, on a port of choice, it finds them', async () => {
    const port = await freePort();
    engine = await shared.start({ port, temporary: true });
    expect(engine.url).toBe(`http://127.0.0.1:${port}`);
    const found = await send('GET', `${engine.url}/kept/_doc/1`);
    expect(found._source).toEqual({ text: 'acknowledged' });
    expect(await send('POST', `${engine.url}/not-made/_doc`, {})).toMatchObject({ status: 404 });
  });

  test('killed from outside: the reason is told, and nothing is left', async () => {
    process.kill(engine.pid, 'SIGKILL');
    await expect(engine.exited).resolves.toMatchObject({ fault: 'server_died' });
    expect(processesNaming(shared.mark)).toEqual([]);
    expect(existsSync(shared.dataFolder)).toBe(false);
  });
});

test('a supervisor killed from outside: the server goes with it', async () => {
  const engine = await place.start({ temporary: true });
  const supervisor = processesNaming(place.mark).find((line) => line.includes('supervisor.js'));
  process.kill(Number.parseInt(supervisor ?? '', 10), 'SIGKILL');
  await expect(engine.exited).resolves.toMatchObject({ fault: 'server_died' });
  await eventually('no process is left', () => processesNaming(place.mark).length === 0);
  expect(existsSync(place.dataFolder)).toBe(false);
});

test('a port in use', async () => {
  const { port, server } = await listen();
  try {
    await expect(place.start({ port })).rejects.toMatchObject({
      fault: 'port_in_use',
      message: `Port ${port} of 127.0.0.1 is in use by another program. Choose another port, or stop that program.`,
    });
  } finally {
    server.close();
  }
});

test('a Java option that does not exist: the reason is the one of Java', async () => {
  const options = process.env.ES_JAVA_OPTS;
  process.env.ES_JAVA_OPTS = '-XX:NoSuchOption=1';
  try {
    await expect(place.start()).rejects.toMatchObject({
      fault: 'server_died',
      message: expect.stringContaining("Unrecognized VM option 'NoSuchOption=1'"),
    });
  } finally {
    if (options === undefined) delete process.env.ES_JAVA_OPTS;
    else process.env.ES_JAVA_OPTS = options;
  }
  expect(processesNaming(place.mark)).toEqual([]);
});

test('damaged data: the reason is the one of the server', async () => {
  const state = join(place.dataFolder, 'data', '_state');
  mkdirSync(state, { recursive: true });
  for (const name of ['node-0.st', 'manifest-0.st', 'segments_1']) {
    writeFileSync(join(state, name), 'not what Elasticsearch wrote');
  }
  await expect(place.start()).rejects.toMatchObject({
    fault: 'server_died',
    message: expect.stringMatching(
      /^Elasticsearch ended unexpectedly: .*(corrupt|codec|state|index).* \(log: /i,
    ),
  });
});

test('a data folder that cannot be made', async () => {
  writeFileSync(place.dataFolder, 'a file');
  await expect(place.start()).rejects.toMatchObject({ fault: 'data_unusable' });
});

test('too little time', async () => {
  await expect(place.start({ startTimeoutMs: 500, temporary: true })).rejects.toMatchObject({
    fault: 'start_timeout',
    message: 'Elasticsearch did not answer within 0.5 s.',
  });
  expect(processesNaming(place.mark)).toEqual([]);
  expect(existsSync(place.dataFolder)).toBe(false);
});

test('interrupted while starting', async () => {
  await expect(place.start({ signal: AbortSignal.timeout(1_500) })).rejects.toMatchObject({
    fault: 'interrupted',
  });
  expect(processesNaming(place.mark)).toEqual([]);
});

(process.getuid?.() === 0 ? test : test.skip)(
  'as root, on a folder that the server may not enter',
  async () => {
    chmodSync(place.folder, 0o700);
    const engine = await place.start({ temporary: true });
    expect(await findRunningEngine(place.dataFolder)).toEqual({ url: engine.url, pid: engine.pid });
    const [, elsewhere = ''] = readFileSync(
      join(place.dataFolder, 'where-the-data-is.txt'),
      'utf8',
    ).split('\n');
    expect(readdirSync(elsewhere)).toContain('data');
    await engine.stop();
    expect([place.dataFolder, elsewhere].filter((path) => existsSync(path))).toEqual([]);
  },
);
