import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../../dist/core/processes.js';
import { freePorts, requireFreePort } from '../../../dist/tools/engine/machine.js';
import { givenUrl, note, readNotes } from './elasticsearch.mjs';
import { startProgram } from './program.mjs';

const OWN_HOST = '127.0.0.1';
const FIRST_PORT = Number(process.env.PORT || 3000);
const LAST_PORT = Math.min(FIRST_PORT + 19, 65_535);
const ANSWERS_WITHIN_MS = 30_000;
const READY_WITHIN_MS = 5_000;

/** Returns the API that a running quickstart of this folder has started, if it answers. */
export async function findRunningApi() {
  const { api } = readNotes();
  const wanted = givenUrl() ?? api?.url;
  const isOurs = api && api.url === wanted && isAlive(api.pid);
  return isOurs && (await findMissing(api.address)) ? api : undefined;
}

/** Starts the API on the first free port from PORT (3000) on, and waits until it answers, if only that data is missing. */
export async function startApi({ environment }, signal) {
  if ((process.env.HOST?.trim() || OWN_HOST) !== OWN_HOST)
    console.log(
      `The API listens on ${OWN_HOST}, not on HOST=${process.env.HOST}, because it accepts publicly known tokens.`,
    );
  const port = await freePort();
  const address = `http://${OWN_HOST}:${port}`;
  // Missing data, which it warns of, is shown by the progress of the ingestion.
  const LOG_LEVEL = process.env.LOG_LEVEL || 'error';
  const listening = { HOST: OWN_HOST, PORT: String(port) };
  // Production forbids the development tokens.
  const mode = { DEV_TOKENS: 'true', NODE_ENV: 'development' };
  const settings = { LOG_LEVEL, ...environment, ...listening, ...mode };
  const { child, exited } = startProgram('src/main.js', [], settings, 'inherit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    if (readNotes().api?.pid === process.pid) note({ api: undefined });
  };
  const begun = Date.now();
  while ((await findMissing(address)) === undefined) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('The API did not start. See the reason above.');
    const isOver = Date.now() - begun > ANSWERS_WITHIN_MS;
    if (signal.aborted || isOver) {
      await stop();
      signal.throwIfAborted();
      throw new Error(`The API did not answer within ${ANSWERS_WITHIN_MS / 1000} s.`);
    }
    await sleep(100);
  }
  // It ends with this process.
  const api = { address, pid: process.pid, url: givenUrl() };
  note({ api });
  return { ...api, exited, stop };
}

/** Returns what the API lacks; undefined if it does not answer. */
export async function findMissing(address) {
  try {
    const answer = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(3_000) });
    if (answer.ok) return [];
    const { error } = await answer.json();
    return error.details;
  } catch {
    return undefined;
  }
}

/** Returns what the API lacks when all data should be there. */
export async function findUnready({ address }, signal) {
  const begun = Date.now();
  for (;;) {
    const missing = (await findMissing(address)) ?? [];
    if (missing.length === 0 || Date.now() - begun > READY_WITHIN_MS) return missing;
    await sleep(100, undefined, { signal });
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
