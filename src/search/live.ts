import type { Client } from '@elastic/elasticsearch';
import type { Logger } from 'pino';
import { DISK_FULL, isDiskFull } from '../../core/elasticsearch/disk.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import type { FaultDetail, NoSuchIndex } from '../errors.js';
import type { StateLog } from '../observe/stateLog.js';
import { combinedVersion, type LiveIndex, type Read, readGenerations } from './generations.js';
import { type Ingestion, Ingestions } from './ingestions.js';
import {
  askShards,
  byMessage,
  type Checked,
  faultOf,
  faultOfFailure,
  isBusyFailure,
  isRejected,
  SHARDS_MISSING,
} from './readiness.js';

export type { LiveIndex, Read } from './generations.js';

/** The live generations at one moment. A request reads everything from one snapshot. */
export interface Snapshot {
  /** Returns the index to search: the live generation, or the alias while that is unknown. */
  index(resource: Read): string;
  /**
   * Returns a text that changes with any document of these resources, the same on every process.
   * Undefined while an index is closed, or while nothing is known.
   */
  version(resources: readonly Read[]): string | undefined;
}

interface LiveOptions {
  /** The time from the start of a poll in which its result is used. */
  validMs?: number;
  logger?: Logger;
  states?: StateLog;
  /** Settings that are logged with what is missing. */
  settings?: Readonly<Record<string, unknown>>;
}

const POLL_EVERY_MS = 1_000;
/**
 * The time in which readiness outlasts polls that Elasticsearch is too busy to answer. Otherwise all
 * processes would leave the load balancer at once, although some lookups are still answered.
 */
const STAYS_READY_MS = 30_000;
const NOT_READY = { begin: 'not ready', end: 'ready' };
const UNKNOWN = {
  begin: 'live generations unknown; cache disabled',
  end: 'live generations known again; cache enabled',
};
const NOT_POLLED: FaultDetail = {
  path: 'process',
  message: 'The live generations have not been read yet.',
};

/**
 * Polls once a second which generation of every resource is live and whether it can be read. After
 * two seconds without an answer nothing counts as known, because cached answers may be outdated.
 */
