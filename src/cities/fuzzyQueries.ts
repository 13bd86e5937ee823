import { maxBy } from 'es-toolkit/array';
import { sumBy } from 'es-toolkit/math';
import { maxEdits } from '../matching/edits.js';
import { isOtherScript, lettersIn } from '../matching/letters.js';
import { type Accepting, FEWEST_LETTERS_OF_OTHERS, WEIGHTS } from '../matching/rank.js';
import { MIN_PHRASE_CHARACTERS, type Qualifier, type Reading } from '../matching/readings.js';
import { citiesNamed, type Query } from '../../core/queries/names.js';
import type { FuzzyCost, SearchBody } from '../search/search.js';
import type { FindByName } from './params.js';
import { byProminence, byScore, type NameScope, scope } from './queries.js';

/** Elasticsearch has no negative scores. */
const OFFSET = 180;
/** The weight of each fallback. Its candidates come after all others, whatever their prominence and nearness. */
const FALLBACK = -22;
/** Elasticsearch scores cities with several names or two typing errors differently from `rank`. */
const MORE_CANDIDATES = 6;
/** Elasticsearch does not compare accents. */
const MORE_WITH_ACCENTS = 60;
/** Among more terms than these, the most similar ones count. */
const MAX_SIMILAR_TERMS = 50;
/** The most words of a name that may have typing errors, because each word is a fuzzy query. */
const MAX_MISTYPED_WORDS = 4;
/**
 * Two errors are searched in words of this many letters in all, and one in the words after them. Elasticsearch
 * needs about half a millisecond for each letter of a word with two errors, and a fifth of that with one.
 */
const MAX_LETTERS_WITH_TWO_ERRORS = 32;
const MAX_FUZZINESS = 2;
/** The last letters of a word with three errors are not searched. */
const UNREAD_LETTERS = 3;
/** The cost of a letter with no, one, two and three typing errors in its word. */
const LETTER_COSTS = [0, 0.2, 1, 1];

/** A lookup that `fuzzy` answers. */
export type FuzzyLookup = Pick<FindByName, 'language' | 'limit' | 'near'> & Accepting & NameScope;

/** Returns the number of typing errors that are searched in a word of a name. */
export function mistypedBy({ words, isExact }: Reading): number {
  if (isExact || words.length > MAX_MISTYPED_WORDS) return 0;
  return Math.max(...[...words, words.join('')].map(maxEdits));
}

/**
 * Finds the candidates of a fuzzy lookup, in about the order of `rank`.
 * @param edits the most typing errors of a word; with 0, names without errors are found
 */
export function fuzzySearch(
  readings: readonly Reading[],
  edits: number,
  lookup: FuzzyLookup & { readonly accented?: string | undefined },
): { readonly body: SearchBody; readonly cost: FuzzyCost } {
  const errors = errorsIn(readings, edits);
  const queries =
    edits === 0
      ? readings.flatMap((reading) => nameQueries(reading, lookup))
      : errorQueries(readings, errors);
  const query: Query = { bool: { must: [{ dis_max: { queries } }], filter: scope(lookup) } };
  const more = lookup.accented === undefined ? MORE_CANDIDATES : MORE_WITH_ACCENTS;
  const limits = { ...lookup, limit: lookup.limit + more };
  const body = byScore(byProminence(query), limits, lookup.near);
  const fields = ['names.*', 'aliases', 'regions', ...(body.stored_fields as string[])];
  const letters = sumBy([...errors], ([word, most]) => word.length * (LETTER_COSTS[most] ?? 0));
  return { body: { ...body, stored_fields: fields, docvalue_fields: ['prominence'] }, cost: { letters } }; // prettier-ignore
}

