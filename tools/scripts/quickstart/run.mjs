import { once } from 'node:events';
import { whenOrphaned } from '../../../dist/tools/engine/machine.js';
import { loadConfig } from '../../../dist/src/config.js';
import { buildPages } from '../install.mjs';
import { findRunningApi, findUnready, startApi } from './api.mjs';
import { provideElasticsearch } from './elasticsearch.mjs';
import { describeAddresses, describeApi } from './examples.mjs';
import { ingest } from './ingest.mjs';

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
  // Beside each other, because the server starts on one processor.
  const building = buildPages();
  const elasticsearch = await provideElasticsearch(signal).finally(() => building);
  try {
    signal.throwIfAborted();
    const api = await startApi(elasticsearch, signal);
    const ended = endOf(signal, api, elasticsearch);
    try {
      await fill(api, elasticsearch, ended, pages);
      signal.throwIfAborted();
      console.log('\nCtrl-C stops it. The data stays.');
      if (!ended.aborted) await once(ended, 'abort');
      if (!signal.aborted) throw ended.reason;
    } finally {
      await api.stop();
    }
  } finally {
    await elasticsearch.stop();
  }
}

/** Ingests what is missing while the API answers, and prints how to use it. */
async function fill(api, { environment }, signal, pages) {
  console.log('Ingesting the built-in data that is missing.');
  const isIngested = await ingest(api, environment, signal, (later) => {
    const addresses = describeAddresses({ ...api, pages });
    console.log(`\n${addresses}\nStill to come, while you use it: ${later.join(', ')}.\n`);
  });
  const missing = await findUnready(api, signal);
  if (missing.length > 0 && !isIngested)
    throw new Error('the data was not ingested. See the reason above.');
  const lines = missing.map(({ path, message }) => `  ${path}: ${message}`).join('\n');
  if (missing.length > 0) console.log(`Not everything can be served now:\n${lines}`);
  else if (isIngested) console.log('Everything is there.');
  else console.log('Not all data was ingested. Live data is served as it is.');
  console.log(`\n${describeApi({ ...api, pages })}`);
}

/** Returns a signal for an interruption, or for the end of a part by itself. */
function endOf(signal, api, elasticsearch) {
  const part = new AbortController();
  const ended = (name) => () => part.abort(new Error(`${name} has ended. See above.`));
  void api.exited.then(ended('the API'));
  void elasticsearch.exited?.then(ended('Elasticsearch'));
  return AbortSignal.any([signal, part.signal]);
}
