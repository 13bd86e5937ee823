import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '../../support/freePort.js';
import { answering, headersOfElasticsearch } from '../../support/answering.js';
import { untilEnd } from '../../support/each.js';

/** The time of each answer of an Elasticsearch that finds nothing. */
const SLOW_MS = 1_200;
let child: ChildProcess | undefined;

const elasticsearch = untilEnd(
  await answering((request, response) => {
    request.resume();
    setTimeout(() => {
      response.writeHead(200, headersOfElasticsearch(request));
      response.end('{"responses":[{"status":200,"hits":{"hits":[]}}],"hits":{"hits":[]}}');
    }, SLOW_MS);
  }),
);
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
    env: { PATH: process.env.PATH, PORT: '0', ELASTICSEARCH_URL: elasticsearch.url, ...env },
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

test('SIGTERM: the running request is finished, no further one is accepted, and it exits with 0', async () => {
  const run = start({ DEV_TOKENS: 'true', SHUTDOWN_DELAY_MS: '0' });
  const address = await addressOf(run);
  // This connection is kept alive, and must not hold the process up.
  expect((await fetch(`${address}/health/live`)).status).toBe(200);
  const running = search(address);
  await sleep(SLOW_MS / 3);
  run.child.kill('SIGTERM');
  await sleep(SLOW_MS / 3);
  await expect(fetch(`${address}/health/live`)).rejects.toThrow();
  expect((await running).status).toBe(200);
  expect(await run.exit).toBe(0);
  expect(run.output()).toContain('"stopped"');
});

test('SIGINT: after SHUTDOWN_GRACE_MS a running request is cut, and it exits with 0', async () => {
  const run = start({ DEV_TOKENS: 'true', SHUTDOWN_DELAY_MS: '0', SHUTDOWN_GRACE_MS: '100' });
  const running = search(await addressOf(run)).catch(() => 'cut');
  await sleep(SLOW_MS / 3);
  run.child.kill('SIGINT');
  expect(await run.exit).toBe(0);
  expect(await running).toBe('cut');
});

test.each([
  ['a port in use', () => ({ PORT: new URL(elasticsearch.url).port }), /^Port \d+ of 127\.0\.0\.1 is in use\. Stop .*, or set PORT to another port\.\n$/],
  ['an address of another machine', () => ({ HOST: '192.0.2.1' }), /^192\.0\.2\.1 is not an address of this machine/],
  ['faulty settings', () => ({ NODE_ENV: 'production', DEV_TOKENS: 'true', LOG_LEVEL: 'loud' }), /not valid:\n {2}- LOG_LEVEL.*\n {2}- DEV_TOKENS.*\n$/],
])('it does not start with %s, and says why', async (_, environment, message) => {
  const run = start(environment());
  expect(await run.exit).toBe(1);
  expect(run.output()).toMatch(message);
}); // prettier-ignore

test('without Elasticsearch it starts, answers 503, and says why it is not ready', async () => {
  const port = await freePort();
  const run = start({ ELASTICSEARCH_URL: `http://127.0.0.1:${port}`, DEV_TOKENS: 'true' });
  const address = await addressOf(run);

  const unknownToken = { Authorization: `Bearer geo_${'0'.repeat(64)}` };
  const answers = [
    await search(address),
    await fetch(`${address}/countries/findAll`, { headers: unknownToken }),
    await fetch(`${address}/health/ready`),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
  }
  expect((await fetch(`${address}/health/live`)).status).toBe(200);
  expect(await answers[2]?.text()).toContain('Elasticsearch cannot be reached');
});

test('as many idle connections as it may open files: others are answered at once', async () => {
  // Enough to load the modules, which opens many files at once.
  const files = 400;
  const address = await addressOf(start({ SHUTDOWN_DELAY_MS: '0' }, String(files)));
  const sockets: Socket[] = [];
  try {
    for (let count = 0; count < 2 * files; count += 1) {
      const socket = connect(Number(new URL(address).port), '127.0.0.1');
      sockets.push(socket.on('error', () => undefined));
    }
    await sleep(500);
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
