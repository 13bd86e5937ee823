import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startEngine } from '../../../dist/tools/engine/start.js';
import { findRunningEngine } from '../../../dist/core/elasticsearch/runningEngine.js';
import { projectFolder } from '../install.mjs';
import { startContainer } from './container.mjs';
import { note, readNotes } from './notes.mjs';

const HEAP_MEGABYTES = 2048;
/** Settings of another Elasticsearch in a file `.env` do not go for ours. */
const NO_LOGIN = {
  ELASTICSEARCH_API_KEY: '',
  ELASTICSEARCH_USERNAME: '',
  ELASTICSEARCH_PASSWORD: '',
  ELASTICSEARCH_CA_FILE: '',
};
const dataFolder = join(projectFolder, 'data', 'elasticsearch');
const nothingToStop = async () => undefined;

/**
 * Finds or starts an Elasticsearch: the one of ELASTICSEARCH_URL, else the one that holds the data of an earlier run, else
 * a container where a Docker engine is, else the local engine.
 * @param {AbortSignal} signal gives up and leaves nothing running
 * @returns {Promise<{ environment: Record<string, string>, exited?: Promise<Error | undefined>, stop: () => Promise<void> }>}
 */
export async function provideElasticsearch(signal) {
  if (reachGiven()) {
    console.log(
      'Using the Elasticsearch of ELASTICSEARCH_URL; if that is empty, quickstart starts one.',
    );
    return { environment: {}, stop: nothingToStop };
  }
  // Before there were notes, only the local engine made that folder.
  const holder = readNotes().provider ?? (existsSync(dataFolder) ? 'local' : undefined);
  if (holder === 'local') return provideLocal(signal);
  const { refusal, environment } = await startContainer();
  if (environment) {
    note({ provider: 'container' });
    return { environment: { ...NO_LOGIN, ...environment }, stop: nothingToStop };
  }
  if (holder === 'container')
    throw new Error(
      `the data of the last run is in a container, but ${refusal}. Start what is missing, or remove data/quickstart.json to begin anew.`,
    );
  console.log(`Using a local Elasticsearch, because ${refusal}.`);
  return provideLocal(signal);
}

/** How a shell reaches the Elasticsearch of ELASTICSEARCH_URL; undefined where none is set. */
export function reachGiven() {
  const url = process.env.ELASTICSEARCH_URL?.trim();
  return url ? `ELASTICSEARCH_URL='${url.replaceAll("'", '%27')}'` : undefined;
}

async function provideLocal(signal) {
  const running = await findRunningEngine(dataFolder);
  const engine =
    running ??
    (await startEngine({ dataFolder, heapMegabytes: HEAP_MEGABYTES, log: console.log, signal }));
  note({ provider: 'local' });
  if (running)
    console.log(
      `Using the local Elasticsearch at ${running.url} (process ${running.pid}), which another command of this folder started: it ends with that one.`,
    );
  return {
    environment: { ...NO_LOGIN, ELASTICSEARCH_URL: engine.url },
    ...(running ? { stop: nothingToStop } : { exited: engine.exited, stop: () => engine.stop() }),
  };
}
