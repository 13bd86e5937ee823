import { join } from 'node:path';
import { whenOrphaned } from '../../../dist/tools/engine/machine.js';
import { loadConfig } from '../../../dist/src/config.js';
import { projectFolder, run } from '../install.mjs';
import { findRunningApi, startApi } from './api.mjs';
import { provideElasticsearch } from './elasticsearch.mjs';
import { describeApi } from './examples.mjs';

/** Starts what is not there yet, prints how to use it, and runs until Ctrl-C. */
export async function quickstart() {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => interruption.abort(new Error('interrupted')));
  }
  // npm passes on few signals: when it is gone, so are we.
  whenOrphaned(() => interruption.abort(new Error('interrupted')));
  try {
    // Before anything is started. These two are quickstart's own.
    const { pages } = loadConfig({ ...process.env, NODE_ENV: 'development', DEV_TOKENS: 'true' });
    const running = await findRunningApi();
    if (running)
      console.log(
        `It runs already, started by this folder (process ${running.pid}).\n\n${describeApi({ ...running, pages })}`,
      );
    else await runUntil(interruption.signal, pages);
  } catch (error) {
    if (interruption.signal.aborted) process.exitCode = 130;
    else {
      console.error(`Quickstart failed: ${error.message}`);
      process.exitCode = 1;
    }
  }
  // Idle connections to Elasticsearch must not keep this process.
  process.exit();
}

async function runUntil(signal, pages) {
  const elasticsearch = await provideElasticsearch(signal);
  try {
    signal.throwIfAborted();
    const isIngested = await ingest(elasticsearch.environment);
    signal.throwIfAborted();
    if (!isIngested)
      console.log('Not all data could be ingested. What is live is served as it is.');
    const api = await startApi(elasticsearch, signal, isIngested);
    console.log(
      `\n${describeApi({ ...api, pages })}\n\nCtrl-C stops it; the data stays for the next time.`,
    );
    try {
      await firstEnd(signal, api, elasticsearch);
    } finally {
      await api.stop();
    }
  } finally {
    await elasticsearch.stop();
  }
}

/** Tells whether all is there. What is live and is not the built-in data is left alone. */
async function ingest(environment) {
  console.log('Ingesting the built-in data, as far as it is not there yet.');
  const main = join(projectFolder, 'dist', 'ingest', 'main.js');
  const status = await run(process.execPath, [main, '--if-needed'], environment);
  return status === 0;
}

/** Settles when a person stops it; throws when a part ends by itself. */
async function firstEnd(signal, api, elasticsearch) {
  // A signal that has come already does not come again.
  if (signal.aborted) return;
  const stopped = new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  const ended = await Promise.race([
    stopped,
    api.exited.then(() => 'the API'),
    ...(elasticsearch.exited ? [elasticsearch.exited.then(() => 'Elasticsearch')] : []),
  ]);
  if (ended !== 'stopped' && !signal.aborted) throw new Error(`${ended} has ended; see above.`);
}
