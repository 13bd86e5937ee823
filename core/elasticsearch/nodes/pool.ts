import { BaseConnection, BaseConnectionPool, type Connection } from '@elastic/elasticsearch';
import { nodeId, type NodeState, ping } from './ping.js';

const PING_EVERY_MS = 1_000;
/** A node that takes longer keeps readers waiting that others would answer. */
const PING_WITHIN_MS = 300;
/** A node that was away may be about to notice that the others went on without it. */
const PINGS_UNTIL_TRUSTED = 2;

type GetConnectionOptions = Parameters<BaseConnectionPool['getConnection']>[0];
type Nodes = Parameters<BaseConnectionPool['update']>[0];

/** Known of a node. */
interface Node {
  id?: string | undefined;
  isAway: boolean;
  /** Has never answered: its address may lead nowhere from here. */
  isNew?: boolean;
  hasMaster: boolean;
  /** A request has failed there, and it is pinged for it. */
  isSuspected: boolean;
  /** Answered since it was away. */
  pings: number;
}

/**
 * Sends requests by turns to the nodes that answer pings. With a single node, nothing is pinged.
 *
 * A request that failed makes nobody take a node for dead: it may have waited for a part of the data
 * that is on another one. When all nodes miss a ping, it is this process that was busy.
 */
export class NodePool extends BaseConnectionPool {
  readonly #nodes = new WeakMap<Connection, Node>();
  /** Those of the settings, by their addresses. */
  readonly #given = new Map<string, Connection>();
  readonly #onAway = new Set<() => void>();
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #isClosed = false;
  #isPinged = false;

  override getConnection({ filter = () => true }: GetConnectionOptions): Connection | null {
    // Without a connection it would be taken for an Elasticsearch that is away, and waited for.
    if (this.#isClosed) throw new Error('The client of Elasticsearch is closed.');
    if (this.size > 1) this.#watch();
    const all = this.connections.filter(filter);
    const present = all.filter((connection) => !this.#of(connection).isAway);
    const trusted = present.filter((connection) => !this.#of(connection).isSuspected);
    const led = trusted.filter((connection) => this.#of(connection).hasMaster);
    const candidates = [led, trusted, present].find(({ length }) => length > 0) ?? all;
    this.#turn += 1;
    return candidates[this.#turn % candidates.length] ?? null;
  }

  /** Is called for failures of all kinds. */
  override markDead(connection: Connection): this {
    if (this.size > 1 && this.connections.includes(connection)) void this.#suspect(connection);
    return this;
  }

  /**
   * Takes the nodes that are found, beside those of the settings: the addresses that nodes publish may
   * lead nowhere from here.
   */
  override update(nodes: Nodes): this {
    if (this.#isClosed) return this;
    const known = new Map(this.connections.map((each) => [each.url.href, each]));
    const wanted = new Map(this.#given);
    for (const node of nodes) {
      const { href } = node.url;
      if (wanted.has(href)) continue;
      const isGiven = node instanceof BaseConnection;
      if (isGiven) this.#given.set(href, node);
      wanted.set(href, isGiven ? node : (known.get(href) ?? this.#find(node.url)));
    }
    this.connections = [...wanted.values()];
    this.size = this.connections.length;
    for (const [href, connection] of known)
      if (!wanted.has(href)) void connection.close().catch(() => undefined);
    return this;
  }

  /** Replaces a connection, whose answers have lost step with its requests. Those under way go on. */
  renew(connection: Connection): void {
    if (this.#isClosed || !this.connections.includes(connection)) return;
    const { url, timeout } = connection;
    // Two of one address may not be there at once.
    const others = this.connections.filter((each) => each !== connection);
    this.connections = others;
    const fresh = this.createConnection({ url, timeout });
    this.connections = [...others, fresh];
    this.#nodes.set(fresh, this.#of(connection));
    if (this.#given.has(url.href)) this.#given.set(url.href, fresh);
    void connection.close().catch(() => undefined);
  }

  override async empty(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await super.empty();
  }

  /** Tells whether it is known which nodes are away. */
  get isPinged(): boolean {
    return this.#isPinged;
  }

  /** The ids of the nodes that answer; undefined while all do, or when that is not known of all. */
  get preferred(): readonly string[] | undefined {
    const known = this.connections.filter((connection) => this.#of(connection).isNew !== true);
    const present = known.filter((connection) => !this.#of(connection).isAway);
    if (present.length === 0 || present.length === known.length) return undefined;
    const ids = present.flatMap((connection) => this.#of(connection).id ?? []);
    return ids.length === present.length ? ids : undefined;
  }

  /** Calls back whenever a node is found to be away. Returns how to end that. */
  whenAway(callback: () => void): () => void {
    this.#onAway.add(callback);
    return () => this.#onAway.delete(callback);
  }

  /** Pings all nodes, now; calls while that is under way share it. */
  ping(): Promise<void> {
    this.#round ??= this.#pingAll().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  #watch(): void {
    if (this.#isClosed) return;
    this.#timer ??= setInterval(() => void this.ping(), PING_EVERY_MS).unref();
  }

  async #pingAll(): Promise<void> {
    const connections = [...this.connections];
    const states = await Promise.all(connections.map((each) => ping(each, PING_WITHIN_MS)));
    this.#isPinged = true;
    if (states.every((state) => state === 'away')) return;
    await Promise.all(
      connections.map((connection, position) => this.#take(connection, states[position])),
    );
  }

  async #suspect(connection: Connection): Promise<void> {
    const node = this.#of(connection);
    if (node.isSuspected) return;
    node.isSuspected = true;
    try {
      await this.ping();
    } finally {
      node.isSuspected = false;
    }
  }

  async #take(connection: Connection, state: NodeState = 'away'): Promise<void> {
    const node = this.#of(connection);
    node.hasMaster = state === 'well';
    if (state === 'away') this.#lose(node);
    else if (!node.isAway || this.#isTrusted(node)) {
      // One that was away may have been started anew, on other data.
      if (node.isAway) node.id = undefined;
      node.id ??= await nodeId(connection, PING_WITHIN_MS);
      node.isAway = false;
      node.isNew = false;
    }
  }

  #isTrusted(node: Node): boolean {
    node.pings = node.hasMaster ? node.pings + 1 : 0;
    return node.pings >= PINGS_UNTIL_TRUSTED;
  }

  #lose(node: Node): void {
    node.pings = 0;
    if (node.isAway) return;
    node.isAway = true;
    for (const callback of [...this.#onAway]) callback();
  }

  /** A node that was found is asked once it has answered. */
  #find(url: URL): Connection {
    const [given] = this.#given.values();
    // With another time limit than the client's, a request that is late would abort its signal.
    const connection = this.createConnection({ url, timeout: given?.timeout ?? null });
    const node = { isAway: true, isNew: true, hasMaster: false, isSuspected: false, pings: 0 };
    this.#nodes.set(connection, node);
    return connection;
  }

  #of(connection: Connection): Node {
    const known = this.#nodes.get(connection);
    if (known !== undefined) return known;
    const node = { isAway: false, hasMaster: true, isSuspected: false, pings: 0 };
    this.#nodes.set(connection, node);
    return node;
  }
}
