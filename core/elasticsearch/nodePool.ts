import {
  BaseConnection,
  BaseConnectionPool,
  type Connection,
  errors,
} from '@elastic/elasticsearch';

const PING_EVERY_MS = 1_000;
/** A slower node would keep callers waiting that other nodes can answer. */
const PING_TIMEOUT_MS = 300;
/** A node that was away may not have noticed yet that the others have gone on without it. */
const PINGS_UNTIL_TRUSTED = 2;

/** Both answer for the node itself. Other requests would be forwarded to the master. */
const MASTER = { path: '/_cluster/state/master_node', querystring: 'filter_path=master_node' };
const OWN_ID = { path: '/_nodes/_local/http', querystring: 'filter_path=nodes.*.http' };

type GetConnectionOptions = Parameters<BaseConnectionPool['getConnection']>[0];
type SendOnce = (params: unknown, options: unknown) => Promise<unknown>;
type Hosts = Parameters<BaseConnectionPool['update']>[0];

/** The states of a node, best first. Requests go to the nodes with the best state. */
const WELL = 0;
/** The node answers, but may not have the latest writes. */
const WITHOUT_MASTER = 1;
/** The node does not answer pings in time, or a request to it has failed, and the ping that follows is not over. */
const AWAY = 2;
/** The node takes no connections. */
const DOWN = 3;

interface Node {
  /** The result of the pings. */
  state: number;
  isSuspected?: boolean;
  id?: string | undefined;
  /** False for a node found by sniffing: its published address may not be reachable from here. */
  hasAnswered: boolean;
  /** Pings answered since the node was away. */
  pings: number;
}

/**
 * Sends requests in turn to the nodes that answer pings. The client's own pools mark a node as dead only
 * after a request has timed out, and also after one that waited for data on another node. A single node
 * is not pinged. If no node answers a ping, this process may have been busy: only a node that takes no connections counts.
 */
export class NodePool extends BaseConnectionPool {
  readonly #nodes = new WeakMap<Connection, Node>();
  /** The connections of the settings, by address. Sniffing never removes them. */
  readonly #given = new Map<string, Connection>();
  readonly #onAway = new Set<() => void>();
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #isClosed = false;
  #isPinged = false;

