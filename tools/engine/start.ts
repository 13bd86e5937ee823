import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  findRunningEngine,
  lastPort,
  recordRunning,
  type RunningEngine,
  serverAt,
} from './runningEngine.js';
import { ensureBuilt } from './build.js';
import { handOver, orUnusable, reachableData } from './dataFolder.js';
import { EngineError, explainDeath, type ServerPlace } from './errors.js';
import { chooseJava } from './java.js';
import { may, projectFolder, requireFreePort, serverAccount } from './machine.js';
import { ADMIN, type Member, portsFile, serverEnvironment, writeSettings } from './settings.js';
import type { SupervisorOrder } from './supervisor.js';

/** The options of a local Elasticsearch. */
export interface EngineOptions {
  /** Created if missing. Its content stays between starts. */
  dataFolder: string;
  /** On 127.0.0.1; absent: the port of the last start on this data, or any free one. */
  port?: number | undefined;
  /** Default: 1024. */
  heapMegabytes?: number | undefined;
  /** Removes the data folder when the server ends, also when this process is killed. */
  temporary?: boolean | undefined;
  /** How often a start that takes long logs what it waits for; default: 30 s. */
  reportEveryMs?: number | undefined;
  /** Gets a sentence for each thing that takes a while. */
  log?: ((line: string) => void) | undefined;
  /** Aborts the start, and leaves nothing running. */
  signal?: AbortSignal | undefined;
  /** Its place in a cluster; absent: a single node. */
  member?: Member | undefined;
  /** Turns security on, with a superuser `admin`; absent: everything is allowed to everybody on this machine. */
  adminPassword?: string | undefined;
}

/** A healthy local Elasticsearch. It ends with this process at the latest. */
export interface Engine extends RunningEngine {
  /** Settles when the server has ended: with undefined after `stop`, else with the reason. */
  exited: Promise<EngineError | undefined>;
  /** Stops the server, by force if needed, and waits for its end. */
  stop(): Promise<void>;
}

const STOP_WITHIN_MS = 20_000;
const POLL_MS = 100;
const REPORT_EVERY_MS = 30_000;

/**
 * Builds Elasticsearch if needed, starts it and waits until it is healthy.
 * @throws EngineError with a sentence for the user; on abort, the signal's reason
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const dataFolder = resolve(options.dataFolder);
  await rejectSecond(dataFolder);
  if (options.port !== undefined) await requireFreePort(options.port);
  const last = options.port ?? lastPort(dataFolder);
  const home = await ensureBuilt(options);
  options.signal?.throwIfAborted();
  options.log?.('Starting Elasticsearch.');
  const launched = launch(home, dataFolder, options);
  const { exited, stop, dataRoot, runFolder } = launched;
  try {
    const running = await untilHealthy(launched, options);
    recordRunning(dataFolder, running);
    removeLeftovers(dataRoot, runFolder);
    if (last !== undefined && last !== lastPort(dataFolder))
      options.log?.(
        `Port ${last} is in use by another program. Using another port: ${running.url}`,
      );
    return { ...running, exited, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function rejectSecond(dataFolder: string): Promise<void> {
  const running = await findRunningEngine(dataFolder);
  if (running === undefined) return;
  throw new EngineError(
    `Elasticsearch already runs on the data folder ${dataFolder}: ${running.url}, process ${running.pid}.`,
  );
}

function launch(home: string, dataFolder: string, options: EngineOptions) {
  const account = serverAccount();
  const java = chooseJava(
    (each) => may(account, '-x', join(each.home, 'bin', 'java')),
    'is closed to the unprivileged account of the server',
  );
  const dataRoot = reachableData(dataFolder, account);
  // The folder of this start only.
  const runFolder = orUnusable(dataFolder, () => {
    const made = mkdtempSync(join(dataRoot, 'run-'));
    // The server takes the first free port of these; 0 is any.
    const { port = `${lastPort(dataFolder) ?? 0},0`, member, adminPassword } = options;
    writeSettings({ home, dataRoot, runFolder: made, port, member, adminPassword });
    handOver(dataRoot, account);
    return made;
  });
  const order: SupervisorOrder = {
    command: join(home, 'bin', 'elasticsearch'),
    environment: serverEnvironment(java.home, runFolder, options.heapMegabytes ?? 1024),
    folder: runFolder,
    account,
    temporary: [runFolder, ...(options.temporary === true ? [dataRoot, dataFolder] : [])],
    stopWithinMs: STOP_WITHIN_MS,
  };
  const logFile = join(dataRoot, 'logs', 'elasticsearch.log');
  const server = supervise(order, { port: options.port ?? 0, dataFolder, logFile });
  return { ...server, dataRoot, runFolder, logFile };
}

/** Cleans up for a supervisor that was killed. */
function cleanUpFor(group: number, { temporary }: SupervisorOrder): void {
  try {
    if (group > 0) process.kill(-group, 'SIGKILL');
  } catch {
    // The server has ended.
  }
  for (const path of temporary) rmSync(path, { recursive: true, force: true });
}

