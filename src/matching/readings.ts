import { fold } from '../../indices/fold.js';
import type { Language } from '../../indices/languages.js';

/** A region or country that follows a name. */
export interface Qualifier {
  /** Folded. */
  readonly phrase: string;
  /** True if the phrase may not be typed to its end. */
  readonly isTyping: boolean;
  /** The countries that the phrase means. */
  readonly countryIds: readonly string[];
}

/** One way to understand a token: a name, and the region and country that follow it. */
export interface Reading {
  /** The folded words of the name. */
  readonly words: readonly string[];
  /** True if the last word may not be typed to its end, and the name may have further words. */
  readonly isTyping: boolean;
  readonly qualifiers: readonly Qualifier[];
  /** Added to the score of a match. */
  readonly weight: number;
}

/** Returns the ids of the countries that a folded phrase, or the start of one, means. */
export type CountryIdsOf = (phrase: string, isTyping: boolean) => readonly string[];

/** What the search of cities needs to know of countries. */
export interface CountriesByName {
  readonly idsOf: CountryIdsOf;
  /** Returns the official languages of a country. Empty if they are not known. */
  readonly languagesOf: (countryId: string) => readonly Language[];
}

const COMMAS = /[,\u060c\u3001\ufe10\ufe11\ufe50\uff0c\uff64]/u;
/** The most words of a token that are compared. */
const MAX_WORDS = 10;
/** The most words of a region and country without a comma, such as `south australia`. */
const MAX_QUALIFIER_WORDS = 4;
/** The most regions and countries that are compared. Addresses that people paste have two or three. */
const MAX_QUALIFIERS = 4;
/** Without a comma the last words are rather a part of the name. */
const WITHOUT_COMMA = -1;
const MIN_QUALIFIER_CHARACTERS = 2;

/** Shorter tokens are the start of too many names other than the one shown. */
export const MIN_PHRASE_CHARACTERS = 3;

/** Returns the folded parts of a token between commas. */
export function partsOf(token: string): string[] {
  return token
    .split(COMMAS)
    .map(fold)
    .filter((part) => part !== '');
}

/** Returns whether a city is in the region or country that a qualifier means. */
export function isWithin(
  { phrase, isTyping, countryIds }: Qualifier,
  countryId: string,
  regions: readonly string[],
): boolean {
  if (countryIds.includes(countryId)) return true;
  return regions.some((name) => name === phrase || (isTyping && name.startsWith(phrase)));
}

/** Returns the reading of words as a name only. */
export function nameReading(words: readonly string[]): Reading {
  return { words, isTyping: true, qualifiers: [], weight: 0 };
}

/**
 * Returns the ways to understand a token. After a comma everything is a qualifier. Without a comma the
 * token is a name, or its last words are a qualifier. Empty if there is nothing to compare.
 */
export function readingsOf(token: string, countryIdsOf: CountryIdsOf): Reading[] {
  const [name, ...rest] = partsOf(token).map((part) => part.split(' '));
  if (name === undefined) return [];
  const words = [...name, ...rest.flat()].slice(0, MAX_WORDS);
  const nameOnly = nameReading(words);
  const qualified = (nameWords: string[], phrases: readonly (readonly string[])[]): Reading => ({
    words: nameWords.slice(0, MAX_WORDS),
    isTyping: rest.length > 0,
    weight: rest.length > 0 ? 0 : WITHOUT_COMMA,
    qualifiers: phrases.map((phraseWords, position) => {
      const phrase = phraseWords.slice(0, MAX_WORDS).join(' ');
      const isTyping = position === phrases.length - 1;
      return { phrase, isTyping, countryIds: countryIdsOf(phrase, isTyping) };
    }),
  });
  if (rest.length > 0) return [qualified(name, rest.slice(0, MAX_QUALIFIERS))];
  const readings = [nameOnly];
  for (let length = 1; length <= Math.min(MAX_QUALIFIER_WORDS, words.length - 1); length += 1) {
    const tail = words.slice(-length);
    if (tail.join(' ').length < MIN_QUALIFIER_CHARACTERS) continue;
    const before = words.slice(0, -length);
    readings.push(qualified(before, [tail]));
    for (let region = 1; region < length; region += 1) {
      const country = tail.slice(region);
      if (countryIdsOf(country.join(' '), false).length > 0)
        readings.push(qualified(before, [tail.slice(0, region), country]));
    }
  }
  return readings;
}
