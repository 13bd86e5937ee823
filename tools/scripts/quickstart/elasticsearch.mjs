import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEngine } from '../../../dist/tools/engine/start.js';
import { findRunningEngine } from '../../../dist/tools/engine/runningEngine.js';
import { projectFolder } from '../install.mjs';

const HEAP_MEGABYTES = 2048;
/** Overrides the settings of another Elasticsearch in `.env`. */
const NO_LOGIN = {
  ELASTICSEARCH_API_KEY: '',
  ELASTICSEARCH_USERNAME: '',
  ELASTICSEARCH_PASSWORD: '',
  ELASTICSEARCH_CA_FILE: '',
};
const dataFolder = join(projectFolder, 'data', 'elasticsearch');
const nothingToStop = async () => undefined;

/**
 * Finds or starts an Elasticsearch: the one of ELASTICSEARCH_URL, else the one with the data of an earlier run, else a
 * container if Docker runs, else the local engine.
 * @param {AbortSignal} signal aborts the start, and leaves nothing running
 * @returns {Promise<{ environment: Record<string, string>, exited?: Promise<Error | undefined>, stop: () => Promise<void> }>}
 */
export async function provideElasticsearch(signal) {
  if (givenUrl()) {
    console.log(
      'Using the Elasticsearch of ELASTICSEARCH_URL. If it is empty, quickstart starts one.',
    );
    leaveSettings({ ELASTICSEARCH_URL: givenUrl() });
    return { environment: {}, stop: nothingToStop };
  }
  const holder = readNotes().provider ?? (existsSync(dataFolder) ? 'local' : undefined);
  if (holder === 'local') return provideLocal(signal);
  const { problem, environment } = await startContainer();
  if (environment) {
    note({ provider: 'container' });
    leaveSettings({
      ELASTICSEARCH_URL: ADDRESS,
      ELASTICSEARCH_USERNAME: USER,
      // Other commands may run in another folder, and its name may hold any character.
      ELASTICSEARCH_PASSWORD_FILE: `"${passwordFile}"`,
    });
    return { environment: { ...NO_LOGIN, ...environment }, stop: nothingToStop };
  }
  if (holder === 'container')
    throw new Error(
      `the data of the last run is in a container, but ${problem}. Start it, or remove data/quickstart.json to start without data.`,
    );
  console.log(`Using a local Elasticsearch, because ${problem}.`);
  return provideLocal(signal);
}

/** Returns ELASTICSEARCH_URL; undefined if it is not set. */
export function givenUrl() {
  return process.env.ELASTICSEARCH_URL?.trim() || undefined;
}

async function provideLocal(signal) {
  const running = await findRunningEngine(dataFolder);
  const options = { dataFolder, heapMegabytes: HEAP_MEGABYTES, log: console.log, signal };
  const engine = running ?? (await startEngine(options));
  note({ provider: 'local' });
  leaveSettings({ ELASTICSEARCH_URL: engine.url });
  if (running)
    console.log(
      `Using the local Elasticsearch at ${running.url} (process ${running.pid}), which another command of this folder started. It ends with that command.`,
    );
  return {
    environment: { ...NO_LOGIN, ELASTICSEARCH_URL: engine.url },
    ...(running ? { stop: nothingToStop } : { exited: engine.exited, stop: () => engine.stop() }),
  };
}

const ADDRESS = 'http://127.0.0.1:9200';
const USER = 'elastic';
const passwordFile = join(projectFolder, 'data', 'elastic-password');
const ATTEMPTS = 3;

/**
 * Starts Elasticsearch by `docker compose`. It keeps running afterwards.
 * @returns {Promise<{ environment: Record<string, string> } | { problem: string }>} its settings, or why there is none
 */
async function startContainer() {
  const engine = spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
  if (engine.status !== 0) return { problem: 'no Docker engine runs' };
  console.log('Starting Elasticsearch in a container (docker compose).');
  const password = containerPassword();
  const problem =
    compose(password, 'up', '--detach', '--wait', 'elasticsearch') !== 0
      ? 'its container did not start (see above)'
      : !(await isReachable(password))
        ? `its container is not reached at ${ADDRESS}, because the ports of this Docker engine are not on this machine`
        : undefined;
  if (problem !== undefined) {
    compose(password, 'down');
    return { problem };
  }
  return {
    environment: {
      ELASTICSEARCH_URL: ADDRESS,
      ELASTICSEARCH_USERNAME: USER,
      ELASTICSEARCH_PASSWORD: password,
    },
  };
}

function compose(password, ...args) {
  // Not the project of docker-compose.yml, which may be production, and not the project of another clone.
  const clone = createHash('sha256').update(projectFolder).digest('hex').slice(0, 8);
  const project = ['--project-name', `geographic-data-service-quickstart-${clone}`];
  const files = ['--file', 'docker-compose.yml', '--file', 'docker-compose.quickstart.yml'];
  const memory = { ELASTICSEARCH_HEAP: '2g', ELASTICSEARCH_MEMORY: '4g' };
  const env = { ...process.env, ...memory, ELASTIC_PASSWORD: password };
  const options = { cwd: projectFolder, env, stdio: 'inherit' };
  return spawnSync('docker', ['compose', ...project, ...files, ...args], options).status;
}

/** True if the container answers here: only it accepts its password, and rejects requests without one. */
async function isReachable(password) {
  const login = Buffer.from(`${USER}:${password}`).toString('base64');
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await sleep(1_000);
    const known = await statusWith({ Authorization: `Basic ${login}` });
    if (known !== undefined) return known === 200 && (await statusWith({})) === 401;
  }
  return false;
}

async function statusWith(headers) {
  try {
    const request = { headers, signal: AbortSignal.timeout(5_000) };
    return (await fetch(`${ADDRESS}/_cluster/health`, request)).status;
  } catch {
    return undefined;
  }
}

/** Returns the password of the container. Elasticsearch keeps its first one. */
function containerPassword() {
  if (!existsSync(passwordFile)) {
    mkdirSync(dirname(passwordFile), { recursive: true });
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(passwordFile, 'utf8');
}

/**
 * Leaves the settings of the Elasticsearch to the other commands, which read them like `.env`. A login that was given
 * by variables is not stored.
 */
function leaveSettings(settings) {
  const { INDEX_PREFIX } = process.env;
  const all = Object.entries({ ...settings, ...(INDEX_PREFIX && { INDEX_PREFIX }) });
  const text = all.map(([name, value]) => `${name}=${value}\n`).join('');
  mkdirSync(join(projectFolder, 'data'), { recursive: true });
  writeFileSync(join(projectFolder, 'data', 'quickstart.env'), text);
}

const notesFile = join(projectFolder, 'data', 'quickstart.json');

/**
 * Reads the notes of the quickstarts of this folder.
 * @returns {{ provider?: 'container' | 'local', api?: { address: string, pid: number, url?: string } }}
 * `provider` holds the data. `api` was started last, by the quickstart `pid`, with `url` as ELASTICSEARCH_URL.
 */
export function readNotes() {
  try {
    return JSON.parse(readFileSync(notesFile, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw new Error(`${notesFile} cannot be read. Correct it, or remove it. (${error.message})`, {
      cause: error,
    });
  }
}

/** Adds to the notes. Undefined members are removed. */
export function note(news) {
  const notes = { ...readNotes(), ...news };
  mkdirSync(dirname(notesFile), { recursive: true });
  // Another command may write them, too. A file of this name is of a process that was killed.
  const written = `${notesFile}.${process.pid}`;
  writeFileSync(written, `${JSON.stringify(notes)}\n`, { mode: 0o600 });
  renameSync(written, notesFile);
}
