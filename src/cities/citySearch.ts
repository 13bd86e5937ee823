import { setImmediate as nextTurn } from 'node:timers/promises';
import { pointOf } from '../../core/geo/point.js';
import { cities } from '../../indices/cities.js';
import { LANGUAGES, type Language } from '../../indices/languages.js';
import { ANSWER_WITHIN_MS } from '../concurrency.js';
import { unavailable } from '../errors.js';
import {
  type Candidate,
  match,
  type NameMatch,
  type Name,
  nearness,
  toName,
} from '../matching/rank.js';
import {
  type CountryIdsOf,
  isWithin,
  type Reading,
  readingsOf,
  WITHOUT_DIGITS,
} from '../matching/readings.js';
import type { Snapshot } from '../search/live.js';
import type { Hit, Search } from '../search/search.js';
import { type FuzzyLookup, fuzzySearch, mistypedBy } from './fuzzyQueries.js';
import { type City, presentCity } from './present.js';
import { type CitySummary, translations } from './queries.js';

/**
 * A search with more typing errors costs more. After a match with this score, nearness aside, there is
 * none with one error, or two: only a city of 1.6 million inhabitants, or 80,000, would rank higher.
 */
const SURE_SCORES = [3.5, 1.5, -Infinity];
/** Other requests have their turn in between. */
const CANDIDATES_PER_TURN = 10;

/** Finds cities by any word of a name, with typing errors, by aliases, regions and countries. */
export class CitySearch {
  readonly #search: Search;
  readonly #countryIdsOf: (live: Snapshot) => Promise<CountryIdsOf>;

  /** @param countryIdsOf finds the countries that a token may name */
  constructor(search: Search, countryIdsOf: (live: Snapshot) => Promise<CountryIdsOf>) {
    this.#search = search;
    this.#countryIdsOf = countryIdsOf;
  }

  /**
   * Returns the cities that match, the likely ones first.
   * @throws {ApiError}
   */
  async find(
    lookup: FuzzyLookup & { readonly token: string },
    live: Snapshot,
  ): Promise<NameMatch<City>[]> {
    const until = performance.now() + ANSWER_WITHIN_MS;
    let readings = readingsOf(lookup.token, await this.#countryIdsOf(live));
    const matches = new Map<string, NameMatch<City>>();
    /** Later searches find earlier candidates again. */
    const compared = new Set<string>();
    let found: NameMatch<City>[] = [];
    for (const [edits, sureScore] of SURE_SCORES.entries()) {
      const sought = readings.filter((each) => mistypedBy(each) >= edits);
      if (sought.length === 0) break;
      // Nobody waits for the answer any more.
      if (performance.now() > until) throw unavailable();
      const { body, cost } = fuzzySearch(sought, edits, lookup);
      const hits = await this.#search<CitySummary>(live.index(cities), body, cost);
      for (const [position, hit] of hits.entries()) {
        if (position % CANDIDATES_PER_TURN === 0) await nextTurn();
        if (compared.has(hit._id)) continue;
        compared.add(hit._id);
        const matched = match(toCandidate(hit, readings, lookup));
        if (matched !== undefined) matches.set(hit._id, matched);
      }
      const least = Math.min(...[...matches.values()].map(({ reading }) => reading.fallback));
      found = [...matches.values()].filter(({ reading }) => reading.fallback === least);
      const isSure = found.some(({ score, boost }) => score - boost >= sureScore);
      const isWanted = least <= WITHOUT_DIGITS;
      if (isSure && isWanted) break;
      // A fallback that matched is kept, and is the answer unless the name has typing errors.
      if (isSure || isWanted)
        readings = readings.filter(({ fallback }) => fallback <= WITHOUT_DIGITS);
    }
    return found;
  }
}

function toCandidate(
  hit: Hit<CitySummary>,
  readings: readonly Reading[],
  { language, near }: FuzzyLookup,
): Candidate<City> {
  const { _source: city, fields } = hit;
  const regions = (fields?.regions ?? []) as readonly string[];
  return {
    entity: presentCity(hit, language),
    prominence: Math.log10(1 + city.population),
    names: namesOf(hit, language),
    readings: readings.filter(({ qualifiers }) =>
      qualifiers.every((qualifier) => isWithin(qualifier, city.country_id, regions)),
    ),
    boost: near === undefined ? 0 : nearness(near, pointOf(city.location)),
  };
}

/** Yields the distinct names, folded when they are needed: the shown one, the others, the aliases. */
function* namesOf({ _source, fields = {} }: Hit<CitySummary>, language: Language): Generator<Name> {
  const texts = fields as Readonly<Record<string, readonly string[]>>;
  const others = LANGUAGES.flatMap((each) => texts[translations(each).name] ?? []);
  const shown = texts[translations(language).name]?.[0] ?? _source.name;
  yield toName(shown, 'shown');
  for (const text of new Set([_source.name, ...others]))
    if (text !== shown) yield toName(text, 'otherLanguage');
  for (const text of texts.aliases ?? []) yield toName(text, 'alias');
}
