import { createHash } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import type { Logger } from 'pino';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { type IndexDefinition, PROVENANCE } from '../../indices/definition.js';
import { readProvenance } from '../../indices/provenance.js';
import type { FaultDetail } from '../errors.js';
import type { StateLog } from '../observe/stateLog.js';
import {
  byMessage,
  type Checked,
  faultOf,
  faultOfFailure,
  type ShardsAnswer,
} from './readiness.js';

/** A resource, by what it is stored in. */
export type Read = Pick<IndexDefinition, 'resource' | 'inPlace'>;

/** Tells where resources are read, and whether what was read of them may be kept. */
export interface Snapshot {
  /** The index to search: that of the live generation, or its alias while that is not known. */
  index(resource: Read): string;
  /**
   * A text that differs whenever any document of these resources does, the same on every process;
   * undefined while one of them is being changed in place, or while nothing is known.
   */
  version(resources: readonly Read[]): string | undefined;
}

export interface LiveOptions {
  /** Between the beginnings of two polls. */
  everyMs?: number;
  /** What was found out holds so long, from the beginning of the request. */
  validMs?: number;
  /** Tells of every generation that has become live, and of what is missing. Absent: nothing is told. */
  logger?: Logger;
  states?: StateLog;
  /** Where it is looked; for the log. */
  where?: Readonly<Record<string, unknown>>;
}

/** The live generation of a resource. */
export interface LiveGeneration {
  readonly resource: string;
  readonly index: string;
  /** When its data went live, in Unix time; undefined: it does not remember. */
  readonly sinceMs: number | undefined;
}

interface LiveIndex {
  readonly index: string;
  readonly version: string | undefined;
  readonly state: estypes.IndicesIndexState;
}

/** How the log tells of what callers may be told. */
const NOT_READY = { begin: 'not ready', end: 'ready: all that is needed is there' };
const UNKNOWN = {
  begin: 'it is not known what is live: no kept answers are given',
  end: 'it is known again what is live: answers are kept',
};
const NOT_POLLED: FaultDetail = { path: 'process', message: 'It has not looked yet what is live.' };

/**
 * Knows which generation of every resource is live, and whether it can be read, by one poll a second. A process that
 * cannot find out for two seconds knows nothing: what it kept may be of the past.
 */
