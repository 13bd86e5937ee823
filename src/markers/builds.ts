import { vectorOf } from '../../core/geo/point.js';
import type { BuildDocument } from '../../indices/builds.js';
import { ANSWER_WITHIN_MS } from '../concurrency.js';
import { BatchQueue } from '../elasticsearch/batchQueue.js';
import type { Search } from '../search/search.js';
import { nearOf, squaredChordOf } from './packed.js';
import { findBuilds, SMALL_RADIUS_METERS, type Wanted } from './queries.js';

/** The markers of the lookups that share a search. */
const SHARED_MARKERS = 5_000;
/** The builds that they may find together. */
const SHARED_BUILDS = 500;

type Shared = readonly BuildDocument[] | 'too many';

/**
 * Finds what the game has built. A search takes Elasticsearch almost as long as one for markers, however few
 * builds it finds. So lookups within small circles that arrive together share one.
 */
export class BuildFinder {
  readonly #search: Search;
  readonly #alias: string;
  readonly #shared: BatchQueue<Wanted, Shared>;

  /** @param alias read again by each search, because the game writes while it is live */
  constructor(search: Search, alias: string) {
    this.#search = search;
    this.#alias = alias;
    this.#shared = new BatchQueue({
      name: 'builds',
      timeoutMs: ANSWER_WITHIN_MS,
      maxInFlight: 2,
      maxBatch: SHARED_MARKERS,
      weightOf: ({ nearest }) => 1 + nearest.length,
      maxWaiting: 5_000,
      send: async (all) => {
        const found = await this.#find(all, SHARED_BUILDS);
        const shared = found.length < SHARED_BUILDS ? found : 'too many';
        return all.map(() => shared);
      },
    });
  }

  /**
   * Returns the builds of the season, by id: the builds of the markers found, and the builds within the radius.
   * @throws {ApiError}
   */
  async find(wanted: Wanted): Promise<ReadonlyMap<string, BuildDocument>> {
    const { circle, nearest } = wanted;
    const isSmall = circle.radiusMeters <= SMALL_RADIUS_METERS && nearest.length < SHARED_MARKERS;
    const shared = isSmall ? await this.#shared.add(wanted) : 'too many';
    const found = shared === 'too many' ? await this.#find([wanted]) : shared;
    return new Map(ofLookup(found, wanted).map((build) => [build.id, build]));
  }

  async #find(wanted: readonly Wanted[], size?: number): Promise<readonly BuildDocument[]> {
    const body = findBuilds(wanted, size);
    const hits = await this.#search<BuildDocument>(this.#alias, body, 'few');
    return hits.map(({ _source }) => _source);
  }
}

/** Returns the builds that a lookup wants. */
function ofLookup(found: readonly BuildDocument[], { circle, ids }: Wanted) {
  const ofSeason = found.filter(({ season }) => season === circle.season);
  if (ofSeason.length === 0) return [];
  const from = vectorOf(circle.point);
  const most = squaredChordOf(circle);
  return ofSeason.filter((build) => ids().has(build.id) || nearOf(build, from).chord <= most);
}
