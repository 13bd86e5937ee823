import { join } from 'node:path';
import { createProgram, mainOf, runProcess, wholeNumber } from '../../core/cli/program.js';
import { lastPort } from './runningEngine.js';
import { startCluster } from './cluster.js';
import { requireSameNodes } from './dataFolder.js';
import { projectFolder, whenOrphaned } from './machine.js';
import { type Engine, type EngineOptions, startEngine } from './start.js';

/** One machine would hardly run more. */
const MOST_NODES = 9;

interface Options {
  port?: number;
  data: string;
  heap: number;
  nodes: number;
}

const stopRequest = new AbortController();

await runProcess(
  mainOf(() =>
    createProgram(
      'npm run elasticsearch --',
      'Runs a local Elasticsearch without Docker, until Ctrl-C.',
    )
      .option(
        '--port <number>',
        'on 127.0.0.1 (default: the last one, or 9200)',
        wholeNumber(1, 65_535),
      )
      .option('--data <folder>', 'the data folder', join(projectFolder, 'data', 'elasticsearch'))
      .option('--heap <megabytes>', 'memory of each server', wholeNumber(128, 1_000_000), 1024)
      .option(
        '--nodes <number>',
        'number of servers: on the port and those after it, and on the ports 100 above',
        wholeNumber(1, MOST_NODES),
        1,
      )
      .action(run),
  ),
);

async function run({ port, data, heap, nodes }: Options): Promise<void> {
  const requestStop = (): void => {
    stopRequest.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, requestStop);
  whenOrphaned(requestStop);
  const chosen = port ?? (nodes === 1 && lastPort(data) !== undefined ? undefined : 9200);
  const { signal } = stopRequest;
  const options = { port: chosen, dataFolder: data, heapMegabytes: heap, signal, log };
  try {
    if (nodes === 1) await runAlone(options);
    else await runCluster(nodes, options);
  } catch (error) {
    if (error !== stopRequest.signal.reason) throw error;
  }
}

async function runAlone(options: EngineOptions): Promise<void> {
  requireSameNodes(options.dataFolder, 1);
  const engine = await startEngine(options);
  log(`Elasticsearch is ready: ${engine.url} (process ${engine.pid}). Stop it with Ctrl-C.`);
  onStopRequest(() => engine.stop());
  const death = await engine.exited;
  if (death !== undefined) throw death;
}

/** When one node ends, the others go on, as they would on separate machines. */
async function runCluster(nodes: number, options: EngineOptions): Promise<void> {
  const cluster = await startCluster({ ...options, nodes });
  for (const { name, engine } of cluster.nodes())
    log(`${name} is ready: ${engine.url} (process ${engine.pid}).`);
  log(`The cluster is ready: ELASTICSEARCH_URL=${cluster.urls.join(',')}. Stop it with Ctrl-C.`);
  onStopRequest(() => cluster.stop());
  await Promise.all(cluster.nodes().map(({ name, engine }) => logDeath(name, engine)));
}

async function logDeath(name: string, { exited }: Engine): Promise<void> {
  const death = await exited;
  if (death === undefined) return;
  console.error(`${name}: ${death.message}`);
  process.exitCode = 1;
}

function onStopRequest(stop: () => Promise<void>): void {
  const { signal } = stopRequest;
  const obey = () => {
    log('Stopping Elasticsearch.');
    void stop();
  };
  if (signal.aborted) obey();
  else signal.addEventListener('abort', obey, { once: true });
}

function log(line: string): void {
  console.log(line);
}
