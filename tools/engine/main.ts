import { Command, InvalidArgumentError } from 'commander';
import { LocalCluster, requireSameNodes } from './cluster.js';
import { EngineError } from './errors.js';
import { defaultDataFolder } from './folders.js';
import { whenOrphaned } from './orphan.js';
import { lastPort } from '../../core/elasticsearch/runningEngine.js';
import { type Engine, type EngineOptions, startEngine } from './start.js';

/** More would hardly run on one machine. */
const MOST_NODES = 9;

const program = new Command('npm run elasticsearch --')
  .description('Runs a local Elasticsearch in the foreground, without Docker, until Ctrl-C.')
  .option('--port <number>', 'on 127.0.0.1 (default: the last one or 9200)', wholeNumber(1, 65_535))
  .option('--data <folder>', 'where the data stays between runs', defaultDataFolder)
  .option('--heap <megabytes>', 'memory of the server, of each', wholeNumber(128, 1_000_000), 1024)
  .option(
    '--nodes <number>',
    'servers in a cluster, on the port and those after it; and on those 100 above, for each other',
    wholeNumber(1, MOST_NODES),
    1,
  )
  .parse();

const { port, data, heap, nodes } = program.opts<{
  port: number | undefined;
  data: string;
  heap: number;
  nodes: number;
}>();
const stopRequest = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopRequest.abort();
  });
}
whenOrphaned(() => {
  stopRequest.abort();
});

try {
  const kept = port ?? (nodes === 1 && lastPort(data) !== undefined ? undefined : 9200);
  const options = { dataFolder: data, heapMegabytes: heap, signal: stopRequest.signal, log };
  await (nodes === 1 ? runAlone : runCluster)({ port: kept, ...options });
} catch (error) {
  if (!(error instanceof EngineError)) throw error;
  if (error.fault !== 'interrupted') {
    console.error(error.message);
    process.exitCode = 1;
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

/** The others go on when one node ends, as they would on machines of their own. */
async function runCluster(options: EngineOptions): Promise<void> {
  const cluster = new LocalCluster({ ...options, nodes });
  await cluster.start();
  for (const { name, engine } of cluster.nodes)
    log(`${name} is ready: ${engine.url} (process ${engine.pid}).`);
  log(`The cluster is ready: ELASTICSEARCH_URL=${cluster.urls.join(',')}. Stop it with Ctrl-C.`);
  onStopRequest(() => cluster.stop());
  await Promise.all(cluster.nodes.map(({ name, engine }) => tellDeath(name, engine)));
}

async function tellDeath(name: string, { exited }: Engine): Promise<void> {
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

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}
