import { groupOf } from '../../core/geo/land.js';
import { LandGroup } from '../../core/lands/land.js';
import { type LandGroupDocument, lands } from '../../indices/lands.js';
import type { Language } from '../../indices/languages.js';
import { markers } from '../../indices/markers.js';
import { idQuery } from '../lookups/answering.js';
import { estimateBytes } from '../lookups/cache/versionedCache.js';
import type { DocumentCache } from '../lookups/cache/documents.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation, SearchBody, SearchTogether } from '../search/search.js';
import type { Land } from './present.js';

const LANDS = [lands];
const MARKERS = [markers];
/** The resources that a land depends on. */
export const LAND_READS = [lands, markers];

export interface FoundLands {
  /** In the order requested. */
  readonly ids: readonly string[];
  /**
   * Returns a land; undefined if it is not in the data.
   * @param language of the names of cities
   */
  readonly get: (id: string, language: Language) => Land | undefined;
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
    const { groups, counts, found } = this.#cached(ids, live);
    return groups.missing.length + counts.missing.length > 0 ? undefined : found;
  }

  /**
   * Returns the lands. Reads missing groups and numbers of markers in one request, so that many lands
   * take no more round trips than one.
   * @throws {ApiError}
   */
  async find(
    ids: readonly string[],
    live: Snapshot,
    expectation?: Expectation,
  ): Promise<FoundLands> {
    const { groups, counts, found } = this.#cached(ids, live);
    const searches = [];
    if (groups.missing.length > 0)
      searches.push({ index: live.index(lands), body: findGroups(groups.missing) });
    if (counts.missing.length > 0)
      searches.push({ index: live.index(markers), body: countMarkers(counts.missing) });
    // Concurrent lookups may have filled the cache. Elasticsearch rejects a request without searches.
    if (searches.length === 0) return found;
    const answers = await this.#searchTogether<LandGroupDocument>(searches, expectation);
    const hits = answers.flatMap((answer) => answer.hits);
    const stored = new Map(hits.map(({ _id, _source }) => [_id, _source]));
    const buckets = answers.flatMap(({ aggregations }) => aggregations?.lands?.buckets ?? []);
    const numbers = new Map(buckets.map((bucket) => [bucket.key, bucket.doc_count]));
    this.#documents.put(
      live.version(LANDS),
      'lands',
      groups,
      (id) => {
        const group = stored.get(id);
        return group ? new LandGroup(group) : null;
      },
      (id) => estimateBytes(stored.get(id) ?? null),
    );
    this.#documents.put(live.version(MARKERS), 'markers', counts, (id) => numbers.get(id) ?? 0);
    return found;
  }

  /** `found` also has what is put into `groups` and `counts` later. */
  #cached(ids: readonly string[], live: Snapshot) {
    const documents = this.#documents;
    const groupIds = [...new Set(ids.map(groupOf))];
    const groups = documents.get<LandGroup>(live.version(LANDS), 'lands', groupIds);
    const counts = documents.get<number>(live.version(MARKERS), 'markers', ids);
    const found: FoundLands = {
      ids,
      get(id, language) {
        const land = groups.found.get(groupOf(id))?.land(id, language);
        return land && { ...land, markers_count: counts.found.get(id) ?? 0 };
      },
    };
    return { groups, counts, found };
  }
}

function findGroups(ids: readonly string[]): SearchBody {
  return { ...idQuery(ids), sort: ['_doc'] };
}

/** Counts the markers of these lands: one bucket for each land that has markers, its id is the key. */
function countMarkers(landIds: readonly string[]): SearchBody {
  // A bucket for every land makes the counts exact on any number of shards.
  // Otherwise each search would fill an array with a number for every land of the world.
  const terms = { field: 'land_id', size: landIds.length, execution_hint: 'map' } as const;
  return {
    query: { bool: { filter: [{ terms: { land_id: [...landIds] } }] } },
    size: 0,
    aggs: { lands: { terms } },
  };
}