/** Starts a server under a supervisor, which ends the server as soon as this process ends. */
function supervise(order: SupervisorOrder, place: ServerPlace): Pick<Engine, 'exited' | 'stop'> {
  // The compiled file, also from tests, because Node does not run our TypeScript.
  const program = join(projectFolder, 'dist', 'tools', 'engine', 'supervisor.js');
  if (!existsSync(program)) throw new EngineError(`${program} is missing. Run \`npm run build\`.`);
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    // A process group of its own: Ctrl-C in a terminal must not reach the supervisor.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stdin.on('error', () => undefined);
  let stopping = false;
  const exited = new Promise<EngineError | undefined>((settle) => {
    child.once('error', (error) => {
      settle(new EngineError(`Elasticsearch cannot be started: ${error.message}`));
    });
    child.once('close', (_status, signal) => {
      const [group = '', ...console] = output.split('\n');
      if (signal !== null) cleanUpFor(Number(group), order);
      settle(stopping ? undefined : explainDeath(console.join('\n'), place));
    });
  });
  const stop = async (): Promise<void> => {
    stopping = true;
    child.stdin.end();
    await exited;
  };
  return { exited, stop };
}

/**
 * Waits until the server answers and has all its data, as long as the server lives: on a busy machine, reading
 * much data takes minutes, and stopping the server would only begin that anew.
 */
async function untilHealthy(
  { exited, dataRoot, runFolder, logFile }: ReturnType<typeof launch>,
  { reportEveryMs = REPORT_EVERY_MS, signal, log, adminPassword }: EngineOptions,
): Promise<RunningEngine> {
  let death: EngineError | undefined;
  void exited.then((error) => {
    death = error ?? new EngineError('Elasticsearch was stopped.');
  });
  const headers = loginHeaders(adminPassword);
  let nextReport = Date.now() + reportEveryMs;
  for (;;) {
    signal?.throwIfAborted();
    if (death !== undefined) throw death;
    let missing = 'its first answer';
    const url = readAddress(portsFile(dataRoot));
    // Another server may have written the address: an earlier one, or a second one on the same data.
    const found = url === undefined ? undefined : await serverAt(url, headers);
    if (found?.run === basename(runFolder)) {
      const { status, active_shards_percent_as_number: read = 0 } = await healthOf(
        found.url,
        headers,
      );
      if (status === 'green' || status === 'yellow') return found;
      missing = `its data (${Math.floor(read)} % of the shards can be read at ${found.url})`;
    }
    if (Date.now() >= nextReport) {
      log?.(`Still waiting for Elasticsearch: ${missing}. Its log is ${logFile}.`);
      nextReport = Date.now() + reportEveryMs;
    }
    await sleep(POLL_MS);
  }
}

/** Reads the address that the server writes when it listens. */
function readAddress(file: string): string | undefined {
  try {
    const address = /^127\.0\.0\.1:\d+$/m.exec(readFileSync(file, 'utf8'))?.[0];
    return address === undefined ? undefined : `http://${address}`;
  } catch {
    return undefined;
  }
}

interface Health {
  status?: string;
  active_shards_percent_as_number?: number;
}

async function healthOf(url: string, headers: Record<string, string>): Promise<Health> {
  try {
    const answer = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`, {
      headers,
      signal: AbortSignal.timeout(5_000),
    });
    return (await answer.json()) as Health;
  } catch {
    return {};
  }
}

function loginHeaders(adminPassword: string | undefined): Record<string, string> {
  if (adminPassword === undefined) return {};
  const login = Buffer.from(`${ADMIN}:${adminPassword}`).toString('base64');
  return { authorization: `Basic ${login}` };
}

/** Removes the folders of starts that were killed with their supervisors. Our server holds the data. */
function removeLeftovers(dataRoot: string, ownRunFolder: string): void {
  for (const name of readdirSync(dataRoot)) {
    if (name.startsWith('run-') && name !== basename(ownRunFolder))
      rmSync(join(dataRoot, name), { recursive: true, force: true });
  }
}
