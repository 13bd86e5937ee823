import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError, explainDeath, type ServerPlace } from './errors.js';
import { projectFolder } from './machine.js';
import type { SupervisorOrder } from './supervisor.js';

/** A server under a supervisor. */
export interface Supervised {
  /** Settles when the server has ended: with undefined after `stop`, else with the reason. */
  exited: Promise<EngineError | undefined>;
  stop(): Promise<void>;
}

/** Starts a server under a supervisor, which ends the server as soon as this process ends. */
export function supervise(order: SupervisorOrder, place: ServerPlace): Supervised {
  // The compiled file, also from tests, because Node does not run our TypeScript.
  const program = join(projectFolder, 'dist', 'tools', 'engine', 'supervisor.js');
  if (!existsSync(program))
    throw new EngineError('build_failed', `${program} is missing. Run \`npm run build\`.`);
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    // A process group of its own: Ctrl-C in a terminal must not reach the supervisor.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stdin.on('error', () => undefined);
  let stopping = false;
  const exited = new Promise<EngineError | undefined>((resolve) => {
    child.once('error', (error) => {
      resolve(
        new EngineError('server_died', `Elasticsearch could not be started: ${error.message}`),
      );
    });
    child.once('close', (_status, signal) => {
      const [group = '', ...console] = said.split('\n');
      if (signal !== null) cleanUpFor(Number(group), order);
      resolve(stopping ? undefined : explainDeath(console.join('\n'), place));
    });
  });
  return {
    exited,
    async stop() {
      stopping = true;
      child.stdin.end();
      await exited;
    },
  };
}

/** Cleans up for a supervisor that was killed. */
function cleanUpFor(group: number, order: SupervisorOrder): void {
  try {
    if (group > 0) process.kill(-group, 'SIGKILL');
  } catch {
    // The server has ended.
  }
  for (const path of order.temporary) rmSync(path, { recursive: true, force: true });
}
