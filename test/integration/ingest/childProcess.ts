import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from './sandbox.js';

const MAIN = join(import.meta.dirname, '../../../dist/ingest/main.js');

export interface Ended {
  /** Null when a signal that it does not handle ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** `npm run ingest`, as a process of its own. */
export interface Run {
  child: ChildProcess;
  ended: Promise<Ended>;
}

export function startIngest(args: string[], environment: Record<string, string | undefined>): Run {
  const env = { ...process.env, NODE_OPTIONS: '', ...environment };
  const child = spawn(process.execPath, [MAIN, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
  return { child, ended };
}

/** A bulk or so: soon, for whoever is to be met half-way may be quick. */
const SOME_DOCUMENTS = 5_000;

/**
 * Waits until a generation that is not live yet holds some documents.
 * @throws when the run that fills it has ended before, with what it said
 */
export async function untilHalfway(sandbox: Sandbox, resource: string, run?: Run): Promise<void> {
  let ended: Ended | undefined;
  void run?.ended.then((ending) => {
    ended = ending;
  });
  while (ended === undefined) {
    const { leftovers } = await sandbox.generations(resource);
    for (const index of leftovers) {
      const { _all: all } = await sandbox.client.indices.stats({ index, metric: 'indexing' });
      if ((all.primaries?.indexing?.index_total ?? 0) >= SOME_DOCUMENTS) return;
    }
    await sleep(20);
  }
  throw new Error(`it ended before it was half-way: ${JSON.stringify(ended)}`);
}
