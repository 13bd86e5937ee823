import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from './environment.js';

/** A local Elasticsearch that answers. */
export interface RunningEngine {
  url: string;
  /** The process of the server. */
  pid: number;
  /** Its start, as in its settings. Other servers have none. */
  run?: string | undefined;
}

/** Returns the file, in the data folder, that names the server on this data. */
const recordFile = (dataFolder: string): string => join(dataFolder, 'engine.json');

/** Records the server that uses the data folder. */
export function recordRunning(dataFolder: string, { url, pid, run }: RunningEngine): void {
  const file = recordFile(dataFolder);
  writeFileSync(`${file}.new`, `${JSON.stringify({ url, pid, run })}\n`);
  renameSync(`${file}.new`, file);
}

/** Returns the port of the last server on this data folder; undefined before the first one. */
export function lastPort(dataFolder: string): number | undefined {
  const url = readJson<RunningEngine>(recordFile(dataFolder))?.url ?? '';
  return URL.canParse(url) ? Number(new URL(url).port) : undefined;
}

/** Finds the server that runs on this data folder and answers. */
export async function findRunningEngine(dataFolder: string): Promise<RunningEngine | undefined> {
  const record = readJson<RunningEngine>(recordFile(dataFolder));
  const found = await serverAt(record?.url ?? '');
  // The record outlives its server: another server may have its port or its process number now.
  return found?.pid === record?.pid && found?.run === record?.run ? found : undefined;
}

/**
 * Returns the Elasticsearch that answers at the address.
 * @param headers with a login, if it needs one
 */
export async function serverAt(
  url: string,
  headers: Record<string, string> = {},
): Promise<RunningEngine | undefined> {
  try {
    const parts = 'nodes.*.process.id,nodes.*.attributes.run';
    const request = `${url}/_nodes/_local/process?filter_path=${parts}`;
    const answer = await fetch(request, { headers, signal: AbortSignal.timeout(5_000) });
    type Node = { process: { id: number }; attributes?: { run?: string } } | undefined;
    const { nodes = {} } = (await answer.json()) as { nodes?: Record<string, Node> };
    const [node] = Object.values(nodes);
    return node && { url, pid: node.process.id, run: node.attributes?.run };
  } catch {
    return undefined;
  }
}

/** The notes of `npm run quickstart`. */
interface Notes {
  provider: string;
  api: { address: string; pid: number; url?: string; prefix?: string };
}

const LOGIN = /^ELASTICSEARCH_(API_KEY|USERNAME|PASSWORD)/;

/**
 * Adds the Elasticsearch of this folder's quickstart to an environment without ELASTICSEARCH_URL: the address
 * that the running quickstart was given, the login of its container, or the address of its local engine. Adds its
 * INDEX_PREFIX, if none is set.
 * @param folder below the working folder, as `.env` is
 */
export async function withQuickstart(env: Environment, folder = 'data'): Promise<Environment> {
  if (env.ELASTICSEARCH_URL?.trim()) return env;
  const { provider, api } = readJson<Notes>(`${folder}/quickstart.json`) ?? {};
  const running = api !== undefined && (await answers(api)) ? api : undefined;
  const prefixed = env.INDEX_PREFIX?.trim() ? env : { ...env, INDEX_PREFIX: running?.prefix };
  const use = (ELASTICSEARCH_URL: string, whose: string): Environment => {
    // Settings with a login in the address are rejected later.
    const shown = ELASTICSEARCH_URL.replace(/\/\/.*@/, '//');
    console.error(`Using the Elasticsearch of ${whose}: ${shown}`);
    return { ...prefixed, ELASTICSEARCH_URL };
  };
  if (running?.url !== undefined) return use(running.url, 'the running quickstart');
  if (provider === 'container') {
    if (Object.entries(env).some(([name, value]) => LOGIN.test(name) && value)) return env;
    const ELASTICSEARCH_PASSWORD_FILE = `${folder}/elastic-password`;
    return { ...prefixed, ELASTICSEARCH_USERNAME: 'elastic', ELASTICSEARCH_PASSWORD_FILE };
  }
  const engine = await findRunningEngine(`${folder}/elasticsearch`);
  return engine === undefined ? env : use(engine.url, `${folder}/elasticsearch`);
}

/** True if the API of the notes is our process, and answers. Its notes outlive it if it was killed. */
async function answers({ address, pid }: Notes['api']): Promise<boolean> {
  try {
    if (!(pid > 0)) return false;
    // Throws if there is no such process, or if it belongs to another user.
    process.kill(pid, 0);
    const signal = AbortSignal.timeout(5_000);
    const live = await fetch(`${address}/health/live`, { signal, redirect: 'error' });
    return live.ok && ((await live.json()) as { status?: string }).status === 'ok';
  } catch {
    return false;
  }
}

function readJson<Content>(file: string): Partial<Content> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Content>;
  } catch {
    return undefined;
  }
}
