import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../install.mjs';

const FIRST_PORT = Number(process.env.PORT) || 3000;
const PORTS_TRIED = 20;
const READY_WITHIN_MS = 30_000;

/** The address of an API of ours with data that runs already, or undefined. */
export async function findRunningApi() {
  const address = `http://127.0.0.1:${FIRST_PORT}`;
  try {
    const answer = await fetch(`${address}/countries/findByIds?country_ids=FRA`, {
      headers: { Authorization: 'Bearer dev-public' },
      signal: AbortSignal.timeout(2_000),
    });
    const { status, data } = await answer.json();
    return status === 'ok' && data?.[0]?.id === 'FRA' ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Starts the API on the first free port from PORT (3000) on, and waits until it is ready. */
export async function startApi(environment, signal) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(projectFolder, 'dist', 'src', 'main.js')], {
    cwd: projectFolder,
    env: {
      ...process.env,
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(port),
      DEV_TOKENS: 'true',
      // Production refuses the development tokens.
      NODE_ENV: 'development',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let running = true;
  void exited.then(() => {
    running = false;
  });
  // Also when this process ends by an error of its own.
  process.once('exit', () => child.kill());
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isReady(address))) {
    if (!running) throw new Error('The API did not start; its reason is above.');
    if (signal.aborted || Date.now() > deadline) {
      await stop();
      signal.throwIfAborted();
      throw new Error(
        `The API was not ready within ${READY_WITHIN_MS / 1000} s. See ${address}/health/ready.`,
      );
    }
    await sleep(100);
  }
  return { address, exited, stop };
}

async function isReady(address) {
  try {
    const answer = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(3_000) });
    return answer.ok;
  } catch {
    return false;
  }
}

async function freePort() {
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS_TRIED; port += 1) {
    if (await isFree(port)) return port;
    console.log(`Port ${port} is in use; trying the next one.`);
  }
  throw new Error(`No free port from ${FIRST_PORT} on. Set PORT to one that is free.`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
