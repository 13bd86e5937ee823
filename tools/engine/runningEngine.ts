import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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

function readJson<Content>(file: string): Partial<Content> | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Content>;
  } catch {
    return undefined;
  }
}
