import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { omit } from 'es-toolkit/object';
import { dataVariables } from '../../core/elasticsearch/settings.js';
import { apiVariables } from '../../src/config.js';
import type { PeerName } from './peers.js';
import { type Bench, cleanUp } from './session.js';

const API_PROGRAM = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const PEER_PROGRAM = fileURLToPath(new URL('./peers.js', import.meta.url));
const START_TIMEOUT_MS = 60_000;

/** The servers that are measured, each in a process of its own. They are started once, when needed. */
export interface Processes {
  /** Returns the address of the API. Each name is a process of its own, with its own cache. */
  api(name?: string): Promise<string>;
  peer(name: PeerName, option?: string): Promise<string>;
}

/** Stops all processes at the end. */
export async function withProcesses(
  { elasticsearchUrl, indexPrefix }: Bench,
  work: (processes: Processes) => Promise<void>,
): Promise<void> {
  const children: ChildProcess[] = [];
  const urls = new Map<string, Promise<string>>();
  const startOnce = (name: string, program: string, ...parameters: string[]): Promise<string> => {
    const url = urls.get(name) ?? start(children, program, parameters, settings);
    urls.set(name, url);
    return url;
  };
  const settings = { ELASTICSEARCH_URL: elasticsearchUrl, INDEX_PREFIX: indexPrefix };
  try {
    await work({
      api: (name = 'api') => startOnce(name, API_PROGRAM),
      peer: (name, option = '') => startOnce(name, PEER_PROGRAM, name, option),
    });
  } finally {
    for (const child of children) await cleanUp(() => stop(child));
  }
}

async function start(
  children: ChildProcess[],
  program: string,
  parameters: string[],
  settings: Record<string, string>,
): Promise<string> {
  const port = String(await freePort());
  // The defaults are measured, not the settings of an API that runs here.
  const environment = omit(process.env, Object.keys({ ...dataVariables, ...apiVariables }));
  const child = spawn(process.execPath, [program, ...parameters], {
    // This folder has no file `.env`.
    cwd: dirname(program),
    env: { ...environment, ...settings, PORT: port, DEV_TOKENS: 'true' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  process.once('exit', () => child.kill());
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  const isLive = async (): Promise<boolean> => (await fetch(`${url}/health/live`)).ok;
  while (!(await isLive().catch(() => false))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${[program, ...parameters].join(' ')} did not start.`);
    await sleep(100);
  }
  return url;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
