import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { omit } from 'es-toolkit/object';
import { dataVariables } from '../../core/elasticsearch/settings.js';
import { apiVariables } from '../../src/config.js';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
/** A limit or a host of somebody's own API is not what is measured. */
const SETTINGS = Object.keys({ ...dataVariables, ...apiVariables });
const READY_WITHIN_MS = 30_000;

/** The API as a process of its own, as it runs in production. */
export async function startApi(
  environment: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [MAIN], {
    // Where no file `.env` is.
    cwd: dirname(MAIN),
    env: {
      ...omit(process.env, SETTINGS),
      ...environment,
      PORT: String(port),
      DEV_TOKENS: 'true',
    },
    // A line a request, as in production, that nobody reads.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill());
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
  };
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isLive(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error('The API did not start.');
    }
    await sleep(100);
  }
  return { url, stop };
}

async function isLive(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/live`)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
