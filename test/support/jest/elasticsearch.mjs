import { accessSync, constants, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The version of docker-compose.yml. */
const image = 'docker.elastic.co/elasticsearch/elasticsearch:9.5.3';
const heapMegabytes = 1024;
const containerStartMs = 180_000;
/** Far more than the built-in data and the data of single tests. */
const bytesOfTests = 8 * 1024 ** 3;

/**
 * The parallel collector has no threads that work beside Elasticsearch: to load all data took 119 s of processor time
 * with it, 159 s without. The thorough compiler took half of the rest. It now compiles only code that runs ten times as
 * often as by default: 78 s.
 */
const javaOptions = [
  '-XX:-UseG1GC -XX:+UseParallelGC',
  '-XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000',
  '-XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000',
].join(' ');
/** For the servers that single tests start: they live for seconds, too short for the thorough compiler. */
const shortLivedJavaOptions =
  '-XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote';

/**
 * Provides an Elasticsearch for the tests: the one that ELASTICSEARCH_URL names. Otherwise a container if a Docker engine
 * runs, otherwise the local engine with a temporary data folder.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function provideElasticsearch() {
  const { ELASTICSEARCH_URL: url, ES_JAVA_OPTS: options } = process.env;
  process.env.ES_JAVA_OPTS = options ?? javaOptions;
  const started = url ? undefined : ((await startContainer()) ?? (await startLocal()));
  process.env.ES_JAVA_OPTS = options ?? shortLivedJavaOptions;
  if (started === undefined) return { url, stop: async () => undefined };
  await liftMemoryLimit(started.url);
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
  return {
    url: `http://${container.getHost()}:${container.getMappedPort(port)}`,
    stop: async () => {
      await container.stop();
    },
  };
}

async function startLocal() {
  const { startEngine } = await import('../../../dist/tools/engine/start.js');
  return startEngine({
    dataFolder: mkdtempSync(join(folderForData(), 'geographic-tests-')),
    temporary: true,
    heapMegabytes,
    log: console.log,
  });
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
