import { setImmediate as nextTurn } from 'node:timers/promises';
import { pointOf } from '../../core/geo/point.js';
import { cities } from '../../indices/cities.js';
import { type Language, namesBy } from '../../indices/languages.js';
import { localNames } from '../../indices/localNames.js';
import { populationOnly } from '../../indices/prominence.js';
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
import { accentedOf } from '../matching/letters.js';
import {
  type CountriesByName,
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
 * none with one error, or two: only one of the 1,200 most prominent cities, or of 15,000, would rank higher.
 */
const SURE_SCORES = [5.5, 2.8, -Infinity];
/** Other requests have their turn in between. */
const CANDIDATES_PER_TURN = 10;

/** Finds cities by any word of a name, with typing errors, by aliases, regions and countries. */
export class CitySearch {
  readonly #search: Search;
  readonly #readCountries: (live: Snapshot) => Promise<CountriesByName>;

  constructor(search: Search, readCountries: (live: Snapshot) => Promise<CountriesByName>) {
    this.#search = search;
    this.#readCountries = readCountries;
  }

  /**
   * Returns the cities that match, the likely ones first.
   * @throws {ApiError}
   */
  async find(
    lookup: FuzzyLookup & { readonly token: string },
    live: Snapshot,
  ): Promise<NameMatch<City>[]> {
    const sought = { ...lookup, accented: accentedOf(lookup.token) };
    const until = performance.now() + ANSWER_WITHIN_MS;
    const countries = await this.#readCountries(live);
    let readings = readingsOf(lookup.token, countries.idsOf);
    const matches = new Map<string, NameMatch<City>>();
    /** Later searches find earlier candidates again. */
    const compared = new Set<string>();
    let found: NameMatch<City>[] = [];
    for (const [edits, sureScore] of SURE_SCORES.entries()) {
      const tried = readings.filter((each) => mistypedBy(each) >= edits);
      if (tried.length === 0) break;
      // Nobody waits for the answer any more.
      if (performance.now() > until) throw unavailable();
      const { body, cost } = fuzzySearch(tried, edits, sought);
      const hits = await this.#search<CitySummary>(live.index(cities), body, cost);
      for (const [position, hit] of hits.entries()) {
        if (position % CANDIDATES_PER_TURN === 0) await nextTurn();
        if (compared.has(hit._id)) continue;
        compared.add(hit._id);
        const languages = [
          ...countries.languagesOf(hit._source.country_id),
          ...(lookup.accepted ?? []),
        ];
        const matched = match(toCandidate(hit, readings, sought, languages));
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
  { language, near, accented }: FuzzyLookup & Pick<Candidate<City>, 'accented'>,
  languages: readonly Language[],
): Candidate<City> {
  const { _source: city, fields } = hit;
  const [prominence] = (fields?.prominence ?? []) as readonly number[];
  const regions = (fields?.regions ?? []) as readonly string[];
  const entity = presentCity(hit, language);
  return {
    entity,
    shown: entity.name,
    prominence: prominence ?? populationOnly(city.population),
    names: namesOf(hit, language, languages),
    readings: readings.filter(({ qualifiers }) =>
      qualifiers.every((qualifier) => isWithin(qualifier, city.country_id, regions)),
    ),
    boost: near === undefined ? 0 : nearness(near, pointOf(city.location)),
    accented,
  };
}

/** Yields the distinct names, folded when they are needed: the shown one, local ones, the others, the aliases. */
function* namesOf(
  { _source, fields = {} }: Hit<CitySummary>,
  language: Language,
  languages: readonly Language[],
): Generator<Name> {
  const texts = fields as Readonly<Record<string, readonly string[]>>;
  const shown = texts[translations(language).name]?.[0] ?? _source.name;
  yield toName(shown, 'shown');
  const names = namesBy((each) => texts[translations(each).name]?.[0]);
  const local = new Set([_source.name, ...localNames(names, languages)]);
  for (const text of local) if (text !== shown) yield toName(text, 'local');
  for (const text of new Set(Object.values(names)))
    if (text !== shown && !local.has(text)) yield toName(text, 'otherLanguage');
  for (const text of texts.aliases ?? []) yield toName(text, 'alias');
}
