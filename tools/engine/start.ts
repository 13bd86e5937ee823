import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AnsweringServer,
  findRunningEngine,
  lastPort,
  recordRunning,
  type RunningEngine,
  serverAt,
} from '../../core/elasticsearch/runningEngine.js';
import { ensureBuilt } from './build.js';
import { handOver, orUnusable, reachableData, reachableHome } from './dataFolder.js';
import { EngineError, throwIfInterrupted } from './errors.js';
import { findJava } from './java.js';
import { requireFreePort, requireSpace, serverAccount } from './machine.js';
import { type Member, portsFile, serverEnvironment, writeSettings } from './settings.js';
import { supervise, type Supervised } from './supervise.js';

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
  /** The time limit for the start, without the build; default: 120 s. */
  startTimeoutMs?: number | undefined;
  /** Gets a sentence for each thing that takes a while. */
  log?: ((line: string) => void) | undefined;
  /** Aborts the start, and leaves nothing running. */
  signal?: AbortSignal | undefined;
  /** Its place in a cluster; absent: a single node. */
  member?: Member | undefined;
}

/** A healthy local Elasticsearch. It ends with this process at the latest. */
export interface Engine extends RunningEngine {
  /** Settles when the server has ended: with undefined after `stop`, else with the reason. */
  exited: Promise<EngineError | undefined>;
  /** Stops the server, by force if needed, and waits for its end. */
  stop(): Promise<void>;
}

const STOP_WITHIN_MS = 20_000;
const START_WITHIN_MS = 120_000;
const NEEDED_MEGABYTES = 300;
const POLL_MS = 100;

/**
 * Builds Elasticsearch if needed, starts it and waits until it is healthy.
 * @throws EngineError with a sentence for the user
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const dataFolder = resolve(options.dataFolder);
  await rejectSecond(dataFolder);
  if (options.port !== undefined) await requireFreePort(options.port);
  const last = options.port ?? lastPort(dataFolder);
  const built = await ensureBuilt(options);
  throwIfInterrupted(options.signal);
  options.log?.('Starting Elasticsearch.');
  const launched = await launch(built, dataFolder, options);
  const { server, dataRoot, runFolder } = launched;
  try {
    const running = await untilHealthy(launched, options);
    recordRunning(dataFolder, running);
    removeLeftovers(dataRoot, runFolder);
    const { url, pid } = running;
    if (last !== undefined && last !== lastPort(dataFolder))
      options.log?.(`Port ${last} is in use by another program. Using another port: ${url}`);
    return { url, pid, exited: server.exited, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function rejectSecond(dataFolder: string): Promise<void> {
  const running = await findRunningEngine(dataFolder);
  if (running === undefined) return;
  throw new EngineError(
    'data_in_use',
    `Elasticsearch already runs on the data folder ${dataFolder}: ${running.url}, process ${running.pid}.`,
  );
}

interface Launched {
  server: Supervised;
  dataRoot: string;
  /** The folder of this start only. */
  runFolder: string;
}

async function launch(
  built: string,
  dataFolder: string,
  options: EngineOptions,
): Promise<Launched> {
  const account = serverAccount();
  const java = findJava({ account });
  const home = await reachableHome(built, account);
  const dataRoot = reachableData(dataFolder, account);
  await requireSpace(dataRoot, NEEDED_MEGABYTES);
  const runFolder = orUnusable(dataFolder, () => {
    const made = mkdtempSync(join(dataRoot, 'run-'));
    // The server takes the first free port of these; 0 is any.
    const { port = `${lastPort(dataFolder) ?? 0},0`, member } = options;
    writeSettings({ home, dataRoot, runFolder: made, port, member });
    if (account !== undefined) handOver(dataRoot, account);
    return made;
  });
  const server = supervise(
    {
      command: join(home, 'bin', 'elasticsearch'),
      environment: serverEnvironment(java.home, runFolder, options.heapMegabytes ?? 1024),
      folder: runFolder,
      account,
      temporary: [runFolder, ...(options.temporary === true ? [dataRoot, dataFolder] : [])],
      stopWithinMs: STOP_WITHIN_MS,
    },
    { port: options.port ?? 0, dataFolder, logFile: join(dataRoot, 'logs', 'elasticsearch.log') },
  );
  return { server, dataRoot, runFolder };
}

/** Waits until the server answers and has all its data. */
async function untilHealthy(
  { server, dataRoot, runFolder }: Launched,
  { startTimeoutMs = START_WITHIN_MS, signal }: EngineOptions,
): Promise<AnsweringServer> {
  let death: EngineError | undefined;
  void server.exited.then((error) => {
    death = error ?? new EngineError('interrupted', 'Elasticsearch was stopped.');
  });
  const deadline = Date.now() + startTimeoutMs;
  let hasAnswered = false;
  while (Date.now() < deadline) {
    throwIfInterrupted(signal);
    if (death !== undefined) throw death;
    const url = readAddress(portsFile(dataRoot));
    // The address may be that of another server: an earlier one, or a second one on the same data.
    const found = url === undefined ? undefined : await serverAt(url);
    if (found?.run === basename(runFolder)) {
      const status = await healthOf(found.url);
      if (status === 'green' || status === 'yellow') return found;
      hasAnswered ||= status !== undefined;
    }
    await sleep(POLL_MS);
  }
  const seconds = startTimeoutMs / 1_000;
  throw hasAnswered
    ? new EngineError(
        'data_damaged',
        `Elasticsearch started, but after ${seconds} s some of its data is still not readable. Remove the data folder and ingest again.`,
      )
    : new EngineError('start_timeout', `Elasticsearch did not answer within ${seconds} s.`);
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

async function healthOf(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`, {
      signal: AbortSignal.timeout(5_000),
    });
    return ((await answer.json()) as { status?: string }).status;
  } catch {
    return undefined;
  }
}

/** Removes the folders of starts that were killed with their supervisors. Our server holds the data. */
function removeLeftovers(dataRoot: string, ownRunFolder: string): void {
  for (const name of readdirSync(dataRoot)) {
    if (name.startsWith('run-') && name !== basename(ownRunFolder))
      rmSync(join(dataRoot, name), { recursive: true, force: true });
  }
}
