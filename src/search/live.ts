import { createHash } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { type IndexDefinition, PROVENANCE } from '../../indices/definition.js';
import { readProvenance } from '../../indices/provenance.js';

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
  /** Between the beginnings of two requests. */
  everyMs?: number;
  /** What was found out holds so long, from the beginning of the request. */
  validMs?: number;
  /** Is told of every generation that has become live. */
  onChange?: (resource: string, index: string) => void;
  /** Is told when it is not known any more what is live, with the cause, and when it is again. */
  onKnown?: (isKnown: boolean, cause: unknown) => void;
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
  readonly meta: unknown;
}

/**
 * Knows which generation of every resource is live, by one cheap request a second. A process that
 * cannot find out for two seconds knows nothing: what it kept may be of the past.
 */
export class Live {
  readonly #client: Client;
  readonly #aliases: ReadonlyMap<string, Read>;
  readonly #options: Required<LiveOptions>;
  /** Of a process that knows nothing: whatever the aliases point to when they are asked. */
  readonly unknown: Snapshot;
  #known: Snapshot;
  #indices: ReadonlyMap<string, LiveIndex> = new Map();
  /** When the request began that told of the known state. */
  #askedAt = -Infinity;
  #isToldKnown = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    client: Client,
    indexPrefix: string,
    resources: readonly Read[],
    {
      everyMs = 1_000,
      validMs = 2_000,
      onChange = () => undefined,
      onKnown = () => undefined,
    }: LiveOptions = {},
  ) {
    this.#client = client;
    this.#aliases = new Map(resources.map((each) => [liveAlias(indexPrefix, each.resource), each]));
    this.#options = { everyMs, validMs, onChange, onKnown };
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
    return [...this.#indices].map(([resource, { index, meta }]) => {
      const live = readProvenance(meta)?.live;
      return { resource, index, sinceMs: live === undefined ? undefined : Date.parse(live) };
    });
  }

  /** Begins to ask, until `stop`. */
  start(): void {
    const { everyMs } = this.#options;
    const ask = (): void => {
      this.refresh().then(
        () => {
          this.#tell(undefined);
        },
        (error: unknown) => {
          this.#tell(error);
        },
      );
    };
    ask();
    // A slow answer keeps nobody from asking again in time.
    this.#timer = setInterval(ask, everyMs).unref();
  }

  #tell(cause: unknown): void {
    const isKnown = this.now() !== this.unknown;
    if (isKnown !== this.#isToldKnown) this.#options.onKnown(isKnown, cause);
    this.#isToldKnown = isKnown;
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
      const meta = state.mappings?._meta;
      live.set(resource, { index, version: versionOf(state, inPlace), meta });
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
      if (index !== before.get(resource)?.index) this.#options.onChange(resource, index);
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
