import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { serverAccount } from './account.js';
import { ensureBuilt } from './build.js';
import { requireSpace } from './disk.js';
import { EngineError, throwIfInterrupted } from './errors.js';
import { waitUntilHealthy } from './health.js';
import { findJava } from './java.js';
import { handOver, orUnusable, reachableData, reachableHome } from './reachable.js';
import { requireFreePort } from './port.js';
import {
  findRunningEngine,
  lastPort,
  recordRunning,
} from '../../core/elasticsearch/runningEngine.js';
import type { RunningEngine } from '../../core/elasticsearch/runningEngine.js';
import { type Member, portsFile, serverEnvironment, writeSettings } from './settings.js';
import { supervise, type Supervised } from './supervise.js';

/** The options of a local Elasticsearch. */
export interface EngineOptions {
  /** Made when missing; what is in it is kept between starts. */
  dataFolder: string;
  /** On 127.0.0.1; absent: the one of the last start on this data, or else a free one. */
  port?: number | undefined;
  /** 1024 when absent. */
  heapMegabytes?: number | undefined;
  /** Removes the data folder when the server ends, also when this process is killed. */
  temporary?: boolean | undefined;
  /** The time limit for the server to become healthy, once it is built; 120 s when absent. */
  startTimeoutMs?: number | undefined;
  /** Gets one sentence for each thing that takes a while. */
  log?: ((line: string) => void) | undefined;
  /** Gives up, and leaves nothing running, when aborted before the server is healthy. */
  signal?: AbortSignal | undefined;
  /** Its place in a cluster; absent: it is alone. */
  member?: Member | undefined;
}

/** A healthy local Elasticsearch, which ends with this process at the latest. */
export interface Engine extends RunningEngine {
  /** Settles when the server has ended: with nothing after `stop`, else with the reason. */
  exited: Promise<EngineError | undefined>;
  /** Ends the server cleanly, or by force if that takes too long; settles when it is gone. */
  stop(): Promise<void>;
}

const stopWithinMs = 20_000;
const neededMegabytes = 300;

/**
 * Builds Elasticsearch if needed, starts it and waits until it is healthy.
 * @throws EngineError whatever goes wrong, in one sentence
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const dataFolder = resolve(options.dataFolder);
  await refuseSecond(dataFolder);
  if (options.port !== undefined) await requireFreePort(options.port);
  const last = options.port ?? lastPort(dataFolder);
  const built = await ensureBuilt(options);
  throwIfInterrupted(options.signal);
  options.log?.('Starting Elasticsearch.');
  const { server, dataRoot } = await launch(built, dataFolder, options);
  try {
    const gone = server.exited.then(
      (error) => error ?? new EngineError('interrupted', 'Elasticsearch was stopped.'),
    );
    const { startTimeoutMs: timeoutMs = 120_000, signal } = options;
    const running = await waitUntilHealthy({
      portsFile: portsFile(dataRoot.folder),
      run: basename(dataRoot.runFolder),
      timeoutMs,
      signal,
      gone,
    });
    recordRunning(dataFolder, running);
    removeRemains(dataRoot.folder, dataRoot.runFolder);
    const { url, pid } = running;
    if (last !== undefined && last !== lastPort(dataFolder))
      options.log?.(`Port ${last} is in use by another program. Another one is kept: ${url}`);
    return { url, pid, exited: server.exited, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

interface Launched {
  server: Supervised;
  dataRoot: { folder: string; runFolder: string };
}

async function launch(
  built: string,
  dataFolder: string,
  options: EngineOptions,
): Promise<Launched> {
  const account = serverAccount();
  const java = findJava({ account });
  const home = await reachableHome(built, account);
  const folder = reachableData(dataFolder, account);
  await requireSpace(folder, neededMegabytes);
  const runFolder = orUnusable(dataFolder, () => {
    const made = mkdtempSync(join(folder, 'run-'));
    // The server takes the first of these ports that is free; 0 is any.
    const { port = `${lastPort(dataFolder) ?? 0},0`, member } = options;
    writeSettings({ home, dataRoot: folder, runFolder: made, port, member });
    if (account !== undefined) handOver(folder, account);
    return made;
  });
  const server = supervise(
    {
      command: join(home, 'bin', 'elasticsearch'),
      environment: serverEnvironment(java.home, runFolder, options.heapMegabytes ?? 1024),
      folder: runFolder,
      account,
      temporary: [runFolder, ...(options.temporary === true ? [folder, dataFolder] : [])],
      stopWithinMs,
    },
    { port: options.port ?? 0, dataFolder, logFile: join(folder, 'logs', 'elasticsearch.log') },
  );
  return { server, dataRoot: { folder, runFolder } };
}

async function refuseSecond(dataFolder: string): Promise<void> {
  const running = await findRunningEngine(dataFolder);
  if (running === undefined) return;
  throw new EngineError(
    'data_in_use',
    `Elasticsearch already runs on the data folder ${dataFolder}: ${running.url}, process ${running.pid}.`,
  );
}

/** Removes remains of starts killed together with their supervisors. We hold the data folder: nobody else uses them. */
function removeRemains(folder: string, ownRunFolder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('run-') && name !== basename(ownRunFolder))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}
