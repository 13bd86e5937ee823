import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serverAccount } from './account.js';
import { ensureBuilt } from './build.js';
import { EngineError } from './errors.js';
import { handOver, hasDataElsewhere, orUnusable } from './reachable.js';
import { freePorts, requireFreePort } from './port.js';
import { type Engine, type EngineOptions, startEngine } from './start.js';

/** As between Elasticsearch's own two standard ports. */
const TRANSPORT_PORTS_ABOVE = 100;

/** The options of a local cluster: those of a server, for each of its nodes. */
export interface ClusterOptions extends Omit<EngineOptions, 'member'> {
  nodes: number;
  /** Of the first node, on 127.0.0.1; the others have those after it. Free ones when absent. */
  port?: number | undefined;
}

/** A node of a local cluster that has been started. */
export interface ClusterNode {
  readonly name: string;
  readonly engine: Engine;
}

/** A local Elasticsearch of several nodes, each with a folder of its own below the data folder. */
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

  /** The addresses of all nodes, in their order. */
  get urls(): string[] {
    return this.#ports.map(({ http }) => `http://127.0.0.1:${http}`);
  }

  /** The nodes that were started last under their names. */
  get nodes(): ClusterNode[] {
    return this.#names.flatMap((name) => this.#nodes.get(name) ?? []);
  }

  /**
   * Starts all nodes, and waits until each is healthy.
   * @throws EngineError as `startEngine` does; then none is left running
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
    // Once, and not by each node.
    await ensureBuilt(this.#options);
    await this.#startAll();
    rememberNodes(this.#dataFolder, this.#options.nodes);
  }

  /** The first failure ends the other starts, which would wait for that node, and is the one to tell. */
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
   * Starts one node, that has ended, on its data and its ports.
   * @throws EngineError as `startEngine` does
   */
  async startNode(name: string, signal = this.#options.signal): Promise<ClusterNode> {
    const ports = this.#ports[this.#names.indexOf(name)];
    if (ports === undefined) throw new Error(`There is no ${name}.`);
    const isFirst = readNodes(this.#dataFolder) === undefined;
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

  /** Ends all nodes, at the same time. */
  async stop(): Promise<void> {
    await Promise.all(this.nodes.map(({ engine }) => engine.stop()));
  }
}

async function choosePorts({ nodes, port }: ClusterOptions) {
  if (port === undefined) {
    const ports = await freePorts(2 * nodes);
    return Array.from({ length: nodes }, (_, position) => ({
      http: ports[position] ?? 0,
      transport: ports[nodes + position] ?? 0,
    }));
  }
  const chosen = Array.from({ length: nodes }, (_, position) => ({
    http: port + position,
    transport: port + position + TRANSPORT_PORTS_ABOVE,
  }));
  for (const { http, transport } of chosen) {
    await requireFreePort(http);
    await requireFreePort(transport);
  }
  return chosen;
}

/** Written once the nodes have found each other for the first time: they must never do so a second time. */
function recordOf(dataFolder: string): string {
  return join(dataFolder, 'cluster.json');
}

function rememberNodes(dataFolder: string, nodes: number): void {
  writeFileSync(recordOf(dataFolder), `${JSON.stringify({ nodes })}\n`);
}

/** Returns how many nodes the cluster has whose data is in the folder; undefined: there is none. */
function readNodes(dataFolder: string): number | undefined {
  try {
    const { nodes } = JSON.parse(readFileSync(recordOf(dataFolder), 'utf8')) as { nodes?: number };
    return nodes;
  } catch {
    return undefined;
  }
}

/**
 * Refuses to start another number of nodes than those that the data is spread over.
 * @throws EngineError `data_unusable`
 */
export function requireSameNodes(dataFolder: string, nodes: number): void {
  orUnusable(dataFolder, () => mkdirSync(dataFolder, { recursive: true }));
  const isOfOne = existsSync(join(dataFolder, 'data')) || hasDataElsewhere(dataFolder);
  const found = readNodes(dataFolder) ?? (isOfOne ? 1 : undefined);
  if (found === undefined || found === nodes) return;
  const started = found === 1 ? 'without --nodes' : `with --nodes ${found}`;
  throw new EngineError(
    'data_unusable',
    `The data in ${dataFolder} is that of ${found === 1 ? 'one node' : `${found} nodes`}: start it ${started}, or choose another folder with --data.`,
  );
}
