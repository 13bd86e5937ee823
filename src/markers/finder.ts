import { chunk } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
import { vectorOf } from '../../core/geo/point.js';
import type { BuildDocument } from '../../indices/builds.js';
import { type MarkerDocument, markers } from '../../indices/markers.js';
import { type Answer, mapInTurns, MAX_LISTED } from '../lookups/answers.js';
import { idQuery, type Stores } from '../lookups/answering.js';
import type { DocumentCache } from '../lookups/cache/documents.js';
import type { Snapshot } from '../search/live.js';
import type { Search } from '../search/search.js';
import { BuildFinder } from './builds.js';
import { NearestMarkers } from './nearest.js';
import { inOrder, nearOf } from './packed.js';
import type { FindByRadius } from './params.js';
import { markerJson } from './present.js';
import type { Wanted } from './queries.js';

const READS = [markers];

/** Answers with the markers of the live generation, and with what the game has built. */
export class MarkerFinder {
  readonly #search: Search;
  readonly #builds: BuildFinder;
  readonly #documents: DocumentCache;
  readonly #nearest: NearestMarkers;

  constructor({ search, documents }: Stores, maxBytes: number, buildsAlias: string) {
    this.#search = search;
    this.#documents = documents;
    this.#nearest = new NearestMarkers(search, maxBytes);
    this.#builds = new BuildFinder(search, buildsAlias);
  }

  /** @throws {ApiError} */
  async findByRadius(circle: FindByRadius, live: Snapshot): Promise<Answer> {
    const nearest = await this.#nearest.find(circle, live);
    const wanted = { circle, nearest, ids: once(() => new Set(nearest.map(({ id }) => id))) };
    const builds = await this.#builds.find(wanted);
    const shown = await this.#withVanished(wanted, builds, live);
    const texts = await mapInTurns(shown.slice(0, MAX_LISTED), (marker) =>
      markerJson(marker, builds.get(marker.id)),
    );
    return { json: `[${texts.join(',')}]`, truncated: shown.length > MAX_LISTED };
  }

  /** Adds the builds whose place has vanished. */
  async #withVanished(
    { circle, nearest, ids }: Wanted,
    builds: ReadonlyMap<string, BuildDocument>,
    live: Snapshot,
  ): Promise<readonly MarkerDocument[]> {
    if (builds.size === 0) return nearest;
    const others = [...builds.values()].filter(({ id }) => !ids().has(id));
    if (others.length === 0) return nearest;
    const existing = await this.#existing(others.map(({ id }) => id), live); // prettier-ignore
    // The marker of any other build has moved, or is beyond the nearest ones.
    const vanished = others.filter(({ id }) => !existing.has(id));
    if (vanished.length === 0) return nearest;
    const from = vectorOf(circle.point);
    return inOrder(await mapInTurns([...nearest, ...vanished], (each) => nearOf(each, from)));
  }

  /** Returns the ids that are markers of the live generation. */
  async #existing(ids: readonly string[], live: Snapshot): Promise<ReadonlySet<string>> {
    const cached = this.#documents.get<true>(live.version(READS), 'existing markers', ids);
    if (cached.missing.length > 0) {
      const found = new Set<string>();
      // Elasticsearch takes only so many ids.
      for (const part of chunk(cached.missing, MAX_LISTED)) {
        const body = { ...idQuery(part), sort: ['id'], _source: false };
        const hits = await this.#search(live.index(markers), body, 'short');
        for (const { _id: id } of hits) found.add(id);
      }
      const valueOf = (id: string) => found.has(id) || null;
      this.#documents.put(live.version(READS), 'existing markers', cached, valueOf);
    }
    return new Set(ids.filter((id) => cached.found.get(id) === true));
  }
}
