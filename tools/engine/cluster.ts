import { join, resolve } from 'node:path';
import { ensureBuilt } from './build.js';
import {
  handOver,
  orUnusable,
  recordedNodes,
  recordNodes,
  requireSameNodes,
} from './dataFolder.js';
import { freePorts, requireFreePort, serverAccount } from './machine.js';
import { type Engine, type EngineOptions, startEngine } from './start.js';

/** As between the two standard ports of Elasticsearch. */
const TRANSPORT_PORT_OFFSET = 100;

/** The options of a local cluster, for each of its nodes. */
export interface ClusterOptions extends Omit<EngineOptions, 'member'> {
  nodes: number;
  /** The port of the first node; the others use the ports after it. Absent: free ports. */
  port?: number | undefined;
}

/** A node of a local cluster that was started. */
export interface ClusterNode {
  readonly name: string;
  readonly engine: Engine;
}

/** A local Elasticsearch of several nodes, each with its own folder below the data folder. */
export class LocalCluster {
  readonly #options: ClusterOptions;
  readonly #dataFolder: string;
  readonly #names: readonly string[];
  #ports: readonly { http: number; transport: number }[] = [];
  readonly #nodes = new Map<string, ClusterNode>();

  constructor(options: ClusterOptions) {
    this.#options = options;
    this.#dataFolder = resolve(options.dataFolder);
    this.#names = Array.from({ length: options.nodes }, (_, position) => `node-${position + 1}`);
  }

  /** The addresses of all nodes, in order. */
  get urls(): string[] {
    return this.#ports.map(({ http }) => `http://127.0.0.1:${http}`);
  }

  /** The nodes, as last started. */
  get nodes(): ClusterNode[] {
    return this.#names.flatMap((name) => this.#nodes.get(name) ?? []);
  }

  /**
   * Starts all nodes, and waits until each is healthy.
   * @throws EngineError as `startEngine` does; then no node is left running
   */
  async start(): Promise<void> {
    requireSameNodes(this.#dataFolder, this.#options.nodes);
    const account = serverAccount();
    if (account !== undefined) {
      orUnusable(this.#dataFolder, () => {
        handOver(this.#dataFolder, account);
      });
    }
    this.#ports = await choosePorts(this.#options);
    // Once, instead of by each node.
    await ensureBuilt(this.#options);
    await this.#startAll();
    recordNodes(this.#dataFolder, this.#options.nodes);
  }

  /** Starts all nodes. The first failure aborts the other starts, and is thrown. */
  async #startAll(): Promise<void> {
    const failure = new AbortController();
    const given = this.#options.signal;
    const signal = AbortSignal.any([failure.signal, ...(given === undefined ? [] : [given])]);
    const starts = this.#names.map((name) =>
      this.startNode(name, signal).catch((error: unknown) => {
        failure.abort(error);
      }),
    );
    await Promise.all(starts);
    if (!failure.signal.aborted) return;
    await this.stop();
    throw failure.signal.reason;
  }

  /**
   * Starts one node that has ended, on its data and its ports.
   * @throws EngineError as `startEngine` does
   */
  async startNode(name: string, signal = this.#options.signal): Promise<ClusterNode> {
    const ports = this.#ports[this.#names.indexOf(name)];
    if (ports === undefined) throw new Error(`There is no ${name}.`);
    // The nodes must not form a second cluster with the same data.
    const isFirst = recordedNodes(this.#dataFolder) === undefined;
    const engine = await startEngine({
      ...this.#options,
      dataFolder: join(this.#dataFolder, name),
      port: ports.http,
      signal,
      member: {
        name,
        transportPort: ports.transport,
        seedHosts: this.#ports.map(({ transport }) => `127.0.0.1:${transport}`),
        firstMasters: isFirst ? this.#names : undefined,
      },
      log: (line) => this.#options.log?.(`${name}: ${line}`),
    });
    const node = { name, engine };
    this.#nodes.set(name, node);
    return node;
  }

  /** Stops all nodes at the same time. */
  async stop(): Promise<void> {
    await Promise.all(this.nodes.map(({ engine }) => engine.stop()));
  }
}

async function choosePorts({ nodes, port }: ClusterOptions) {
  const free = port === undefined ? await freePorts(2 * nodes) : [];
  const ports = Array.from({ length: nodes }, (_, position) => ({
    http: free[position] ?? (port ?? 0) + position,
    transport: free[nodes + position] ?? (port ?? 0) + position + TRANSPORT_PORT_OFFSET,
  }));
  if (port !== undefined)
    for (const { http, transport } of ports) {
      await requireFreePort(http);
      await requireFreePort(transport);
    }
  return ports;
}
