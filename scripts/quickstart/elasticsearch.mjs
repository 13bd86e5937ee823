import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEngine } from '../../dist/engine/start.js';
import { findRunningEngine } from '../../dist/engine/running.js';
import { projectFolder } from '../install.mjs';

const HEAP_MEGABYTES = 2048;
/** Settings of another Elasticsearch in a file `.env` do not go for ours. */
const NO_LOGIN = {
  ELASTICSEARCH_API_KEY: '',
  ELASTICSEARCH_USERNAME: '',
  ELASTICSEARCH_PASSWORD: '',
  ELASTICSEARCH_CA_FILE: '',
};
const dataFolder = join(projectFolder, 'data', 'elasticsearch');

/**
 * Finds or starts an Elasticsearch: the one of ELASTICSEARCH_URL, else a container where a Docker engine is, else the
 * local engine.
 * @param {AbortSignal} signal gives up and leaves nothing running
 * @returns {Promise<{ environment: Record<string, string>, exited?: Promise<Error | undefined>, stop: () => Promise<void> }>}
 * `environment` is what every process needs to reach it.
 */
export async function provideElasticsearch(signal) {
  const nothingToStop = async () => undefined;
  if (process.env.ELASTICSEARCH_URL) {
    console.log(`Using the Elasticsearch of ELASTICSEARCH_URL.`);
    return { environment: {}, stop: nothingToStop };
  }
  const container = startContainer();
  if (container) return { environment: container, stop: nothingToStop };

  const running = await findRunningEngine(dataFolder);
  if (running) {
    console.log(`Using the local Elasticsearch that runs at ${running.url}.`);
    return {
      environment: { ...NO_LOGIN, ELASTICSEARCH_URL: running.url },
      stop: nothingToStop,
    };
  }
  const engine = await startEngine({
    dataFolder,
    heapMegabytes: HEAP_MEGABYTES,
    log: console.log,
    signal,
  });
  return {
    environment: { ...NO_LOGIN, ELASTICSEARCH_URL: engine.url },
    exited: engine.exited,
    stop: () => engine.stop(),
  };
}

/** Elasticsearch by `docker compose`, kept running afterwards; undefined where there is no Docker engine. */
function startContainer() {
  const engine = spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
  if (engine.status !== 0) return undefined;
  console.log('Starting Elasticsearch in a container (docker compose).');
  const password = containerPassword();
  const files = ['docker-compose.yml', 'docker-compose.quickstart.yml'];
  const started = spawnSync(
    'docker',
    [
      'compose',
      // Not the project of docker-compose.yml: that one may be somebody's production.
      '--project-name',
      'geographic-data-service-quickstart',
      ...files.flatMap((file) => ['--file', file]),
      'up',
      '--detach',
      '--wait',
      'elasticsearch',
    ],
    {
      cwd: projectFolder,
      env: {
        ...process.env,
        ELASTIC_PASSWORD: password,
        ELASTICSEARCH_HEAP: '2g',
        ELASTICSEARCH_MEMORY: '4g',
      },
      stdio: 'inherit',
    },
  );
  if (started.status !== 0) {
    console.log('The container did not start (see above); trying the local engine instead.');
    return undefined;
  }
  return {
    ...NO_LOGIN,
    ELASTICSEARCH_URL: 'http://127.0.0.1:9200',
    ELASTICSEARCH_USERNAME: 'elastic',
    ELASTICSEARCH_PASSWORD: password,
  };
}

/** The password of the container's volume: chosen once, since Elasticsearch keeps its first one. */
function containerPassword() {
  if (process.env.ELASTIC_PASSWORD) return process.env.ELASTIC_PASSWORD;
  const file = join(projectFolder, 'data', 'elastic-password');
  if (!existsSync(file)) {
    mkdirSync(join(projectFolder, 'data'), { recursive: true });
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8');
}
