import { once } from 'node:events';
import { join } from 'node:path';
import { whenOrphaned } from '../../../dist/tools/engine/machine.js';
import { loadConfig } from '../../../dist/src/config.js';
import { projectFolder, run } from '../install.mjs';
import { findRunningApi, startApi } from './api.mjs';
import { provideElasticsearch } from './elasticsearch.mjs';
import { describeApi } from './examples.mjs';

/** Starts what does not run yet, prints how to use it, and runs until Ctrl-C. */
export async function quickstart() {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => interruption.abort(new Error('interrupted')));
  }
  // npm passes on few signals.
  whenOrphaned(() => interruption.abort(new Error('interrupted')));
  try {
    // Checks all settings before anything is started.
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
  // Idle connections to Elasticsearch must not keep this process running.
  process.exit();
}

async function runUntil(signal, pages) {
  const elasticsearch = await provideElasticsearch(signal);
  try {
    signal.throwIfAborted();
    const isIngested = await ingest(elasticsearch.environment);
    signal.throwIfAborted();
    if (!isIngested) console.log('Not all data was ingested. Live data is served as it is.');
    const api = await startApi(elasticsearch, signal, isIngested);
    console.log(`\n${describeApi({ ...api, pages })}\n\nCtrl-C stops it. The data stays.`);
    try {
      await firstEnd(signal, api, elasticsearch);
    } finally {
      await api.stop();
    }
  } finally {
    await elasticsearch.stop();
  }
}

/** Returns true if all data is there. Live data that is not built in stays. */
async function ingest(environment) {
  console.log('Ingesting the built-in data that is missing.');
  const main = join(projectFolder, 'dist', 'ingest', 'main.js');
  const status = await run(process.execPath, [main, '--if-needed'], environment);
  return status === 0;
}

/** Waits for an interruption. Throws if a part ends by itself. */
async function firstEnd(signal, api, elasticsearch) {
  if (signal.aborted) return;
  const ended = await Promise.race([
    once(signal, 'abort'),
    api.exited.then(() => 'the API'),
    ...(elasticsearch.exited ? [elasticsearch.exited.then(() => 'Elasticsearch')] : []),
  ]);
  if (!signal.aborted) throw new Error(`${ended} has ended. See above.`);
}
