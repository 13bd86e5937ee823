import type { Language } from '../../indices/languages.js';
import { maxEdits } from '../matching/edits.js';
import { WEIGHTS } from '../matching/rank.js';
import { MIN_PHRASE_CHARACTERS, type Qualifier, type Reading } from '../matching/readings.js';
import type { Query, SearchBody } from '../search/search.js';
import type { FindByName } from './params.js';
import { byScore, matching, type NameScope, scope } from './queries.js';

/** Elasticsearch has no negative scores. */
const OFFSET = 5;
/** More would be read page by page. */
const MAX_CANDIDATES = 1_000;
/** Elasticsearch scores cities with several names or two typing errors differently from `rank`. */
const MORE_CANDIDATES = 6;
/** Among more terms than these, the most similar ones count. */
const MAX_SIMILAR_TERMS = 50;
/** Names of more words must be typed right, because each word is a fuzzy query. */
const MAX_MISTYPED_WORDS = 4;

/** A lookup that `fuzzy` answers. */
export type FuzzyLookup = Pick<FindByName, 'language' | 'limit' | 'near'> & NameScope;

/** Returns the number of typing errors that are searched in a word of a name. */
export function mistypedBy({ words }: Reading): number {
  if (words.length > MAX_MISTYPED_WORDS) return 0;
  return Math.max(...[...words, words.join('')].map(maxEdits));
}

/**
 * Finds the candidates of a fuzzy lookup, in about the order of `rank`.
 * @param edits the most typing errors of a word; with 0, names without errors are found
 */
export function findFuzzily(
  readings: readonly Reading[],
  edits: number,
  lookup: FuzzyLookup,
): SearchBody {
  const queries = readings.flatMap((reading) => {
    const filter = reading.qualifiers.map(qualifierQuery);
    const names =
      edits === 0 ? nameQueries(reading, lookup.language) : [errorsQuery(reading, edits)];
    return names.map(({ boost, query }): Query => ({
      constant_score: {
        filter: { bool: { filter: [query, ...filter] } },
        boost: OFFSET + reading.weight + boost,
      },
    }));
  });
  const query: Query = { bool: { must: [{ dis_max: { queries } }], filter: scope(lookup) } };
  const limit = Math.min(lookup.limit + MORE_CANDIDATES, MAX_CANDIDATES);
  const body = byScore(query, { ...lookup, limit }, lookup.near);
  const fields = ['names.*', 'aliases', 'regions', ...(body.stored_fields as string[])];
  return { ...body, stored_fields: fields };
}

interface Weighted {
  readonly boost: number;
  readonly query: Query;
}

/** Returns a query for each way in which a name may match without errors. */
function nameQueries({ words, isTyping }: Reading, language: Language): Weighted[] {
  const phrase = words.join(' ');
  const { wholeWord, whole, otherLanguage, alias, laterWord } = WEIGHTS;
  const exact = wholeWord + whole;
  const isLong = phrase.length >= MIN_PHRASE_CHARACTERS;
  const own = anyOf(term('default', phrase), term(language, phrase));
  return [
    { boost: exact, query: own },
    { boost: exact + otherLanguage, query: term('any', phrase) },
    { boost: exact + alias, query: term('aliases', phrase) },
    ...(isTyping ? [{ boost: 0, query: matching(phrase, language) }] : []),
    ...(isTyping && isLong
      ? [
          { boost: otherLanguage, query: matching(phrase, 'any') },
          { boost: alias, query: { prefix: { 'folded.aliases': phrase } } },
        ]
      : []),
    // The terms of words are also their prefixes, which a name that is typed to its end is not.
    ...(isLong && (isTyping || words.length > 1)
      ? [{ boost: laterWord, query: allOf(words.map(word)) }]
      : []),
  ];
}

/** Returns the query for names with typing errors, of which a blank is one. */
function errorsQuery({ words }: Reading, edits: number): Weighted {
  const joined = words.join('');
  const query = anyOf(
    allOf(words.map((text) => similar(text, edits))),
    ...(words.length > 1 ? [similar(joined, Math.min(edits, maxEdits(joined)) - 1)] : []),
  );
  return { boost: WEIGHTS.typingError, query };
}

function anyOf(...should: Query[]): Query {
  return { bool: { should } };
}

function allOf(filter: Query[]): Query {
  return { bool: { filter } };
}

function term(field: string, phrase: string): Query {
  return { term: { [`folded.${field}`]: phrase } };
}

function word(text: string): Query {
  return { term: { words: text } };
}

/** Matches a word with as many typing errors as it may have. */
function similar(text: string, most: number): Query {
  const fuzziness = Math.min(most, maxEdits(text));
  if (fuzziness <= 0) return word(text);
  return {
    fuzzy: {
      words: { value: text, fuzziness, prefix_length: 1, max_expansions: MAX_SIMILAR_TERMS },
    },
  };
}

function qualifierQuery({ phrase, isTyping, countryIds }: Qualifier): Query {
  return anyOf(
    { terms: { country_id: [...countryIds] } },
    isTyping ? { prefix: { regions: phrase } } : { term: { regions: phrase } },
  );
}
