import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A server that answers. */
export interface RunningEngine {
  url: string;
  /** The server's own process. */
  pid: number;
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
  return (await serverPid(url)) === pid ? { url, pid } : undefined;
}

/** The process number of the Elasticsearch that answers at the address. */
export async function serverPid(url: string): Promise<number | undefined> {
  try {
    const answer = await fetch(`${url}/_nodes/_local/process?filter_path=nodes.*.process.id`, {
      signal: AbortSignal.timeout(5_000),
    });
    const { nodes = {} } = (await answer.json()) as {
      nodes?: Record<string, { process: { id: number } }>;
    };
    return Object.values(nodes)[0]?.process.id;
  } catch {
    return undefined;
  }
}