/** Returns a query for each way in which a name may match without errors. */
function nameQueries(reading: Reading, { language, accepted = [] }: FuzzyLookup): Query[] {
  const { words, isTyping } = reading;
  const phrase = words.join(' ');
  const { wholeWord, whole, otherLanguage, local, laterWord } = WEIGHTS;
  const letters = lettersIn(words);
  const isLong = letters >= MIN_PHRASE_CHARACTERS;
  const isOther = letters >= FEWEST_LETTERS_OF_OTHERS || isOtherScript(phrase, language);
  const starting = (field: string) => ({ prefix: { [`folded.${field}`]: phrase } });
  const own = anyOf(term('default', phrase), term(language, phrase));
  const other = anyOf(term('any', phrase), term('aliases', phrase));
  const starts = letters < FEWEST_LETTERS_OF_OTHERS ? ['any'] : ['any', 'aliases'];
  return [
    scored(reading, wholeWord + whole, own),
    scored(reading, wholeWord, other),
    ...(isTyping ? [scored(reading, 0, citiesNamed(phrase, language))] : []),
    ...(isTyping && isLong
      ? [scored(reading, local, anyOf(...['local', 'default', ...accepted].map(starting)))]
      : []),
    ...(isTyping && isLong && isOther
      ? [scored(reading, otherLanguage, anyOf(...starts.map(starting)))]
      : []),
    // The index of words also holds prefixes, so it cannot tell a single word that is typed to its end.
    ...(isLong && (isTyping || words.length > 1)
      ? [scored(reading, laterWord, ...words.map(word))]
      : []),
  ];
}

/** Returns the typing errors that are searched, by word. A name without its blanks is a word, too: each blank is an error. */
function errorsIn(readings: readonly Reading[], edits: number): ReadonlyMap<string, number> {
  const errors = new Map<string, number>();
  for (const { words } of readings) {
    const joined = words.join('');
    errors.set(joined, Math.min(edits, maxEdits(joined)) - 1);
  }
  let left = MAX_LETTERS_WITH_TWO_ERRORS;
  for (const word of new Set(longestOf(readings))) {
    const most = edits < MAX_FUZZINESS ? Math.min(edits, maxEdits(word)) : maxEdits(word);
    const isTwice = most > 1 && word.length <= left;
    if (isTwice) left -= word.length;
    errors.set(word, isTwice ? most : Math.min(most, 1));
  }
  return errors;
}

/** Returns the words of the longest reading. The words of the other readings are its first ones. */
function longestOf(readings: readonly Reading[]): readonly string[] {
  return maxBy([...readings], ({ words }) => words.length)?.words ?? [];
}

/**
 * Returns the queries for names with typing errors. Longer readings are nested in shorter ones, so that each
 * word is one fuzzy query, however many readings have it.
 */
function errorQueries(readings: readonly Reading[], errors: ReadonlyMap<string, number>): Query[] {
  const within = (text: string, queries: Query[]): Query => ({
    bool: { filter: [similar(text, errors.get(text) ?? 0)], must: [{ dis_max: { queries } }] },
  });
  const words = longestOf(readings);
  const joined: Query[] = [];
  let longer: Query[] = [];
  for (let count = words.length; count > 0; count -= 1) {
    const ending = readings
      .filter((reading) => reading.words.length === count)
      .map((reading) => scored(reading, WEIGHTS.typingError));
    const [text, word = ''] = [words.slice(0, count).join(''), words[count - 1]];
    if (count > 1 && ending.length > 0) joined.push(within(text, ending));
    longer = [...ending, ...longer];
    // A repeated word is queried where it stands first.
    if (words.indexOf(word) === count - 1) longer = [within(word, longer)];
  }
  return [...longer, ...joined];
}

/** Returns the query for a reading that matches in this way. Its qualifiers are filters. */
function scored(reading: Reading, weight: number, ...names: Query[]): Query {
  const filter = [...names, ...reading.qualifiers.map(qualifierQuery)];
  const boost = OFFSET + reading.fallback * FALLBACK + reading.weight + weight;
  return { constant_score: { filter: { bool: { filter } }, boost } };
}

function anyOf(...should: Query[]): Query {
  return { bool: { should } };
}

function term(field: string, phrase: string): Query {
  return { term: { [`folded.${field}`]: phrase } };
}

function word(text: string): Query {
  return { term: { words: text } };
}

/** Elasticsearch knows two errors at most. With three in a word, there are two in its start. */
function similar(text: string, errors: number): Query {
  if (errors <= 0) return word(text);
  const value = errors > MAX_FUZZINESS ? text.slice(0, -UNREAD_LETTERS) : text;
  const fuzziness = Math.min(errors, MAX_FUZZINESS);
  return {
    fuzzy: {
      words: { value, fuzziness, prefix_length: 1, max_expansions: MAX_SIMILAR_TERMS },
    },
  };
}

function qualifierQuery({ phrase, isTyping, countryIds }: Qualifier): Query {
  return anyOf(
    { terms: { country_id: [...countryIds] } },
    isTyping ? { prefix: { regions: phrase } } : { term: { regions: phrase } },
  );
}
