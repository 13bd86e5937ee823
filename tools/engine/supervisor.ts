/**
 * Runs the server for another process. When that process ends, for whatever reason, standard input closes, and
 * the supervisor ends the server.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

/** The command to run. It is passed as JSON in the only argument. */
export interface SupervisorOrder {
  command: string;
  environment: Record<string, string | undefined>;
  folder: string;
  account: { uid: number; gid: number } | undefined;
  /** Removed when the server has ended. */
  temporary: string[];
  stopWithinMs: number;
}

const consoleCharacters = 64 * 1024;
const order = JSON.parse(process.argv[2] ?? '') as SupervisorOrder;

// A process group of its own: Ctrl-C in a terminal must not reach it, and `killGroup` must reach all of it.
const server = spawn(order.command, {
  cwd: order.folder,
  env: order.environment,
  ...order.account,
  detached: true,
  stdio: ['ignore', 'pipe', 'pipe'],
});
// In memory: the server may have ended because the disk is full.
let said = '';
for (const stream of [server.stdout, server.stderr]) {
  stream.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-consoleCharacters);
  });
}
server.once('error', (error) => {
  finish(error.message);
});
server.once('exit', killGroup);
server.once('close', (_status, signal) => {
  finish(signal === null ? '' : `it was ended by ${signal}`);
});

// Our parent reads the process number of the server, and at the end its console output. Without a parent, writing fails, which does not matter.
process.stdout.on('error', () => undefined);
process.stdout.write(`${server.pid ?? 0}\n`);

process.stdin.once('error', stop).once('close', stop).resume();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  server.kill('SIGTERM');
  setTimeout(killGroup, order.stopWithinMs).unref();
}

function killGroup(): void {
  try {
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGKILL');
  } catch {
    // All processes have ended.
  }
}

function finish(remark: string): void {
  for (const path of order.temporary) rmSync(path, { recursive: true, force: true });
  process.stdout.write(`${said}\n${remark}`, () => process.exit());
}
