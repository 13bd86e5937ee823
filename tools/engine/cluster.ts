import { join, resolve } from 'node:path';
import { ensureBuilt } from './build.js';
import { recordedNodes, recordNodes, requireSameNodes } from './dataFolder.js';
import { freePorts, requireFreePort } from './machine.js';
import { type Engine, type EngineOptions, startEngine } from './start.js';

/** The difference of the two standard ports of Elasticsearch. */
const TRANSPORT_PORT_OFFSET = 100;

/** The options of a local cluster, for each of its nodes. */
export interface ClusterOptions extends Omit<EngineOptions, 'member'> {
  nodes: number;
  /** The port of the first node; the others use the ports after it. Default: free ports. */
  port?: number | undefined;
}

/** A local Elasticsearch of several nodes, each with its own folder below the data folder. */
export type LocalCluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Starts all nodes, and waits until each is healthy. The first failure aborts the other starts.
 * @throws EngineError as `startEngine` does; then no node is left running
 */
export async function startCluster(options: ClusterOptions) {
  const { nodes: count, signal } = options;
  const dataFolder = resolve(options.dataFolder);
  requireSameNodes(dataFolder, count);
  const ports = await choosePorts(options);
  // Once, instead of by each node.
  await ensureBuilt(options);
  const names = ports.map((_, position) => `node-${position + 1}`);
  const seedHosts = ports.map(({ transport }) => `127.0.0.1:${transport}`);
  const engines = new Map<string, Engine>();

  const startNode = async (name: string, aborted = signal): Promise<void> => {
    const port = ports[names.indexOf(name)];
    if (port === undefined) throw new Error(`There is no ${name}.`);
    // The nodes must not form a second cluster with the same data.
    const firstMasters = recordedNodes(dataFolder) === undefined ? names : undefined;
    const engine = await startEngine({
      ...options,
      dataFolder: join(dataFolder, name),
      port: port.http,
      signal: aborted,
      member: { name, transportPort: port.transport, seedHosts, firstMasters },
      log: (line) => options.log?.(`${name}: ${line}`),
    });
    engines.set(name, engine);
  };
  const stop = async (): Promise<void> => {
    await Promise.all([...engines.values()].map((engine) => engine.stop()));
  };

  const failure = new AbortController();
  const aborted = AbortSignal.any([failure.signal, ...(signal ? [signal] : [])]);
  const starts = names.map((name) =>
    startNode(name, aborted).catch((error: unknown) => {
      failure.abort(error);
    }),
  );
  await Promise.all(starts);
  if (failure.signal.aborted) {
    await stop();
    throw failure.signal.reason;
  }
  recordNodes(dataFolder, count);
  return {
    /** In order. */
    urls: ports.map(({ http }) => `http://127.0.0.1:${http}`),
    /** Returns the nodes, as last started. */
    nodes: () => [...engines].map(([name, engine]) => ({ name, engine })),
    /** Starts one node that has ended, on its data and its ports. */
    startNode: (name: string) => startNode(name),
    /** Stops all nodes at the same time. */
    stop,
  };
}

async function choosePorts({ nodes, port }: ClusterOptions) {
  if (port === undefined) {
    const free = await freePorts(2 * nodes);
    return Array.from({ length: nodes }, () => ({ http: free.pop() ?? 0, transport: free.pop() ?? 0 })); // prettier-ignore
  }
  const ports = Array.from({ length: nodes }, (_, position) => ({
    http: port + position,
    transport: port + position + TRANSPORT_PORT_OFFSET,
  }));
  for (const { http, transport } of ports)
    for (const each of [http, transport]) await requireFreePort(each);
  return ports;
}
