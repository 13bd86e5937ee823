import { type LandDocument, lands } from '../../indices/lands.js';
import { markers } from '../../indices/markers.js';
import type { KeptDocuments, Known } from '../kept/documents.js';
import type { Snapshot } from '../store/live.js';
import type { SearchTogether } from '../store/search.js';
import { type Land, presentLand } from './present.js';
import { countMarkers, findLands } from './queries.js';

const LANDS = [lands];
const MARKERS = [markers];
export const READS = [lands, markers];

/** Lands by their ids; null: there is none. */
export type FoundLands = Pick<ReadonlyMap<string, Land | null>, 'get'>;

/** Finds lands with the number of their markers, for every route that answers with them. */
export class LandFinder {
  readonly #searchTogether: SearchTogether;
  readonly #kept: KeptDocuments;

  constructor(searchTogether: SearchTogether, kept: KeptDocuments) {
    this.#searchTogether = searchTogether;
    this.#kept = kept;
  }

  /** Returns what is kept of lands; undefined if Elasticsearch must be asked. */
  recall(ids: readonly string[], live: Snapshot): FoundLands | undefined {
    const found = this.#landsOf(ids, live);
    if (found.unknown.length > 0) return undefined;
    const counts = this.#countsIn(ids, live);
    if (counts.unknown.length > 0) return undefined;
    return presenting(found, counts);
  }

  /**
   * Finds lands: what is not known of them and of their markers in one request, so that a disk of
   * lands costs no more round trips than one land.
   * @throws {ApiError}
   */
  async find(ids: readonly string[], live: Snapshot): Promise<FoundLands> {
    const found = this.#landsOf(ids, live);
    const counts = this.#countsIn(ids, live);
    const searches = [
      { index: live.index(lands), body: findLands(found.unknown) },
      { index: live.index(markers), body: countMarkers(counts.unknown) },
    ].filter((_, position) => [found, counts][position]?.unknown.length !== 0);
    // Others may have learned of all meanwhile; a request without searches would be refused.
    const answers = searches.length === 0 ? [] : await this.#searchTogether<LandDocument>(searches);
    const hits = answers.flatMap((answer) => answer.hits);
    const documents = new Map(hits.map((hit) => [hit._id, hit._source]));
    const buckets = answers.flatMap((answer) => answer.buckets.lands ?? []);
    const numbers = new Map(buckets.map((bucket) => [bucket.key, bucket.doc_count]));
    this.#kept.learn(live.version(LANDS), 'lands', found, (id) => documents.get(id) ?? null);
    this.#kept.learn(live.version(MARKERS), 'markers', counts, (id) => numbers.get(id) ?? 0);
    return presenting(found, counts);
  }

  #landsOf(ids: readonly string[], live: Snapshot): Known<LandDocument> {
    return this.#kept.known(live.version(LANDS), 'lands', ids);
  }

  #countsIn(ids: readonly string[], live: Snapshot): Known<number> {
    return this.#kept.known(live.version(MARKERS), 'markers', ids);
  }
}

function presenting({ found }: Known<LandDocument>, { found: counts }: Known<number>): FoundLands {
  const get = (id: string): Land | null => {
    const land = found.get(id) ?? null;
    return land && presentLand(land, counts.get(id) ?? 0);
  };
  return { get };
}
