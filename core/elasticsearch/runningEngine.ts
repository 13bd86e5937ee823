import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A server that answers. */
export interface RunningEngine {
  url: string;
  /** The server's own process. */
  pid: number;
}

/** And which start made it. */
export interface AnsweringServer extends RunningEngine {
  /** As its settings say; undefined: no start of this version. */
  run: string | undefined;
}

/** Beside the data, so that whoever has the data folder finds the server that uses it. */
export function recordFile(dataFolder: string): string {
  return join(dataFolder, 'engine.json');
}

/** Writes down which server uses the data folder, whole or not at all. */
export function recordRunning(dataFolder: string, server: AnsweringServer): void {
  const file = recordFile(dataFolder);
  writeFileSync(`${file}.new`, `${JSON.stringify(server)}\n`);
  renameSync(`${file}.new`, file);
}

/** Returns the port of the last server on this data folder; undefined before the first one. */
export function lastPort(dataFolder: string): number | undefined {
  const url = readRecord(dataFolder)?.url ?? '';
  return URL.canParse(url) ? Number(new URL(url).port) : undefined;
}

/** The server that runs on this data folder, if one does and it answers. */
export async function findRunningEngine(dataFolder: string): Promise<RunningEngine | undefined> {
  const recorded = readRecord(dataFolder);
  if (recorded === undefined) return undefined;
  const { url, pid, run } = recorded;
  const found = await serverAt(url);
  // The record outlives its server, and another one may have its port or its process number by now.
  return found?.pid === pid && (run === undefined || found.run === run) ? { url, pid } : undefined;
}

function readRecord(dataFolder: string): AnsweringServer | undefined {
  try {
    const record = JSON.parse(readFileSync(recordFile(dataFolder), 'utf8')) as AnsweringServer;
    return typeof record.url === 'string' && typeof record.pid === 'number' ? record : undefined;
  } catch {
    return undefined;
  }
}

/** The Elasticsearch that answers at the address. */
export async function serverAt(url: string): Promise<AnsweringServer | undefined> {
  try {
    const parts = 'nodes.*.process.id,nodes.*.attributes.run';
    const answer = await fetch(`${url}/_nodes/_local/process?filter_path=${parts}`, {
      signal: AbortSignal.timeout(5_000),
    });
    const { nodes = {} } = (await answer.json()) as {
      nodes?: Record<string, { process: { id: number }; attributes?: { run?: string } }>;
    };
    const [node] = Object.values(nodes);
    return node && { url, pid: node.process.id, run: node.attributes?.run };
  } catch {
    return undefined;
  }
}
