import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sum } from 'es-toolkit/math';
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

/** The servers that run now. */
const running = new Set<ChildProcess>();
const statOf = (pid: number | undefined): string => `/proc/${pid}/stat`;

/** True where the system says how much processor time other processes have used. */
export const SEES_PROCESSOR = existsSync(statOf(process.pid));
/** The 12th and 13th field after the name of the program. */
const USED_TICKS = /\) (?:\S+ ){11}(\d+) (\d+) [^)]*$/;
const TICK_MS = 10;

/** Returns the processor time that Elasticsearch and the servers of the bench have used. */
export async function processorMs({ client }: Bench): Promise<number> {
  if (!SEES_PROCESSOR) return NaN;
  const { nodes } = await client.nodes.stats({ metric: 'process' });
  const ofNodes = Object.values(nodes).map((node) => node.process?.cpu?.total_in_millis ?? NaN);
  const ofServers = [...running].map(({ pid }) => {
    const [, user, system] = USED_TICKS.exec(readFileSync(statOf(pid), 'utf8')) ?? [];
    return TICK_MS * (Number(user) + Number(system));
  });
  return sum([...ofNodes, ...ofServers]);
}

/** Stops all processes at the end. */
export async function withProcesses<Result>(
  { elasticsearchUrl, indexPrefix }: Bench,
  work: (start: StartServer) => Promise<Result>,
): Promise<Result> {
  const settings = {
    ELASTICSEARCH_URL: elasticsearchUrl,
    INDEX_PREFIX: indexPrefix,
    // Limits of tokens are off, because the bench measures how much the service bears.
    RATE_LIMIT_PER_SECOND: '0',
  };
  try {
    return await work((name, more) => start(name, { ...settings, ...more }));
  } finally {
    for (const child of running) await cleanUp(() => stop(child));
  }
}

async function start(
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
  running.add(child);
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
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}
