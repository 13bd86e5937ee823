import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { SLOW_MS, startSlowElasticsearch } from './slowElasticsearch.js';

let elasticsearch: Server;
let elasticsearchUrl: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  elasticsearch = await startSlowElasticsearch();
  elasticsearchUrl = `http://127.0.0.1:${(elasticsearch.address() as AddressInfo).port}`;
});
afterAll(() => {
  elasticsearch.closeAllConnections();
  elasticsearch.close();
});
afterEach(() => {
  child?.kill('SIGKILL');
});

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

/** The process of `npm start`, built before the tests run. */
function start(env: Record<string, string>, files = 'unlimited'): Run {
  const limit = files === 'unlimited' ? '' : `ulimit -n ${files}; `;
  const started = spawn('sh', ['-c', `${limit}exec "$0" dist/src/main.js`, process.execPath], {
    env: { PATH: process.env.PATH, PORT: '0', ELASTICSEARCH_URL: elasticsearchUrl, ...env },
  });
  child = started;
  let output = '';
  started.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  started.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exit = once(started, 'close').then(([code]) => code as number | null);
  return { child: started, output: () => output, exit };
}

async function addressOf({ child: { stdout }, output }: Run): Promise<string> {
  if (stdout === null) throw new Error('no output');
  for await (const line of createInterface(stdout)) {
    const { address } = JSON.parse(line) as { address?: string };
    if (address !== undefined) return address;
  }
  throw new Error(`it did not start: ${output()}`);
}

const search = (address: string): Promise<Response> =>
  fetch(`${address}/countries/findAll`, { headers: { Authorization: 'Bearer dev-public' } });

describe('SIGTERM', () => {
  test('what runs is finished, nothing more is accepted, and it exits with 0', async () => {
    const run = start({ DEV_TOKENS: 'true', SHUTDOWN_DELAY_MS: '0' });
    const address = await addressOf(run);
    // A connection that is kept alive, and must not hold the process up.
    expect((await fetch(`${address}/health/live`)).status).toBe(200);

    const running = search(address);
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS / 3));
    const signalled = performance.now();
    run.child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS / 3));
    await expect(fetch(`${address}/health/live`)).rejects.toThrow();

    expect((await running).status).toBe(200);
    expect(await run.exit).toBe(0);
    expect(performance.now() - signalled).toBeLessThan(SLOW_MS + 2_000);
    expect(run.output()).toContain('"stopped"');
  });

  test('what takes too long is cut, and it exits with 0 all the same', async () => {
    const run = start({ DEV_TOKENS: 'true', SHUTDOWN_DELAY_MS: '0', SHUTDOWN_GRACE_MS: '100' });
    const address = await addressOf(run);
    const running = search(address).catch(() => 'cut');
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS / 3));
    run.child.kill('SIGINT');
    expect(await run.exit).toBe(0);
    expect(await running).toBe('cut');
  });
});

describe('what keeps it from starting is one clear sentence', () => {
  test('a port in use', async () => {
    const { port } = elasticsearch.address() as AddressInfo;
    const run = start({ PORT: String(port) });
    expect(await run.exit).toBe(1);
    expect(run.output().trim()).toBe(
      `Port ${port} of 127.0.0.1 is in use. Stop the process that uses it, or set PORT to another port.`,
    );
  });

  test('an address of another machine', async () => {
    const run = start({ HOST: '192.0.2.1' });
    expect(await run.exit).toBe(1);
    expect(run.output()).toContain('192.0.2.1 is not an address of this machine');
  });

  test('a configuration with faults', async () => {
    const run = start({ NODE_ENV: 'production', DEV_TOKENS: 'true', LOG_LEVEL: 'loud' });
    expect(await run.exit).toBe(1);
    expect(run.output()).toMatch(/not valid:\n {2}- LOG_LEVEL.*\n {2}- DEV_TOKENS.*\n$/);
  });
});

test('Elasticsearch away: it starts, answers 503 within 3 s, and says why it is not ready', async () => {
  const unused = createServer().listen(0, '127.0.0.1');
  await once(unused, 'listening');
  const { port } = unused.address() as AddressInfo;
  unused.close();
  const run = start({ ELASTICSEARCH_URL: `http://127.0.0.1:${port}`, DEV_TOKENS: 'true' });
  const address = await addressOf(run);

  const begun = performance.now();
  const unknownToken = { Authorization: `Bearer geo_${'0'.repeat(64)}` };
  const answers = [
    await search(address),
    await fetch(`${address}/countries/findAll`, { headers: unknownToken }),
    await fetch(`${address}/health/ready`),
  ];
  expect(performance.now() - begun).toBeLessThan(3_000);
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
  }
  expect((await fetch(`${address}/health/live`)).status).toBe(200);
  expect(await answers[2]?.text()).toContain('Elasticsearch does not answer');
});

test('as many idle connections as it may open files: others are answered at once', async () => {
  const files = 200;
  const address = await addressOf(start({ SHUTDOWN_DELAY_MS: '0' }, String(files)));
  const sockets: Socket[] = [];
  try {
    for (let count = 0; count < 2 * files; count += 1) {
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      sockets.push(socket.on('error', () => undefined));
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (let count = 0; count < 10; count += 1) {
      const { status } = await fetch(`${address}/health/live`, {
        signal: AbortSignal.timeout(5_000),
        headers: { Connection: 'close' },
      });
      expect(status).toBe(200);
    }
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});
