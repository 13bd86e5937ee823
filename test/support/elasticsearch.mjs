import { accessSync, constants, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** The version of docker-compose.yml. */
const image = 'docker.elastic.co/elasticsearch/elasticsearch:9.5.3';
const heapMegabytes = 1024;
const containerStartMs = 180_000;
/** Far more than the built-in data and what tests make beside it. */
const bytesOfTests = 8 * 1024 ** 3;

/**
 * An Elasticsearch for the tests: the one that ELASTICSEARCH_URL names; else a container, where a Docker engine is; else
 * the local engine on a data folder of its own.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function provideElasticsearch() {
  const given = process.env.ELASTICSEARCH_URL;
  if (given) return { url: given, stop: async () => undefined };
  return (await startContainer()) ?? (await startLocal());
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
  const { startEngine } = await import('../../dist/tools/engine/start.js');
  return startEngine({
    dataFolder: mkdtempSync(join(folderForData(), 'geographic-tests-')),
    temporary: true,
    heapMegabytes,
    log: console.log,
  });
}

/**
 * In memory, where Linux has room for files there: tests make and delete hundreds of indices, and Elasticsearch waits for
 * the disk with each of them, which doubled the time of a test of ingestion.
 */
function folderForData() {
  const inMemory = '/dev/shm';
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    // A folder may hold more than there is memory.
    const free = Math.min(bavail * bsize, process.availableMemory());
    if (free >= bytesOfTests) return inMemory;
  } catch {
    // Other systems have none.
  }
  return tmpdir();
}
