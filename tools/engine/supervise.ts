import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EngineError } from './errors.js';
import { projectFolder } from './folders.js';
import { explainDeath, type Surroundings } from './reason.js';
import type { SupervisorOrder } from './supervisor.js';

/** A server under a supervisor. */
export interface Supervised {
  /** Settles when the server has ended: with nothing after `stop`, else with the reason. */
  exited: Promise<EngineError | undefined>;
  stop(): Promise<void>;
}

/** Starts a server under a supervisor, which ends it as soon as this process ends. */
export function supervise(order: SupervisorOrder, surroundings: Surroundings): Supervised {
  // Always the compiled file, since Node cannot run the TypeScript that a test may have loaded us from.
  const program = join(projectFolder, 'dist', 'tools', 'engine', 'supervisor.js');
  if (!existsSync(program))
    throw new EngineError('build_failed', `${program} is missing: run \`npm run build\`.`);
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    // Ctrl-C in a terminal reaches whole process groups; this one must only hear from us.
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
      resolve(stopping ? undefined : explainDeath(console.join('\n'), surroundings));
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

/** Does what a supervisor that was itself killed could not do. */
function cleanUpFor(group: number, order: SupervisorOrder): void {
  try {
    if (group > 0) process.kill(-group, 'SIGKILL');
  } catch {
    // The server is gone already.
  }
  for (const path of order.temporary) rmSync(path, { recursive: true, force: true });
}
