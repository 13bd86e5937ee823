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
export function recordRunning(dataFolder: string, engine: RunningEngine, supervisor: number): void {
  const file = recordFile(dataFolder);
  writeFileSync(`${file}.new`, `${JSON.stringify({ ...engine, supervisor })}\n`);
  renameSync(`${file}.new`, file);
}

/** The server that runs on this data folder, if one does and it answers. */
export async function findRunningEngine(dataFolder: string): Promise<RunningEngine | undefined> {
  let recorded: Partial<RunningEngine>;
  try {
    recorded = JSON.parse(readFileSync(recordFile(dataFolder), 'utf8')) as Partial<RunningEngine>;
  } catch {
    return undefined;
  }
  const { url, pid } = recorded;
  if (typeof url !== 'string' || typeof pid !== 'number') return undefined;
  // The record outlives a power cut, and its address may be another server's by now: only the process number decides.
  return (await serverAt(url))?.pid === pid ? { url, pid } : undefined;
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
