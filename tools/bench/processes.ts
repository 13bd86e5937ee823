import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { omit } from 'es-toolkit/object';
import { dataVariables } from '../../core/elasticsearch/settings.js';
import { apiVariables } from '../../src/config.js';
import { freePorts } from '../engine/machine.js';
import { type Bench, cleanUp } from './session.js';

/** The servers that are measured, each with the file of its program. */
const PROGRAMS = { api: '../../src/main.js', emptyKoa: './emptyKoa.js' };

/** Starts a server in a process of its own, with an empty cache. Returns its address. */
export type StartServer = (
  name: keyof typeof PROGRAMS,
  settings?: Readonly<Record<string, string | undefined>>,
) => Promise<string>;

const START_TIMEOUT_MS = 60_000;

/** Stops all processes at the end. */
export async function withProcesses<Result>(
  { elasticsearchUrl, indexPrefix }: Bench,
  work: (start: StartServer) => Promise<Result>,
): Promise<Result> {
  const children: ChildProcess[] = [];
  const settings = {
    ELASTICSEARCH_URL: elasticsearchUrl,
    INDEX_PREFIX: indexPrefix,
    // Limits of tokens are off, because the bench measures how much the service bears.
    RATE_LIMIT_PER_SECOND: '0',
  };
  try {
    return await work((name, more) => start(children, name, { ...settings, ...more }));
  } finally {
    for (const child of children) await cleanUp(() => stop(child));
  }
}

async function start(
  children: ChildProcess[],
  name: keyof typeof PROGRAMS,
  settings: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const [port = 0] = await freePorts(1);
  // The defaults are measured, not the settings of an API that runs here.
  const environment = omit(process.env, Object.keys({ ...dataVariables, ...apiVariables }));
  const program = fileURLToPath(new URL(PROGRAMS[name], import.meta.url));
  const child = spawn(process.execPath, [program], {
    // This folder has no file `.env`.
    cwd: dirname(program),
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
      throw new Error(`${program} did not start.`);
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
