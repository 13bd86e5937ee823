import { uniq } from 'es-toolkit/array';
import { populationOnly } from '../../indices/prominence.js';
import { accentedOf } from '../matching/letters.js';
import {
  byInitial,
  type NameInLanguages,
  namesInLanguages,
  shownFirst,
} from '../matching/names.js';
import { type Accepting, match, type NameMatch } from '../matching/rank.js';
import { type CountriesByName, wholeReading } from '../matching/readings.js';
import type { Snapshot } from '../search/live.js';
import type { AllCountries, CountriesById } from './allCountries.js';
import type { FindByName } from './params.js';
import { type Country, presentCountry } from './present.js';
import type { StoredCountry } from './queries.js';

interface NamedCountry {
  readonly stored: StoredCountry;
  /**
   * The names in all languages, the aliases and the codes, by the first characters of their words.
   * Comparing all 10,000 names takes nearly twice as long: 1.6 ms instead of 0.9.
   */
  readonly byInitial: ReadonlyMap<string, readonly NameInLanguages[]>;
  /** The same names, folded. */
  readonly phrases: readonly string[];
}

/** Finds countries as `CitySearch` finds cities, but among the cached documents of all countries. */
export class CountrySearch {
  readonly #allCountries: AllCountries;
  readonly #named = new WeakMap<CountriesById, readonly NamedCountry[]>();

  constructor(allCountries: AllCountries) {
    this.#allCountries = allCountries;
  }

  /**
   * Returns the countries that match, by id.
   * @throws {ApiError}
   */
  async find(
    { token, language, primaryOnly, accepted = [] }: Pick<FindByName, 'token' | 'language' | 'primaryOnly'> & Accepting, // prettier-ignore
    live: Snapshot,
  ): Promise<NameMatch<Country>[]> {
    const reading = wholeReading(token);
    const [first] = reading.words;
    if (first === undefined) return [];
    const accented = accentedOf(token);
    const found: NameMatch<Country>[] = [];
    for (const { stored, byInitial: named } of await this.#read(live)) {
      const names = named.get(first.charAt(0));
      if (names === undefined || (primaryOnly && !stored.primary)) continue;
      const matched = match({
        entity: presentCountry(stored, language),
        prominence: stored.prominence ?? populationOnly(stored.population),
        shown: stored.names[language],
        names: shownFirst(names, stored.names[language], [
          ...(stored.languages ?? []),
          ...accepted,
        ]),
        readings: [reading],
        boost: 0,
        accented,
      });
      if (matched !== undefined) found.push(matched);
    }
    return found;
  }

  /**
   * Returns functions that find the countries with a name, an alias or a code, and their languages.
   * @throws {ApiError}
   */
  async byName(live: Snapshot): Promise<CountriesByName> {
    const countries = await this.#read(live);
    return {
      idsOf: (phrase, isTyping) =>
        countries
          .filter(({ phrases }) =>
            phrases.some((name) => name === phrase || (isTyping && name.startsWith(phrase))),
          )
          .map(({ stored }) => stored.id),
      languagesOf: (countryId) =>
        countries.find(({ stored }) => stored.id === countryId)?.stored.languages ?? [],
    };
  }

  async #read(live: Snapshot): Promise<readonly NamedCountry[]> {
    const byId = await this.#allCountries.find(live);
    const cached = this.#named.get(byId);
    if (cached !== undefined) return cached;
    const named = [...byId.values()].map((stored) => {
      const others = [...(stored.aliases ?? []), stored.id];
      const names = namesInLanguages(
        stored.names,
        Object.values(stored.names),
        others,
        'otherLanguage',
      );
      return {
        stored,
        byInitial: byInitial(names),
        phrases: uniq(names.map(({ words }) => words.join(' '))),
      };
    });
    this.#named.set(byId, named);
    return named;
  }
}
