import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The version of docker-compose.yml. */
const image = 'docker.elastic.co/elasticsearch/elasticsearch:9.5.3';
const heapMegabytes = 1024;
const containerStartMs = 180_000;
/** Far more than the built-in data and the data of single tests. */
const bytesOfTests = 8 * 1024 ** 3;

/**
 * Much data is loaded faster with these: the parallel collector has no threads that work beside Elasticsearch, and the
 * thorough compiler compiles only code that runs ten times as often as by default.
 */
const javaOptionsForMuchData = [
  '-XX:-UseG1GC -XX:+UseParallelGC',
  '-XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000',
  '-XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000',
].join(' ');
/** For all other servers: they live too short for the thorough compiler. Tests of ingestions take a fifth less. */
const javaOptions =
  '-XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote';

/** Data that tests have made, for the next run. `npm run test:clean` removes it. */
export const keptFolder = join(import.meta.dirname, '../../../data/tests');

/**
 * Provides an Elasticsearch for the tests: the one that ELASTICSEARCH_URL names. Otherwise a container if a Docker engine
 * runs, otherwise the local engine with a temporary data folder.
 * @param {string} [world] its data begins as that of the last `keep` of this world. Absent: there is no data
 * @returns {Promise<{ url: string, keep: () => Promise<void>, stop: () => Promise<void> }>} `keep` stores all
 *   data for the next run. An Elasticsearch of ELASTICSEARCH_URL keeps its data by itself
 */
export async function provideElasticsearch(world) {
  const { ELASTICSEARCH_URL: url, ES_JAVA_OPTS: options } = process.env;
  if (url) return { url, keep: async () => undefined, stop: async () => undefined };
  process.env.ES_JAVA_OPTS = options ?? (world === 'whole' ? javaOptionsForMuchData : javaOptions);
  const started = (await startContainer()) ?? (await startLocal(world));
  // For the servers that single tests start.
  process.env.ES_JAVA_OPTS = options ?? javaOptions;
  return started;
}

async function startContainer() {
  const sockets = ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock')];
  if (!process.env.DOCKER_HOST && !sockets.some((socket) => existsSync(socket))) return undefined;
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    return undefined;
  }
  const port = 9200;
  const container = await new GenericContainer(image)
    .withEnvironment({
      'discovery.type': 'single-node',
      'xpack.security.enabled': 'false',
      'action.auto_create_index': 'false',
      'cluster.routing.allocation.disk.threshold_enabled': 'false',
      ES_JAVA_OPTS: `-Xms${heapMegabytes}m -Xmx${heapMegabytes}m`,
    })
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forHttp('/_cluster/health?wait_for_status=yellow', port))
    .withStartupTimeout(containerStartMs)
    .start();
  const url = `http://${container.getHost()}:${container.getMappedPort(port)}`;
  await liftMemoryLimit(url);
  return {
    url,
    // The data of a container ends with it.
    keep: async () => undefined,
    stop: async () => {
      await container.stop();
    },
  };
}

/** Starts on a copy, so that what tests do, and a killed run, leave the kept data as it was. */
async function startLocal(world) {
  const { startEngine } = await import('../../../dist/tools/engine/start.js');
  const dataFolder = mkdtempSync(join(folderForData(), 'geographic-tests-'));
  const kept = world && join(keptFolder, world);
  const data = join(dataFolder, 'data');
  if (kept) copyKept(kept, data);
  const { url, stop } = await startEngine({
    dataFolder,
    temporary: true,
    heapMegabytes,
    log: console.log,
  });
  await liftMemoryLimit(url);
  return { url, keep: () => keepData(url, data, kept), stop };
}

/** A folder of data that is not complete yet. Its name is that of the complete one with this in front. */
const PARTIAL = 'partial-';

/** Returns the names of the complete data in a folder, the newest first. */
function completeIn(kept) {
  const names = existsSync(kept) ? readdirSync(kept) : [];
  return names.filter((name) => !name.startsWith(PARTIAL)).sort().reverse(); // prettier-ignore
}

/** Copies the newest data, if there is any. */
function copyKept(kept, data) {
  const [newest] = completeIn(kept);
  if (newest === undefined) return;
  try {
    cpSync(join(kept, newest), data, { recursive: true });
  } catch {
    // Another run has removed it meanwhile, because it has made newer data.
    rmSync(data, { recursive: true, force: true });
  }
}

/**
 * Stores the data of a server that nobody writes to now. If a file changes meanwhile, all are copied again. The data gets
 * its name when it is complete.
 */
async function keepData(url, data, kept) {
  const response = await fetch(`${url}/_flush?wait_if_ongoing=true`, { method: 'POST' });
  if (!response.ok) throw new Error(`Elasticsearch cannot flush: ${await response.text()}`);
  const name = `${new Date().toISOString().replace(/\W/g, '')}-${process.pid}`;
  const partial = join(kept, `${PARTIAL}${name}`);
  mkdirSync(kept, { recursive: true });
  let before;
  do {
    before = listFiles(data);
    rmSync(partial, { recursive: true, force: true });
    cpSync(data, partial, { recursive: true });
  } while (listFiles(data) !== before);
  renameSync(partial, join(kept, name));
  for (const other of readdirSync(kept))
    if (other !== name && !isBeingMade(other))
      rmSync(join(kept, other), { recursive: true, force: true });
}

/** True for partial data whose process lives. Others were left by runs that were killed. */
function isBeingMade(name) {
  if (!name.startsWith(PARTIAL)) return false;
  try {
    return process.kill(Number(name.split('-').at(-1)), 0);
  } catch {
    return false;
  }
}

/** Lists all files with their sizes and times. */
function listFiles(folder) {
  const files = readdirSync(folder, { recursive: true }).sort();
  return JSON.stringify(
    files.map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return [name, size, mtimeMs];
    }),
  );
}

/**
 * Returns a folder in memory if Linux has room there. Tests create and delete hundreds of indices, and Elasticsearch
 * waits for the disk each time: tests of ingestion took twice as long.
 */
function folderForData() {
  const inMemory = '/dev/shm';
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    // The file system may be larger than the free memory.
    const free = Math.min(bavail * bsize, process.availableMemory());
    if (free >= bytesOfTests) return inMemory;
  } catch {
    // Other systems have no such folder.
  }
  return tmpdir();
}

/**
 * Lets Elasticsearch accept requests however full its heap is. The parallel collector leaves garbage until the heap is
 * full, but above 95 % Elasticsearch would reject all requests for minutes, because rejecting creates no garbage.
 */
async function liftMemoryLimit(url) {
  const persistent = { 'indices.breaker.total.limit': '100%' };
  const response = await fetch(`${url}/_cluster/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ persistent }),
  });
  if (!response.ok) throw new Error(`Elasticsearch rejects a setting: ${await response.text()}`);
}
