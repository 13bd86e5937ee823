import { groupOf } from '../../core/geo/land.js';
import { LandGroup } from '../../core/lands/land.js';
import { type LandGroupDocument, lands } from '../../indices/lands.js';
import type { Language } from '../../indices/languages.js';
import { markers } from '../../indices/markers.js';
import type { Land } from '../lands/present.js';
import * as queries from '../lands/queries.js';
import { estimateBytes } from '../lookups/cache/versionedCache.js';
import type { CachedDocuments, DocumentCache } from '../lookups/cache/documents.js';
import type { Snapshot } from '../search/live.js';
import type { SearchTogether } from '../search/search.js';

const LANDS = [lands];
const MARKERS = [markers];
/** The resources that a land depends on. */
export const LAND_READS = [lands, markers];

/** Lands by id. */
export interface FoundLands {
  /**
   * Returns a land; null if it is not in the data.
   * @param language of the names of cities
   */
  get(id: string, language: Language): Land | null;
}

/** Lands that are stored in one document, with an estimate of their size. */
interface CachedGroup {
  readonly group: LandGroup;
  readonly bytes: number;
}

/** Finds lands with the number of their markers. */
export class LandFinder {
  readonly #searchTogether: SearchTogether;
  readonly #documents: DocumentCache;

  constructor(searchTogether: SearchTogether, documents: DocumentCache) {
    this.#searchTogether = searchTogether;
    this.#documents = documents;
  }

  /** Returns the lands; undefined on a cache miss. */
  get(ids: readonly string[], live: Snapshot): FoundLands | undefined {
    const groups = this.#cachedGroups(ids, live);
    if (groups.missing.length > 0) return undefined;
    const counts = this.#cachedCounts(ids, live);
    return counts.missing.length > 0 ? undefined : foundLands(groups, counts);
  }

  /**
   * Returns the lands. Reads missing groups and numbers of markers in one request, so that many lands
   * take no more round trips than one.
   * @throws {ApiError}
   */
  async find(ids: readonly string[], live: Snapshot): Promise<FoundLands> {
    const groups = this.#cachedGroups(ids, live);
    const counts = this.#cachedCounts(ids, live);
    const searches = [];
    if (groups.missing.length > 0)
      searches.push({ index: live.index(lands), body: queries.findGroups(groups.missing) });
    if (counts.missing.length > 0)
      searches.push({ index: live.index(markers), body: queries.countMarkers(counts.missing) });
    // Concurrent lookups may have filled the cache. Elasticsearch rejects a request without searches.
    if (searches.length === 0) return foundLands(groups, counts);
    const answers = await this.#searchTogether<LandGroupDocument>(searches);
    const hits = answers.flatMap((answer) => answer.hits);
    const found = new Map(hits.map((hit) => [hit._id, toCachedGroup(hit._source)]));
    const buckets = answers.flatMap((answer) => answer.buckets.lands ?? []);
    const numbers = new Map(buckets.map((bucket) => [bucket.key, bucket.doc_count]));
    this.#documents.put(
      live.version(LANDS),
      'lands',
      groups,
      (id) => found.get(id) ?? null,
      (group) => group?.bytes ?? 0,
    );
    this.#documents.put(live.version(MARKERS), 'markers', counts, (id) => numbers.get(id) ?? 0);
    return foundLands(groups, counts);
  }

  #cachedGroups(ids: readonly string[], live: Snapshot): CachedDocuments<CachedGroup> {
    return this.#documents.get(live.version(LANDS), 'lands', [...new Set(ids.map(groupOf))]);
  }

  #cachedCounts(ids: readonly string[], live: Snapshot): CachedDocuments<number> {
    return this.#documents.get(live.version(MARKERS), 'markers', ids);
  }
}

function toCachedGroup(stored: LandGroupDocument): CachedGroup {
  return { group: new LandGroup(stored), bytes: estimateBytes(stored) };
}

function foundLands(
  { found: groups }: CachedDocuments<CachedGroup>,
  { found: counts }: CachedDocuments<number>,
): FoundLands {
  return {
    get(id, language) {
      const land = groups.get(groupOf(id))?.group.land(id, language);
      return land === undefined ? null : { ...land, markers_count: counts.get(id) ?? 0 };
    },
  };
}
