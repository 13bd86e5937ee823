import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../../dist/core/processes.js';
import { freePorts, requireFreePort } from '../../../dist/tools/engine/machine.js';
import { projectFolder } from '../install.mjs';
import { givenUrl, note, readNotes } from './elasticsearch.mjs';

const OWN_HOST = '127.0.0.1';
const FIRST_PORT = Number(process.env.PORT || 3000);
const LAST_PORT = Math.min(FIRST_PORT + 19, 65_535);
const ANSWERS_WITHIN_MS = 30_000;
const READY_WITHIN_MS = 5_000;

/** Returns the API that a quickstart of this folder started, if it answers with data. */
export async function findRunningApi() {
  const { api } = readNotes();
  const wanted = givenUrl() ?? api?.url;
  if (api && api.url === wanted && isAlive(api.pid) && (await hasData(api.address))) return api;
  return undefined;
}

async function hasData(address) {
  try {
    const headers = { Authorization: 'Bearer dev-public' };
    const request = { headers, signal: AbortSignal.timeout(2_000) };
    const answer = await fetch(`${address}/countries/findByIds?country_ids=FRA`, request);
    const { status, data } = await answer.json();
    return status === 'ok' && data?.[0]?.id === 'FRA';
  } catch {
    return false;
  }
}

/**
 * Starts the API on the first free port from PORT (3000) on, and waits until it is ready.
 * @param {boolean} isIngested all data is there: unreadable data is reported, and the rest is served
 */
export async function startApi({ environment }, signal, isIngested) {
  if ((process.env.HOST?.trim() || OWN_HOST) !== OWN_HOST)
    console.log(
      `The API listens on ${OWN_HOST}, not on HOST=${process.env.HOST}, because it accepts publicly known tokens.`,
    );
  const port = await freePort();
  const address = `http://${OWN_HOST}:${port}`;
  const LOG_LEVEL = process.env.LOG_LEVEL || 'warn';
  const listening = { HOST: OWN_HOST, PORT: String(port) };
  // Production forbids the development tokens.
  const mode = { DEV_TOKENS: 'true', NODE_ENV: 'development' };
  const child = spawn(process.execPath, [join(projectFolder, 'dist', 'src', 'main.js')], {
    cwd: projectFolder,
    env: { ...process.env, LOG_LEVEL, ...environment, ...listening, ...mode },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  // Also if this process ends by an error.
  process.once('exit', () => child.kill());
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    if (readNotes().api?.pid === child.pid) note({ api: undefined });
  };
  const begun = Date.now();
  for (;;) {
    const missing = await findMissing(address);
    if (missing?.length === 0) break;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('The API did not start. See the reason above.');
    const isOver = Date.now() - begun > (missing ? READY_WITHIN_MS : ANSWERS_WITHIN_MS);
    if (isOver && isIngested && missing) {
      console.log(`Not everything can be served now:\n${missing.join('\n')}`);
      break;
    }
    if (signal.aborted || isOver) {
      await stop();
      signal.throwIfAborted();
      throw new Error(
        isIngested
          ? `The API did not answer within ${ANSWERS_WITHIN_MS / 1000} s.`
          : 'the data was not ingested. See the reason above.',
      );
    }
    await sleep(100);
  }
  const api = { address, pid: child.pid, url: givenUrl() };
  note({ api });
  return { ...api, exited, stop };
}

/** Returns what the API lacks; undefined if it does not answer. */
async function findMissing(address) {
  try {
    const answer = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(3_000) });
    if (answer.ok) return [];
    const { error } = await answer.json();
    return (error.details ?? []).map(({ path, message }) => `  ${path}: ${message}`);
  } catch {
    return undefined;
  }
}

async function freePort() {
  if (FIRST_PORT === 0) return (await freePorts(1))[0];
  for (let port = FIRST_PORT; port <= LAST_PORT; port += 1) {
    const isFree = await requireFreePort(port).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
    console.log(`Port ${port} is in use; trying the next one.`);
  }
  throw new Error(`No free port from ${FIRST_PORT} on. Set PORT to one that is free.`);
}
