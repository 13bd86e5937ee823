import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'; // prettier-ignore
import { findRunningEngine } from '../../../tools/engine/runningEngine.js';
import { startCluster } from '../../../tools/engine/cluster.js';
import { type Engine, type EngineOptions, startEngine } from '../../../tools/engine/start.js';
import { askPlainly, type PlainAnswer } from '../../support/askPlainly.js';
import { freePort } from '../../support/freePort.js';
import { eventually } from '../../support/patience.js';
import { type Program, startProgram } from '../../support/program.js';

const heapMegabytes = 256;

/** Where a server runs, and the servers that were started there. */
class Place {
  // A blank and a non-ASCII letter: paths may have them.
  readonly folder = mkdtempSync(join(tmpdir(), 'engine é '));
  readonly dataFolder = join(this.folder, 'data');
  /** Unique in the folder's name, without the letters that `ps` may not show. */
  readonly mark = this.folder.slice(-6);
  readonly #engines: Engine[] = [];

  constructor() {
    // Only the owner may enter a temporary folder, and the server may be another account.
    chmodSync(this.folder, 0o755);
    // As under cron, or in a bare container.
    for (const name of ['LANG', 'LC_ALL', 'LC_CTYPE']) Reflect.deleteProperty(process.env, name);
  }

  async start(options: Partial<EngineOptions> = {}): Promise<Engine> {
    const engine = await startEngine({ dataFolder: this.dataFolder, heapMegabytes, ...options });
    this.#engines.push(engine);
    return engine;
  }

  /** Returns the processes that name the folder, except for the command. */
  processes(): string[] {
    const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' });
    const lines = stdout.split('\n').filter((line) => line.includes(this.mark));
    return lines.filter((line) => !/main\.js|npm run/.test(line));
  }

