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
import { traced } from '../observe/elasticsearch.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation, Hit, Search } from '../search/search.js';
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
  /** The ids of countries, the most populous one first. */
  readonly ids: readonly string[];
  /** Undefined if a border is absent or damaged, or if the borders have too many edges. */
  readonly rows: BorderRows | undefined;
  /** The world has a few thousand territories. */
  readonly territories: Map<string, Territory>;
}

/** Reports why the borders cannot be used. Called without an error once they can. */
export type ReportBorders = (error?: unknown) => void;

/** More than what rounding, and measuring on a plane, make of a distance. */
const TOLERANCE_METERS = 10;
/** Borders that could not be read are read again after this time. */
const REST_MS = 10_000;
const MAX_COUNTRIES = 1_000;

/**
 * Finds territories with the borders of all countries in memory. Points very near to a border are searched, and all
 * points until the borders of a new generation are read.
 */
export class TerritoryFinder {
  readonly #search: Search;
  readonly #ground: WholeResource<Ground>;
  readonly #isEnabled: boolean;
  readonly #report: ReportBorders;
  #filled = '';
  /** The version that is not read for a while: it could not be read, or a batch that began before a promotion asks for it. */
  #resting = { version: '', untilMs: 0 };

  /** @param isEnabled false: each lookup is a search */
  constructor(search: Search, isEnabled: boolean, report: ReportBorders = () => undefined) {
    this.#search = search;
    this.#isEnabled = isEnabled;
    this.#report = report;
    this.#ground = new WholeResource(countries, (index) => this.#read(index));
  }

  /** Returns the territory of a point; undefined if a search must decide. */
  get(point: Point, live: Snapshot): Territory | undefined {
    if (!this.#isEnabled) return undefined;
    const ground = this.#ground.get(live);
    if (ground === undefined) this.#fill(live);
    const at = ground?.rows?.at(point, NEARBY_METERS, TOLERANCE_METERS);
    if (ground === undefined || at === undefined) return undefined;
    const { ids, territories } = ground;
    const key = `${at.inside.join()} ${at.nearby.join()}`;
    const known = territories.get(key);
    if (known !== undefined) return known;
    const toCountries = (areas: readonly number[], isInside: boolean) =>
      areas.map((area) => ({ id: ids[area] ?? '', isInside }));
    const territory = territoryOf([
      ...toCountries(at.inside, true),
      ...toCountries(at.nearby, false),
    ]);
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
    const version = live.version(READS);
    const isResting =
      version === this.#resting.version && performance.now() < this.#resting.untilMs;
    if (version === undefined || isResting) return;
    const rest = (resting: string): void => {
      this.#resting = { version: resting, untilMs: performance.now() + REST_MS };
    };
    traced([], () => this.#ground.find(live)).then(
      () => {
        if (this.#filled !== version) rest(this.#filled);
        this.#filled = version;
      },
      (error: unknown) => {
        rest(version);
        this.#report(error);
      },
    );
  }

  async #read(index: string): Promise<Ground> {
    const hits = await this.#search(index, BORDERS, 'short');
    let rows: BorderRows | undefined;
    let fault: unknown;
    try {
      rows = await BorderRows.of(await mapInTurns(hits, borderOf, 1));
    } catch (error) {
      // Another read of this generation would find the same.
      fault = error;
    }
    this.#report(fault);
    return { ids: hits.map(({ _id }) => _id), rows, territories: new Map() };
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

/** @throws {Error} if the border is damaged, or absent, as in generations of earlier versions */
function borderOf({ _id, fields = {} }: Hit<unknown>): GridRings {
  const { border_packed: [text] = [] } = fields as { border_packed?: readonly string[] };
  try {
    return unpackBorder(text ?? '');
  } catch (cause) {
    throw new Error(`${_id} has no usable border_packed. Ingest the countries again.`, { cause });
  }
}

function territoryOf(found: readonly CountryAt[]): Territory {
  return { countries: found, decidingIds: decidingIds(found) };
}
