import { uniqBy } from 'es-toolkit/array';
import { memoize } from 'es-toolkit/function';
import { cities } from '../../indices/cities.js';
import { fold } from '../../indices/fold.js';
import { LANGUAGES, type Language } from '../../indices/languages.js';
import { type Candidate, type Name, nearness, rank } from '../matching/rank.js';
import {
  type CountryIdsOf,
  isWithin,
  nameReading,
  type Reading,
  readingsOf,
} from '../matching/readings.js';
import { presentLatlng } from '../lookups/answers.js';
import type { Snapshot } from '../search/live.js';
import type { Hit, Search } from '../search/search.js';
import { findFuzzily, type FuzzyLookup, mayBeMistyped, type Spelling } from './fuzzyQueries.js';
import { type City, presentCity } from './present.js';
import { type CitySummary, translations } from './queries.js';

/** Nearness aside, only a city of 1.6 million inhabitants or more ranks higher in spite of a typing error. */
const SURE_SCORE = 3.5;

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
   * Returns the cities that may match, the likely ones first.
   * @throws {ApiError}
   */
  async candidates(
    lookup: FuzzyLookup & { readonly token: string },
    live: Snapshot,
  ): Promise<Candidate<City>[]> {
    const readings = readingsOf(lookup.token, await this.#countryIdsOf(live));
    const [reading] = readings;
    if (reading === undefined) return [];
    const found = await this.#find(readings, lookup, live);
    if (reading.qualifiers.length === 0 || rank(found).length > 0) return found;
    // After the comma stands something else, such as a county. The name is still worth an answer.
    return this.#find([nameReading(reading.words)], lookup, live);
  }

  async #find(
    readings: readonly Reading[],
    lookup: FuzzyLookup,
    live: Snapshot,
  ): Promise<Candidate<City>[]> {
    // The candidates are ranked several times, and many of their names are equal.
    const wordsOf = memoize((text: string) => fold(text).split(' '));
    const search = async (spelling: Spelling): Promise<Candidate<City>[]> => {
      const sought = spelling === 'right' ? readings : readings.filter(mayBeMistyped);
      const body = findFuzzily(sought, spelling, lookup);
      const hits = await this.#search<CitySummary>(live.index(cities), body);
      return hits.map((hit) => toCandidate(hit, readings, lookup, wordsOf));
    };
    const right = await search('right');
    const [best] = rank(right.map((candidate) => ({ ...candidate, boost: 0 })));
    if ((best?.score ?? 0) >= SURE_SCORE || !readings.some(mayBeMistyped)) return right;
    return uniqBy([...right, ...(await search('wrong'))], ({ entity }) => entity.id);
  }
}

/** Returns the folded words of a name. */
type WordsOf = (name: string) => readonly string[];

function toCandidate(
  hit: Hit<CitySummary>,
  readings: readonly Reading[],
  { language, near }: FuzzyLookup,
  wordsOf: WordsOf,
): Candidate<City> {
  const { _source: city, fields } = hit;
  const regions = (fields?.regions ?? []) as readonly string[];
  return {
    entity: presentCity(hit, language),
    population: city.population,
    names: { [Symbol.iterator]: () => namesOf(hit, language, wordsOf) },
    readings: readings.filter(({ qualifiers }) =>
      qualifiers.every((qualifier) => isWithin(qualifier, city.country_id, regions)),
    ),
    boost: near === undefined ? 0 : nearness(near, presentLatlng(city.location)),
  };
}

/** Yields the distinct names, folded when they are needed: the shown one, the others, the aliases. */
function* namesOf(
  { _source, fields = {} }: Hit<CitySummary>,
  language: Language,
  wordsOf: WordsOf,
): Generator<Name> {
  const texts = fields as Readonly<Record<string, readonly string[]>>;
  const others = LANGUAGES.flatMap((each) => texts[translations(each).name] ?? []);
  const shown = texts[translations(language).name]?.[0] ?? _source.name;
  const seen = new Set<string>();
  const named = (kind: Name['kind'], text: string): Name => ({ text, words: wordsOf(text), kind });
  yield named('shown', shown);
  seen.add(shown);
  for (const text of [_source.name, ...others]) {
    if (seen.has(text)) continue;
    seen.add(text);
    yield named('otherLanguage', text);
  }
  for (const text of texts.aliases ?? []) yield named('alias', text);
}
