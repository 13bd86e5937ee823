import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from './sandbox.js';

const MAIN = join(import.meta.dirname, '../../../dist/ingest/main.js');

export interface Ended {
  /** Null if a signal ended it that it does not handle. */
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
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return {
    child,
    ended: ended.then(([[code], stdout, stderr]) => ({
      code: code as Ended['code'],
      stdout,
      stderr,
    })),
  };
}

/** About one bulk: a quick run ends soon after. */
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