  async remove(): Promise<void> {
    await Promise.all(this.#engines.map((engine) => engine.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

async function occupy(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function send(method: string, url: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, unknown>;
}

test('a supervisor is killed: the server ends, and its temporary data goes', async () => {
  const engine = await place.start({ temporary: true });
  const supervisor = place.processes().find((line) => line.includes('supervisor.js'));
  process.kill(Number.parseInt(supervisor ?? '', 10), 'SIGKILL');
  expect((await engine.exited)?.message).toMatch(/^Elasticsearch ended unexpectedly/);
  await eventually('no process is left', () => place.processes().length === 0);
  expect(existsSync(place.dataFolder)).toBe(false);
});

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
    expect(failed.map(({ reason }) => String(reason))).toEqual([
      expect.stringMatching(/^EngineError: (Another Elasticsearch is using|Elasticsearch already runs on) the data/),
    ]); // prettier-ignore
    const started = outcomes.find((outcome) => outcome.status === 'fulfilled');
    if (started === undefined) throw new Error('none started');
    engine = started.value;
    const { dataFolder } = shared;
    expect(await findRunningEngine(dataFolder)).toMatchObject({ url: engine.url, pid: engine.pid });
    await expect(startEngine({ dataFolder })).rejects.toThrow(
      `Elasticsearch already runs on the data folder ${dataFolder}: ${engine.url}, process ${engine.pid}.`,
    );
  });

  test('a foreign Origin or Host is rejected', async () => {
    await send('PUT', `${engine.url}/kept`, { settings: { number_of_replicas: 0 } });
    await send('PUT', `${engine.url}/kept/_doc/1`, { text: 'acknowledged' });
    const ask = (headers: Record<string, string>, path = '/kept/_doc/1', method = 'GET'): Promise<PlainAnswer> =>
      askPlainly(engine.url, path, { method, headers });
    const { port } = new URL(engine.url);
    // A page can close an index by a POST without a body.
    for (const Origin of ['https://evil.example', 'null', 'http://localhost.evil.example'])
      expect([Origin, (await ask({ Origin }, '/kept/_close', 'POST')).status]).toEqual([Origin, 403]);
    // A page's own name can be made to mean this machine.
    for (const Host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example']) {
      for (const path of ['/_cluster/health', '/kept/_doc/1', '/_cat/indices', '/_search'])
        expect([Host, path, (await ask({ Host }, path)).status]).toEqual([Host, path, 403]);
      expect((await ask({ Host }, '/kept', 'DELETE')).status).toBe(403);
    }
    expect((await ask({ Origin: 'http://localhost:3000' })).status).toBe(200);
    for (const Host of [`127.0.0.1:${port}`, 'localhost', `LOCALHOST:${port}`, '[::1]:1']) {
      const { status, headers } = await ask({ Host });
      expect([Host, status]).toEqual([Host, 200]);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  }); // prettier-ignore

  test('stopped, it leaves nothing but its data', async () => {
    const { dataFolder, mark } = shared;
    expect(shared.processes()).not.toEqual([]);
    await engine.stop();
    await expect(engine.exited).resolves.toBeUndefined();
    expect(shared.processes()).toEqual([]);
    expect(await findRunningEngine(dataFolder)).toBeUndefined();
    expect(readdirSync(dataFolder).sort()).toEqual(['data', 'engine.json', 'logs']);
    expect(readdirSync(join(dataFolder, 'logs'))).toContain('elasticsearch.log');
    expect(readdirSync(tmpdir()).filter((name) => name.endsWith(mark))).toHaveLength(1);
  });

  test('started again, it has its port; if that is taken, another one, which it keeps', async () => {
    const { port } = new URL(engine.url);
    const server = await occupy(Number(port));
    try {
      const lines: string[] = [];
      const other = await shared.start({ log: (line) => lines.push(line) });
      expect(lines).toContain(
        `Port ${port} is in use by another program. Using another port: ${other.url}`,
      );
      await other.stop();
      engine = await shared.start({ temporary: true });
      expect(engine.url).toBe(other.url);
    } finally {
      server.close();
    }
    const found = await send('GET', `${engine.url}/kept/_doc/1`);
    expect(found._source).toEqual({ text: 'acknowledged' });
    expect(await send('POST', `${engine.url}/not-made/_doc`, {})).toMatchObject({ status: 404 });
  });

  test('killed from outside: the reason is reported, and nothing is left', async () => {
    process.kill(engine.pid, 'SIGKILL');
    expect((await engine.exited)?.message).toMatch(/^Elasticsearch ended unexpectedly/);
    expect(shared.processes()).toEqual([]);
    expect(existsSync(shared.dataFolder)).toBe(false);
  });
});

test('a Java option that does not exist: the reason is that of Java', async () => {
  const options = process.env.ES_JAVA_OPTS;
  process.env.ES_JAVA_OPTS = '-XX:NoSuchOption=1';
  try {
    await expect(place.start()).rejects.toThrow(
      "Elasticsearch ended unexpectedly: Unrecognized VM option 'NoSuchOption=1'",
    );
  } finally {
    if (options === undefined) delete process.env.ES_JAVA_OPTS;
    else process.env.ES_JAVA_OPTS = options;
  }
  expect(place.processes()).toEqual([]);
});

test('killed, and slow to start again: it is waited for while it lives, and has all data', async () => {
  const { url, pid, exited } = await place.start();
  await send('PUT', `${url}/kept`, { settings: { number_of_replicas: 0 } });
  await send('PUT', `${url}/kept/_doc/1`, { text: 'acknowledged' });
  // Its shard is on no node until this is taken away.
  const settings = { number_of_replicas: 0, 'routing.allocation.require._name': 'nobody' };
  await send('PUT', `${url}/late?wait_for_active_shards=0`, { settings });
  process.kill(pid, 'SIGKILL');
  await exited;

  const lines: string[] = [];
  const starting = place.start({ reportEveryMs: 500, log: (line) => lines.push(line) });
  const isWaiting = (what: RegExp) =>
    eventually(String(what), () => lines.some((line) => what.test(line)));
  await isWaiting(/^Still waiting for Elasticsearch: its first answer\. Its log is .*\.log\.$/);
  const pids = place.processes().map((line) => Number.parseInt(line, 10));
  for (const paused of pids) process.kill(paused, 'SIGSTOP');
  await sleep(2_000);
  for (const paused of pids) process.kill(paused, 'SIGCONT');
  await isWaiting(/^Still waiting for Elasticsearch: its data \(\d+ % of the shards can be read at http/);
  await send('PUT', `${url}/late/_settings`, { 'routing.allocation.require._name': null });
  const again = await starting;
  const found = await send('GET', `${again.url}/kept/_doc/1`);
  expect(found._source).toEqual({ text: 'acknowledged' });
  expect(lines.join('\n')).not.toMatch(/remove|delete/i);
}); // prettier-ignore

test('nodes of a cluster that cannot start: the others are not waited for', async () => {
  mkdirSync(place.dataFolder);
  for (const name of ['node-2', 'node-3']) writeFileSync(join(place.dataFolder, name), '');
  const options = { nodes: 3, dataFolder: place.dataFolder, heapMegabytes };
  await expect(startCluster(options)).rejects.toThrow('cannot use the data folder');
  expect(place.processes()).toEqual([]);
});

describe('npm run elasticsearch', () => {
  let running: Program;
  const MAIN = [process.execPath, 'dist/tools/engine/main.js'];

  function run(args: string[], command = MAIN): Program {
    running = startProgram([...command, ...args, '--data', place.dataFolder, '--heap', '256']);
    return running;
  }
  afterEach(async () => {
    running.child.kill('SIGTERM');
    await running.ended;
  });
  const untilSupervised = (): Promise<void> =>
    eventually('a supervised server', () => place.processes().length >= 2);
  const untilGone = (): Promise<void> =>
    eventually('no process is left', () => place.processes().length === 0);

  test('prints the address when ready, stops on Ctrl-C, and keeps its port', async () => {
    const port = await freePort();
    const ready = `Elasticsearch is ready: http://127.0.0.1:${port} (process `;
    const { child, ended, says } = run(['--port', String(port)]);
    await says(ready);
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
    expect(place.processes()).toEqual([]);
    const again = run([]);
    await again.says(ready);
    again.child.kill('SIGKILL');
    await untilGone();
    expect(await findRunningEngine(place.dataFolder)).toBeUndefined();
  });

  test('Ctrl-C while starting', async () => {
    const { child, ended } = run(['--port', String(await freePort())]);
    await untilSupervised();
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
    expect(place.processes()).toEqual([]);
  });

  test('the npm that runs it is killed', async () => {
    const port = String(await freePort());
    const { child } = run(['--port', port], ['npm', 'run', '--silent', 'elasticsearch', '--']);
    await untilSupervised();
    child.kill('SIGKILL');
    await untilGone();
  });

  test('a port in use is one sentence and a failure', async () => {
    const port = await freePort();
    const server = await occupy(port);
    const { code, stderr } = await run(['--port', String(port)]).ended;
    server.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `Port ${port} of 127.0.0.1 is in use by another program. Choose another port, or stop that program.\n`,
    );
  });

  test.each([
    [['--port', '0'], 'a whole number from 1 to 65535'],
    [['--nodes', 'many'], 'a whole number from 1 to 9'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stderr } = await run(args).ended;
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
