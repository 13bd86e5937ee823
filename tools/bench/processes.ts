import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { omit } from 'es-toolkit/object';
import { dataVariables } from '../../core/elasticsearch/settings.js';
import { apiVariables } from '../../src/config.js';
import { freePorts } from '../engine/machine.js';
import type { EngineName } from './names/peers.js';
import type { PeerName } from './peers.js';
import { type Bench, cleanUp } from './session.js';

const API_PROGRAM = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const PEER_PROGRAM = fileURLToPath(new URL('./peers.js', import.meta.url));
const ENGINE_PROGRAM = fileURLToPath(new URL('./names/peers.js', import.meta.url));
const START_TIMEOUT_MS = 60_000;

/** The servers that are measured, each in a process of its own. */
export interface Processes {
  /** Starts an API with an empty cache, and returns its address. */
  api(): Promise<string>;
  peer(name: PeerName): Promise<string>;
  /** Starts a search library without cities. */
  engine(name: EngineName): Promise<string>;
}

/** Stops all processes at the end. */
export async function withProcesses(
  { elasticsearchUrl, indexPrefix }: Bench,
  work: (processes: Processes) => Promise<void>,
): Promise<void> {
  const children: ChildProcess[] = [];
  const settings = { ELASTICSEARCH_URL: elasticsearchUrl, INDEX_PREFIX: indexPrefix };
  try {
    await work({
      api: () => start(children, [API_PROGRAM], settings),
      peer: (name) => start(children, [PEER_PROGRAM, name], settings),
      engine: (name) => start(children, [ENGINE_PROGRAM, name], settings),
    });
  } finally {
    for (const child of children) await cleanUp(() => stop(child));
  }
}

async function start(
  children: ChildProcess[],
  command: [program: string, name?: string],
  settings: Record<string, string>,
): Promise<string> {
  const [port = 0] = await freePorts(1);
  // The defaults are measured, not the settings of an API that runs here.
  const environment = omit(process.env, Object.keys({ ...dataVariables, ...apiVariables }));
  const child = spawn(process.execPath, command as string[], {
    // This folder has no file `.env`.
    cwd: dirname(command[0]),
    env: { ...environment, ...settings, PORT: String(port), DEV_TOKENS: 'true' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  process.once('exit', () => child.kill());
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  const isLive = async (): Promise<boolean> => (await fetch(`${url}/health/live`)).ok;
  while (!(await isLive().catch(() => false))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${command.join(' ')} did not start.`);
    await sleep(100);
  }
  return url;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