export class Live {
  readonly #client: Client;
  readonly #aliases: ReadonlyMap<string, Checked>;
  readonly #options: Required<Omit<LiveOptions, 'logger' | 'states'>> & LiveOptions;
  /** Of a process that knows nothing: whatever the aliases point to when they are asked. */
  readonly unknown: Snapshot;
  #known: Snapshot;
  #indices: ReadonlyMap<string, LiveIndex> = new Map();
  /** When the request began that told of the known state. */
  #askedAt = -Infinity;
  #faults: readonly FaultDetail[] = [NOT_POLLED];
  #faultsAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    client: Client,
    indexPrefix: string,
    resources: readonly Checked[],
    { everyMs = 1_000, validMs = 2_000, where = {}, ...log }: LiveOptions = {},
  ) {
    this.#client = client;
    this.#aliases = new Map(resources.map((each) => [liveAlias(indexPrefix, each.resource), each]));
    this.#options = { everyMs, validMs, where, ...log };
    this.unknown = {
      index: ({ resource }) => liveAlias(indexPrefix, resource),
      version: () => undefined,
    };
    this.#known = this.unknown;
  }

  /** Returns what is known now; of one request, everything is to be read by one snapshot. */
  now(): Snapshot {
    const ageMs = performance.now() - this.#askedAt;
    return ageMs < this.#options.validMs ? this.#known : this.unknown;
  }

  /** Lists what was found to be live when that was last found out, however long ago that is. */
  generations(): LiveGeneration[] {
    return [...this.#indices].map(([resource, { index, state }]) => {
      const live = readProvenance(state.mappings?._meta)?.live;
      return { resource, index, sinceMs: live === undefined ? undefined : Date.parse(live) };
    });
  }

  /** Lists what is missing to answer lookups, and what to do about it, as the latest poll found it; nothing: ready. */
  faults(): readonly FaultDetail[] {
    return this.#faults;
  }

  /** True if nothing is missing; undefined: not looked yet. */
  get isReady(): boolean | undefined {
    return this.#faults[0] === NOT_POLLED ? undefined : this.#faults.length === 0;
  }

  /** Begins to poll, until `stop`. */
  start(): void {
    void this.poll();
    // A slow answer keeps nobody from asking again in time.
    this.#timer = setInterval(() => void this.poll(), this.#options.everyMs).unref();
  }

  /** Finds out what is live, and whether it can be read. */
  async poll(): Promise<void> {
    const since = performance.now();
    let faults: FaultDetail[];
    let cause: unknown;
    try {
      const [shards] = await Promise.all([this.#askShards(), this.refresh()]);
      faults = [...this.#aliases].flatMap(([alias, checked]) => {
        const message = faultOf(
          checked,
          this.#indices.get(checked.resource)?.state,
          shards.get(alias),
        );
        return message === undefined ? [] : [{ path: checked.resource, message }];
      });
    } catch (error) {
      cause = error;
      const message = faultOfFailure(error);
      faults = [...this.#aliases.values()].map(({ resource }) => ({ path: resource, message }));
    }
    // What was overtaken by a later poll tells of the past.
    if (since < this.#faultsAt) return;
    this.#faultsAt = since;
    this.#tell(faults, cause);
    this.#faults = faults;
  }

  /** Asks all shards of what is live, for they may be away while the index is there. */
  async #askShards(): Promise<Map<string, ShardsAnswer | undefined>> {
    const aliases = [...this.#aliases.keys()];
    const lines = aliases.map(
      (index) => `{"index":"${index}"}\n{"size":0,"track_total_hits":false}\n`,
    );
    const { responses } = await this.#client.transport.request<{ responses?: ShardsAnswer[] }>(
      { method: 'POST', path: '/_msearch', bulkBody: lines.join('') },
      { requestTimeout: this.#options.validMs },
    );
    return new Map(aliases.map((alias, position) => [alias, responses?.[position]]));
  }

  #tell(faults: readonly FaultDetail[], cause: unknown): void {
    const { logger, states, where } = this.#options;
    if (faults.length > 0) {
      const details = { ...where, missing: byMessage(faults) };
      states?.begin('not ready', NOT_READY, details, { tellAgain: JSON.stringify(faults) });
    } else if (this.isReady === undefined) logger?.info(NOT_READY.end);
    else states?.end('not ready');
    if (this.now() !== this.unknown) states?.end('unknown');
    else if (cause !== undefined) states?.begin('unknown', UNKNOWN, { err: cause });
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * Finds out what is live now.
   * @throws what the client throws when it cannot; what is known holds until its time is over
   */
  async refresh(): Promise<void> {
    const askedAt = performance.now();
    const found = await this.#client.indices.get(
      {
        index: [...this.#aliases.keys()],
        ignore_unavailable: true,
        filter_path: [
          '*.aliases',
          '*.settings.index.uuid',
          '*.settings.index.verified_before_close',
          `*.mappings._meta.${PROVENANCE}`,
          '*.mappings.properties',
        ],
      },
      { requestTimeout: this.#options.validMs },
    );
    // Before all else: of an answer that makes no sense nothing is taken, nor that it came.
    const live = this.#liveIndices(found);
    // An answer that was overtaken by a later one tells of the past.
    if (askedAt <= this.#askedAt) return;
    this.#askedAt = askedAt;
    this.#take(live);
  }

  #liveIndices(found: estypes.IndicesGetResponse): Map<string, LiveIndex> {
    const live = new Map<string, LiveIndex>();
    for (const [alias, { resource, inPlace = false }] of this.#aliases) {
      const behind = Object.entries(found).filter(([, { aliases = {} }]) => alias in aliases);
      const [only] = behind;
      // Two indices behind one alias are an accident: it is read as it is, and nothing is kept.
      if (only === undefined || behind.length > 1) continue;
      const [index, state] = only;
      live.set(resource, { index, version: versionOf(state, inPlace), state });
    }
    return live;
  }

  #take(live: Map<string, LiveIndex>): void {
    const before = this.#indices;
    const isSame = (resource: string): boolean =>
      live.get(resource)?.index === before.get(resource)?.index &&
      live.get(resource)?.version === before.get(resource)?.version;
    // What it tells of itself may be newer also where it is the same.
    this.#indices = live;
    if (live.size === before.size && [...live.keys()].every(isSame)) return;
    this.#known = this.#snapshotOf(live);
    for (const [resource, { index }] of live)
      if (index !== before.get(resource)?.index)
        this.#options.logger?.info({ resource, index }, 'a generation is live');
  }

  #snapshotOf(live: ReadonlyMap<string, LiveIndex>): Snapshot {
    const versions = new Map<readonly Read[], string | undefined>();
    return {
      index: (read) => live.get(read.resource)?.index ?? this.unknown.index(read),
      // Asked for at every request, by the same lists.
      version(resources) {
        if (!versions.has(resources)) versions.set(resources, versionOfAll(resources, live));
        return versions.get(resources);
      },
    };
  }
}

/**
 * An index that is not changed is known by its own id. One that is kept up in place loses its
 * provenance when an ingestion begins to change it, and gets another one when that is complete.
 */
function versionOf(
  { settings, mappings }: estypes.IndicesIndexState,
  inPlace: boolean,
): string | undefined {
  const { uuid, verified_before_close: isClosed } = settings?.index ?? {};
  // Elasticsearch would answer nothing of it.
  if (isClosed !== undefined) return undefined;
  if (!inPlace) return uuid;
  const provenance: unknown = mappings?._meta?.[PROVENANCE];
  return provenance === undefined ? undefined : `${uuid} ${JSON.stringify(provenance)}`;
}

function versionOfAll(
  resources: readonly Read[],
  live: ReadonlyMap<string, LiveIndex>,
): string | undefined {
  const hash = createHash('sha256');
  for (const { resource } of resources) {
    const version = live.get(resource)?.version;
    if (version === undefined) return undefined;
    hash.update(`${resource} ${version}\n`);
  }
  return hash.digest('base64url').slice(0, 16);
}
