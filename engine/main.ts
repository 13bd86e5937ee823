import { Command, InvalidArgumentError } from 'commander';
import { EngineError } from './errors.js';
import { defaultDataFolder } from './folders.js';
import { whenOrphaned } from './orphan.js';
import { startEngine } from './start.js';

const program = new Command('npm run elasticsearch --')
  .description('Runs a local Elasticsearch in the foreground, without Docker, until Ctrl-C.')
  .option('--port <number>', 'port on 127.0.0.1', wholeNumber(1, 65_535), 9200)
  .option('--data <folder>', 'where the data stays between runs', defaultDataFolder)
  .option('--heap <megabytes>', 'memory of the server', wholeNumber(128, 1_000_000), 1024)
  .parse();

const { port, data, heap } = program.opts<{ port: number; data: string; heap: number }>();
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
  await run();
} catch (error) {
  if (!(error instanceof EngineError)) throw error;
  if (error.fault !== 'interrupted') {
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function run(): Promise<void> {
  const { signal } = stopRequest;
  const engine = await startEngine({
    port,
    dataFolder: data,
    heapMegabytes: heap,
    signal,
    log: (line) => {
      console.log(line);
    },
  });
  console.log(
    `Elasticsearch is ready: ${engine.url} (process ${engine.pid}). Stop it with Ctrl-C.`,
  );
  const stop = () => {
    console.log('Stopping Elasticsearch.');
    void engine.stop();
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  const death = await engine.exited;
  if (death !== undefined) throw death;
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}
