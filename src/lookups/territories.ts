import { BorderRows } from '../../core/geo/borderRows.js';
import { type GridRings, unpackBorder } from '../../core/geo/packedBorder.js';
import type { Point } from '../../core/geo/point.js';
import {
  type CountryAt,
  countriesAt,
  decidingIds,
  NEARBY_METERS,
  readCountriesAt,
} from '../../core/queries/borders.js';
import { BY_POPULATION } from '../../core/queries/names.js';
import { countries } from '../../indices/countries.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation, Search } from '../search/search.js';
import { mapInTurns } from './answers.js';
import { WholeResource } from './cache/wholeResource.js';

/** The countries that hold a point, and those nearby. */
export interface Territory {
  /** First the countries that hold the point, then the nearby ones, each by population. */
  readonly countries: readonly CountryAt[];
  /** The ids of the countries that hold the point. If there are none: of the nearby ones. */
  readonly decidingIds: readonly string[];
}

/** The borders of all countries. */
interface Ground {
  /** By population. */
  readonly ids: readonly string[];
  /** Undefined if the generation does not hold its packed borders, or they are too large for the memory. */
  readonly rows: BorderRows | undefined;
  /** The world has a few thousand territories. */
  readonly territories: Map<string, Territory>;
}

/** Elasticsearch measures to a point of an edge that is up to 2 km away from the closest one: 260 m more at 7.5 km. */
const TOLERANCE_METERS = 300;
/** Borders that could not be read are read again after this time. */
const RETRY_AFTER_MS = 10_000;
const MAX_COUNTRIES = 1_000;

/**
 * Finds territories with the borders of all countries in memory. Elasticsearch is asked for points that are too
 * close to call, and for all points until the borders of a new generation are read.
 */
export class TerritoryFinder {
  readonly #search: Search;
  readonly #ground: WholeResource<Ground>;
  readonly #isEnabled: boolean;
  #retryAtMs = 0;

  /** @param isEnabled false: each lookup is a search */
  constructor(search: Search, isEnabled: boolean) {
    this.#search = search;
    this.#isEnabled = isEnabled;
    this.#ground = new WholeResource(countries, (index) => this.#read(index));
  }

  /** Returns the territory of a point; undefined if only Elasticsearch can tell. */
  get(point: Point, live: Snapshot): Territory | undefined {
    if (!this.#isEnabled) return undefined;
    const ground = this.#ground.get(live);
    if (ground === undefined) this.#fill(live);
    const at = ground?.rows?.at(point, NEARBY_METERS, TOLERANCE_METERS);
    if (ground === undefined || at === undefined) return undefined;
    const key = `${at.inside.join()} ${at.nearby.join()}`;
    const { ids, territories } = ground;
    const toCountries = (areas: readonly number[], isInside: boolean) =>
      areas.map((area) => ({ id: ids[area] ?? '', isInside }));
    const territory =
      territories.get(key) ??
      territoryOf([...toCountries(at.inside, true), ...toCountries(at.nearby, false)]);
    territories.set(key, territory);
    return territory;
  }

  /**
   * Returns the territory of a point.
   * @throws {ApiError}
   */
  async find(point: Point, live: Snapshot, expectation?: Expectation): Promise<Territory> {
    const cached = this.get(point, live);
    if (cached !== undefined) return cached;
    const hits = await this.#search(live.index(countries), countriesAt(point), expectation);
    return territoryOf(readCountriesAt(hits));
  }

  /** Reads the borders in the background. Meanwhile lookups are searches. */
  #fill(live: Snapshot): void {
    const isKnown = live.version(READS) !== undefined;
    if (!isKnown || performance.now() < this.#retryAtMs) return;
    this.#ground.find(live).catch(() => {
      this.#retryAtMs = performance.now() + RETRY_AFTER_MS;
    });
  }

  async #read(index: string): Promise<Ground> {
    const hits = await this.#search(index, BORDERS, 'short');
    const borders = await mapInTurns(hits, ({ fields = {} }) => bordersIn(fields), 1);
    const isComplete = borders.every((rings) => rings !== undefined);
    return {
      ids: hits.map(({ _id }) => _id),
      rows: isComplete ? await BorderRows.of(borders) : undefined,
      territories: new Map(),
    };
  }
}

const READS = [countries];
const BORDERS = {
  query: { match_all: {} },
  sort: BY_POPULATION,
  size: MAX_COUNTRIES,
  _source: false,
  stored_fields: ['border_packed'],
};

/** Generations of earlier versions lack packed borders. */
function bordersIn(fields: Readonly<Record<string, readonly unknown[]>>): GridRings | undefined {
  const { border_packed: [text] = [] } = fields as { border_packed?: readonly string[] };
  return text === undefined || text === '' ? undefined : unpackBorder(text);
}

function territoryOf(found: readonly CountryAt[]): Territory {
  return { countries: found, decidingIds: decidingIds(found) };
}
