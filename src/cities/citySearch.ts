import { uniqBy } from 'es-toolkit/array';
import { cities } from '../../indices/cities.js';
import { fold } from '../../indices/fold.js';
import { LANGUAGES, type Language } from '../../indices/languages.js';
import { maxEdits } from '../matching/edits.js';
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
import { findFuzzily, type FuzzyLookup, type Spelling } from './fuzzyQueries.js';
import { type City, presentCity } from './present.js';
import { type CitySummary, translations } from './queries.js';

/** No city of fewer than a million inhabitants with a typing error in its name would rank higher. */
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
   * Returns the cities that may match, in no order.
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
    if (found.length > 0 || reading.isTyping) return found;
    // After the comma stands something else, such as a county. The name is still worth an answer.
    return this.#find([nameReading(reading.words)], lookup, live);
  }

  async #find(
    readings: readonly Reading[],
    lookup: FuzzyLookup,
    live: Snapshot,
  ): Promise<Candidate<City>[]> {
    const search = async (spelling: Spelling): Promise<Candidate<City>[]> => {
      const body = findFuzzily(readings, spelling, lookup);
      const hits = await this.#search<CitySummary>(live.index(cities), body);
      return hits.map((hit) => toCandidate(hit, readings, lookup));
    };
    const right = await search('right');
    const [best] = rank(right);
    const mayBeMistyped = readings.some(({ words }) => maxEdits(words.join('')) > 0);
    if ((best?.score ?? 0) >= SURE_SCORE || !mayBeMistyped) return right;
    return uniqBy([...right, ...(await search('wrong'))], ({ entity }) => entity.id);
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
    population: city.population,
    names: { [Symbol.iterator]: () => namesOf(hit, language) },
    readings: readings.filter(({ qualifiers }) =>
      qualifiers.every((qualifier) => isWithin(qualifier, city.country_id, regions)),
    ),
    boost: near === undefined ? 0 : nearness(near, presentLatlng(city.location)),
  };
}

/** Yields the distinct names, folded when they are needed: the shown one, the others, the aliases. */
function* namesOf({ _source, fields = {} }: Hit<CitySummary>, language: Language): Generator<Name> {
  const texts = fields as Readonly<Record<string, readonly string[]>>;
  const others = LANGUAGES.flatMap((each) => texts[translations(each).name] ?? []);
  const shown = texts[translations(language).name]?.[0] ?? _source.name;
  const seen = new Set<string>();
  const named = (kind: Name['kind'], text: string): Name => ({
    text,
    words: fold(text).split(' '),
    kind,
  });
  yield named('shown', shown);
  seen.add(shown);
  for (const text of [_source.name, ...others]) {
    if (seen.has(text)) continue;
    seen.add(text);
    yield named('otherLanguage', text);
  }
  for (const text of texts.aliases ?? []) yield named('alias', text);
}