  override getConnection({ filter = () => true }: GetConnectionOptions): Connection | null {
    // Null would count as an Elasticsearch that is away, and be retried.
    if (this.#isClosed) throw new Error('The client of Elasticsearch is closed.');
    if (this.size > 1) this.#timer ??= setInterval(() => void this.ping(), PING_EVERY_MS).unref();
    const all = this.connections.filter(filter);
    const ranks = all.map((connection) => this.#rank(connection));
    const best = Math.min(...ranks);
    const candidates = all.filter((_, at) => ranks[at] === best);
    this.#turn += 1;
    return candidates[this.#turn % candidates.length] ?? null;
  }

  /**
   * Creates a connection that reports an aborted or late request by its type. While a body is read, and for some
   * signals, the client reports a lost connection, in words of the platform.
   */
  override createConnection(options: Parameters<BaseConnectionPool['createConnection']>[0]) {
    const connection = super.createConnection(options);
    const send = connection.request.bind(connection) as SendOnce;
    const request: SendOnce = async (params, given) => {
      const begun = performance.now();
      try {
        return await send(params, given);
      } catch (error) {
        const { signal, timeout } = given as {
          readonly signal?: AbortSignal;
          readonly timeout?: number;
        };
        if (!(error instanceof errors.ConnectionError)) throw error;
        const { name } = (signal?.reason ?? {}) as { readonly name?: unknown };
        const isLate =
          performance.now() - begun >= (timeout ?? connection.timeout ?? Infinity) ||
          name === 'TimeoutError';
        if (isLate) throw new errors.TimeoutError('Request timed out');
        if (signal?.aborted === true) throw new errors.RequestAbortedError('Request aborted');
        throw error;
      }
    };
    connection.request = request as typeof connection.request;
    return connection;
  }

  /** The client calls this after failures of all kinds. Only a ping decides whether the node is away. */
  override markDead(connection: Connection): this {
    if (this.size > 1 && this.connections.includes(connection)) {
      this.#of(connection).isSuspected = true;
      void this.ping();
    }
    return this;
  }

  /** Takes the nodes found by sniffing, and keeps the nodes of the settings. */
  override update(hosts: Hosts): this {
    if (this.#isClosed) return this;
    const known = new Map(this.connections.map((each) => [each.url.href, each]));
    const wanted = new Map(this.#given);
    for (const host of hosts) {
      const { href } = host.url;
      if (wanted.has(href)) continue;
      const isGiven = host instanceof BaseConnection;
      if (isGiven) this.#given.set(href, host);
      wanted.set(href, isGiven ? host : (known.get(href) ?? this.#found(host.url)));
    }
    this.connections = [...wanted.values()];
    this.size = this.connections.length;
    for (const [href, connection] of known)
      if (!wanted.has(href)) void connection.close().catch(() => undefined);
    return this;
  }

  /** Replaces a connection whose answers no longer match its requests. Running requests finish. */
  renew(connection: Connection): void {
    if (this.#isClosed || !this.connections.includes(connection)) return;
    const { url, timeout } = connection;
    // The pool rejects two connections with one address.
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

  /** True once the first round of pings is over. */
  get isPinged(): boolean {
    return this.#isPinged;
  }

  /** The ids of the nodes that answer; undefined while all do, or while an id is missing. */
  get preferred(): readonly string[] | undefined {
    const nodes = this.connections.map((each) => this.#of(each)).filter((node) => node.hasAnswered);
    const present = nodes.filter(({ state }) => state < AWAY);
    if (present.length === 0 || present.length === nodes.length) return undefined;
    const ids = present.flatMap(({ id }) => id ?? []);
    return ids.length === present.length ? ids : undefined;
  }

  /** Calls back whenever a node turns out to be away. Returns a function that ends this. */
  whenAway(callback: () => void): () => void {
    this.#onAway.add(callback);
    return () => this.#onAway.delete(callback);
  }

  /** Pings all nodes now. Calls during a round share it. */
  ping(): Promise<void> {
    this.#round ??= this.#pingAll().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  async #pingAll(): Promise<void> {
    const connections = [...this.connections];
    const suspects = connections.map((each) => this.#of(each)).filter((node) => node.isSuspected);
    const states = await Promise.all(connections.map(ping));
    // A node suspected during this round may have died after its ping. The next round decides.
    for (const node of suspects) node.isSuspected = false;
    this.#isPinged = true;
    const isCertain = states.some((state) => state < AWAY);
    const settled = connections.map(async (each, at) => {
      const state = states[at] ?? AWAY;
      if (isCertain || state === DOWN) await this.#setState(each, state);
    });
    await Promise.all(settled);
  }

  async #setState(connection: Connection, state: number): Promise<void> {
    const node = this.#of(connection);
    const wasAway = node.state >= AWAY;
    if (state >= AWAY) {
      node.pings = 0;
      node.state = state;
      if (!wasAway) for (const callback of [...this.#onAway]) callback();
      return;
    }
    node.pings = state === WELL ? node.pings + 1 : 0;
    if (wasAway && node.pings < PINGS_UNTIL_TRUSTED) return;
    // A node that was away may have been restarted with other data.
    if (wasAway) node.id = undefined;
    node.id ??= await idOf(connection);
    node.state = state;
    node.hasAnswered = true;
  }

  /** A node found by sniffing gets requests once it has answered pings. */
  #found(url: URL): Connection {
    const [given] = this.#given.values();
    // With a time limit of its own, a late request would abort a signal that others share.
    const connection = this.createConnection({ url, timeout: given?.timeout ?? null });
    this.#nodes.set(connection, { state: AWAY, hasAnswered: false, pings: 0 });
    return connection;
  }

  #rank(connection: Connection): number {
    const { state, isSuspected } = this.#of(connection);
    return isSuspected === true ? Math.max(state, AWAY) : state;
  }

  #of(connection: Connection): Node {
    const known = this.#nodes.get(connection);
    if (known !== undefined) return known;
    const node = { state: WELL, hasAnswered: true, pings: 0 };
    this.#nodes.set(connection, node);
    return node;
  }
}

async function ping(connection: Connection): Promise<number> {
  const answer = await ask(connection, MASTER);
  if (typeof answer === 'number') return answer;
  if (answer.statusCode >= 500) return WITHOUT_MASTER;
  // The node has answered, although the login lacks the privilege.
  if (answer.statusCode >= 400) return WELL;
  const { master_node: master } = answer.body as { master_node?: string | null };
  return typeof master === 'string' ? WELL : WITHOUT_MASTER;
}

/** Returns the id of a node; undefined if the login lacks the privilege. */
async function idOf(connection: Connection): Promise<string | undefined> {
  const answer = await ask(connection, OWN_ID);
  if (typeof answer === 'number' || answer.statusCode !== 200) return undefined;
  const { nodes = {} } = answer.body as { nodes?: Record<string, unknown> };
  return Object.keys(nodes)[0];
}

/** Returns the answer of a node, or the state of one that gives none. */
async function ask(
  connection: Connection,
  request: { path: string; querystring: string },
): Promise<{ statusCode: number; body: object } | number> {
  const options = { timeout: PING_TIMEOUT_MS, requestId: 'ping', name: 'ping', context: null };
  try {
    const { statusCode, body } = await connection.request({ method: 'GET', ...request }, options);
    const parsed: unknown = JSON.parse(String(body));
    return { statusCode, body: typeof parsed === 'object' ? (parsed ?? {}) : {} };
  } catch (error) {
    return error instanceof errors.ConnectionError ? DOWN : AWAY;
  }
}
