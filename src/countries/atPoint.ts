import { countries } from '../../indices/countries.js';
import type { Territories, Territory } from '../kept/territories.js';
import type { Snapshot } from '../store/live.js';
import type { Expectation, Search } from '../store/search.js';
import type { CountryDocuments } from './documents.js';
import type { FindByLocation } from './params.js';
import { type Country, presentCountry } from './present.js';
import { findByLocation, type CountrySummary, type NamedCountry } from './queries.js';

/** Finds the countries at a point and those nearby, for every route that answers with them. */
export class CountriesAtPoint {
  readonly #search: Search;
  readonly #documents: CountryDocuments;
  readonly #territories: Territories;

  constructor(search: Search, documents: CountryDocuments, territories: Territories) {
    this.#search = search;
    this.#documents = documents;
    this.#territories = territories;
  }

  /** Returns them, and the key of their territory; undefined if Elasticsearch must be asked. */
  recall(
    lookup: FindByLocation,
    live: Snapshot,
  ): { readonly key: string; readonly list: () => Country[] } | undefined {
    const known = this.#documents.recall(live);
    const territory = this.#territories.recall(lookup.point, live);
    if (known === undefined || territory === undefined) return undefined;
    return { key: territory.key, list: () => listAt(territory, known, lookup) };
  }

  /**
   * Finds them.
   * @param territory that of the point, if the caller has asked for it already
   * @throws {ApiError}
   */
  async find(
    lookup: FindByLocation,
    live: Snapshot,
    expectation?: Expectation,
    territory?: Promise<Territory>,
  ): Promise<Country[]> {
    const known = await this.#documents.find(live);
    if (known !== undefined) {
      const found = await (territory ?? this.#territories.find(lookup.point, live));
      return listAt(found, known, lookup);
    }
    const index = live.index(countries);
    const hits = await this.#search<CountrySummary>(index, findByLocation(lookup), expectation);
    return hits.map(({ _source }) => presentCountry(_source, lookup.language));
  }
}

function listAt(
  { countries: found }: Territory,
  known: ReadonlyMap<string, NamedCountry>,
  { primaryOnly, language }: FindByLocation,
): Country[] {
  return found
    .map(({ id }) => known.get(id))
    .filter((country) => country !== undefined)
    .filter(({ primary }) => primary || !primaryOnly)
    .map((country) => presentCountry(country, language));
}