export class Live {
  readonly #client: Client;
  readonly #locks: Ingestions;
  readonly #aliases: ReadonlyMap<string, Checked>;
  readonly #options: LiveOptions;
  readonly #validMs: number;
  /** Used while the live generation is unknown: reads through the aliases. */
  readonly unknown: Snapshot;
  #known: Snapshot;
  #indices: ReadonlyMap<string, LiveIndex> = new Map();
  /** The ingestions under way of resources that are not live. Empty if all are live. */
  #ingestions: ReadonlyMap<string, Ingestion> = new Map();
  /** Start of the request for the known state. */
  #askedAt = -Infinity;
  #faults: readonly FaultDetail[] = [NOT_POLLED];
  #faultsAt = -Infinity;
  /** Start of the latest poll that was answered for every resource, or failed for good. */
  #checkedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    client: Client,
    indexPrefix: string,
    resources: readonly Checked[],
    options: LiveOptions = {},
  ) {
    this.#client = client;
    this.#locks = new Ingestions(client, indexPrefix);
    this.#aliases = new Map(resources.map((each) => [liveAlias(indexPrefix, each.resource), each]));
    this.#options = options;
    this.#validMs = options.validMs ?? 2_000;
    this.unknown = {
      index: ({ resource }) => liveAlias(indexPrefix, resource),
      version: () => undefined,
    };
    this.#known = this.unknown;
  }

  /** Returns the current snapshot. */
  now(): Snapshot {
    return performance.now() - this.#askedAt < this.#validMs ? this.#known : this.unknown;
  }

  /** Lists the live generations of the latest successful poll, however old it is. */
  generations(): readonly (readonly [resource: string, LiveIndex])[] {
    return [...this.#indices];
  }

  /**
   * Lists what the latest poll found missing, and what to do about it. Empty if ready. If Elasticsearch
   * was too busy to answer, what the poll before found is listed, for 30 s. What is being ingested says how far it is.
   */
  faults(): readonly FaultDetail[] {
    return this.#faults.map((fault) => ({ ...fault, ...this.#ingestions.get(fault.path)?.detail }));
  }

  /** Returns an error that says how far the ingestion of the missing data is, if it is under way. */
  explain(error: NoSuchIndex): NoSuchIndex {
    const { resource = '' } = this.#aliases.get(error.missing ?? '') ?? {};
    return this.#ingestions.get(resource)?.error ?? error;
  }

  /** Undefined before the first poll. */
  get isReady(): boolean | undefined {
    return this.#faults[0] === NOT_POLLED ? undefined : this.#faults.length === 0;
  }

  /** Polls until `stop`. */
  start(): void {
    void this.poll();
    this.#timer = setInterval(() => void this.poll(), POLL_EVERY_MS).unref();
  }

  /** Reads what is live, and checks whether it can be searched. */
  async poll(): Promise<void> {
    const since = performance.now();
    const isKnown = since - this.#checkedAt < STAYS_READY_MS;
    let faults: readonly FaultDetail[];
    let isBusy: boolean;
    let cause: unknown;
    try {
      const [shards] = await Promise.all([
        askShards(this.#client, [...this.#aliases.keys()], this.#validMs),
        this.refresh(),
      ]);
      isBusy = [...shards.values()].some(isRejected);
      faults = [...this.#aliases].flatMap(([alias, checked]) => {
        const { resource } = checked;
        const answer = shards.get(alias);
        if (isKnown && isRejected(answer)) return this.#faults.filter(({ path }) => path === resource); // prettier-ignore
        const message = faultOf(checked, this.#indices.get(resource)?.state, answer);
        return message === undefined ? [] : [{ path: resource, message }];
      });
      faults = await this.#withDisks(faults);
    } catch (error) {
      cause = error;
      isBusy = isBusyFailure(error);
      const message = faultOfFailure(error);
      const all = [...this.#aliases.values()].map(({ resource }) => ({ path: resource, message }));
      faults = isKnown && isBusy ? this.#faults : all;
    }
    const missing = [...this.#aliases.values()].filter(
      ({ resource }) =>
        !this.#indices.has(resource) && faults.some(({ path }) => path === resource),
    );
    const ingestions = await this.#locks.read(missing, this.#validMs);
    // A later poll was faster.
    if (since < this.#faultsAt) return;
    this.#faultsAt = since;
    if (!isBusy) this.#checkedAt = since;
    this.#log(faults, cause);
    this.#faults = faults;
    this.#ingestions = ingestions;
  }

  async #withDisks(faults: readonly FaultDetail[]): Promise<readonly FaultDetail[]> {
    const mayBeFull = faults.some(({ message }) => message === SHARDS_MISSING);
    if (!mayBeFull || !(await isDiskFull(this.#client, this.#validMs))) return faults;
    return faults.map(({ path, message }) => ({
      path,
      message: message === SHARDS_MISSING ? DISK_FULL : message,
    }));
  }

  #log(faults: readonly FaultDetail[], cause: unknown): void {
    const { logger, states, settings } = this.#options;
    if (faults.length > 0) {
      const details = { ...settings, missing: byMessage(faults) };
      states?.begin('not ready', NOT_READY, details, { variant: JSON.stringify(faults) });
    } else if (this.isReady === undefined) logger?.info(NOT_READY.end);
    else states?.end('not ready');
    if (this.now() !== this.unknown) states?.end('unknown');
    else if (cause !== undefined) states?.begin('unknown', UNKNOWN, { err: cause });
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Updates the known state.
   * @throws errors of the client; then the known state stays until it is too old
   */
  async refresh(): Promise<void> {
    const askedAt = performance.now();
    const live = await this.read();
    // A later request was faster.
    if (askedAt <= this.#askedAt) return;
    this.#askedAt = askedAt;
    this.#take(live);
  }

  /**
   * Reads the live index of each resource that has one.
   * @throws errors of the client, or TypeError if a proxy in between answers nonsense
   */
  read(): Promise<ReadonlyMap<string, LiveIndex>> {
    return readGenerations(this.#client, this.#aliases, this.#validMs);
  }

  #take(live: ReadonlyMap<string, LiveIndex>): void {
    const before = this.#indices;
    const isSame = (resource: string): boolean =>
      live.get(resource)?.index === before.get(resource)?.index &&
      live.get(resource)?.version === before.get(resource)?.version;
    // The state of an unchanged index may be newer.
    this.#indices = live;
    if (live.size === before.size && [...live.keys()].every(isSame)) return;
    this.#known = this.#snapshotOf(live);
    for (const [resource, { index }] of live)
      if (index !== before.get(resource)?.index)
        this.#options.logger?.info({ resource, index }, 'generation is live');
  }

  #snapshotOf(live: ReadonlyMap<string, LiveIndex>): Snapshot {
    const versions = new Map<readonly Read[], string | undefined>();
    return {
      index: (read) => live.get(read.resource)?.index ?? this.unknown.index(read),
      // Computed once for each list, because every request needs it.
      version(resources) {
        if (!versions.has(resources)) versions.set(resources, combinedVersion(resources, live));
        return versions.get(resources);
      },
    };
  }
}
