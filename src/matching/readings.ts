import { fold } from '../../indices/fold.js';
import type { Language } from '../../indices/languages.js';
import { officialNames } from './officialNames.js';

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
  /** Counts only if no reading with a lower number matches. From `ADDRESS` on, the last parts of an address. */
  readonly fallback: number;
  /** True if there must be no typing errors. */
  readonly isExact: boolean;
}

/** A reading without words that have digits. */
export const WITHOUT_DIGITS = 1;
const NAME_ALONE = 2;
const ADDRESS = 3;

/** Returns the ids of the countries that a folded phrase, or the start of one, means. */
export type CountryIdsOf = (phrase: string, isTyping: boolean) => readonly string[];

/** What the search of cities needs to know of countries. */
export interface CountriesByName {
  readonly idsOf: CountryIdsOf;
  /** Returns the official languages of a country. Empty if they are not known. */
  readonly languagesOf: (countryId: string) => readonly Language[];
}

const COMMA = /[,\u060c\u3001]/u;
/** Commas, and what separates like them. */
const SEPARATOR = /[,\u060c\u3001\p{Ps}\p{Pe}"\u201c-\u201f\u00ab\u00bb\u2039\u203a/\\|:;<>]/u;
/** Something in brackets or quotes is typed to its end. */
const CLOSED = /[\p{Pe}"\u201d\u00bb>]$/u;
/** Words with digits, such as postal codes and house numbers. Scripts without blanks lose the digits alone. */
const DIGITS =
  /\b\d{4} [a-z]{2}\b|(?:(?![\p{scx=Han}\p{scx=Hangul}\p{scx=Katakana}\p{Ps}/,])\S)*\p{Nd}(?:(?![\p{scx=Han}\p{scx=Hangul}\p{scx=Katakana}\p{Pe}/,])\S)*/gu;
const FLAG = /[\u{1f1e6}-\u{1f1ff}]{2}/gu;
const FROM_INDICATOR = 0x1f1e6 - 0x61;
const FLAG_ALONE = /^\([a-z]{2}\)$/;
/** The most words of a token that are compared. */
const MAX_WORDS = 10;
/** The most words of a region and country without a comma, such as `south australia`. */
const MAX_QUALIFIER_WORDS = 4;
/** The most regions and countries that are compared. Addresses that people paste have two or three. */
const MAX_QUALIFIERS = 4;
const MAX_READINGS = 24;
/** Without a comma the last words are rather a part of the name. */
const WITHOUT_COMMA = -1;
const MIN_QUALIFIER_CHARACTERS = 2;

/** Shorter tokens are the start of too many names other than the one shown. */
export const MIN_PHRASE_CHARACTERS = 3;

/** Returns the same text for tokens that are read alike. A flag is the code of its country, in brackets at the end. */
export function canonicalToken(token: string): string {
  const text = token.normalize('NFKC').toLowerCase();
  const codes = Array.from(new Set(text.match(FLAG)), (flag) => {
    const letters = Array.from(flag, (each) => Number(each.codePointAt(0)) - FROM_INDICATOR);
    return ` (${String.fromCodePoint(...letters)})`;
  });
  return (text.replace(FLAG, ' ') + codes.join('')).replace(/\s+/gu, ' ').trim();
}

/** Returns the folded parts of a token between commas, brackets, quotes and slashes. */
export function partsOf(token: string): string[] {
  return canonicalToken(token)
    .split(SEPARATOR)
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

/** Returns the reading of a token as a name only. A flag alone is a whole code. */
export function wholeReading(token: string): Reading {
  const words = partsOf(token).flatMap((part) => part.split(' '));
  return { ...nameReading(words), isTyping: !FLAG_ALONE.test(canonicalToken(token)) };
}

function nameReading(words: readonly string[]): Reading {
  const name = words.slice(0, MAX_WORDS);
  return { words: name, isTyping: true, qualifiers: [], weight: 0, fallback: 0, isExact: false };
}

/**
 * Returns the ways to understand a token, by their fallbacks. If nothing matches, words with digits do not count,
 * then the name alone does, and then the last parts of an address. Empty if there is nothing to compare.
 */
export function readingsOf(token: string, countryIdsOf: CountryIdsOf): Reading[] {
  const text = canonicalToken(token);
  if (FLAG_ALONE.test(text)) return [wholeReading(text)];
  const letters = text.replace(DIGITS, ' , ');
  const parts = partsOf(letters);
  const [name = '', ...rest] = parts;
  const isNumbered = letters !== text && parts.length > 0;
  const fallback = isNumbered ? WITHOUT_DIGITS : 0;
  const read = (some: string[], isLoose = false) =>
    readParts(some, isLoose, CLOSED.test(text), countryIdsOf);
  const as = (some: readonly Reading[], level: number, isExact: boolean) =>
    some.map((each) => ({ ...each, fallback: level, isExact }));
  const official = officialNames(letters).map(({ name: bare, region, isLast }) => ({
    ...nameReading(fold(bare).split(' ')),
    isTyping: false,
    qualifiers: region === undefined ? [] : [qualifierOf(fold(region), false, countryIdsOf)],
    fallback: isLast === true ? NAME_ALONE : fallback,
    isExact: true,
  }));
  const readings = [
    ...as(read(partsOf(text), !COMMA.test(text)), 0, isNumbered),
    ...as(isNumbered ? read(parts) : [], fallback, false),
    ...official,
    ...as(rest.length > 0 ? [nameReading(name.split(' '))] : [], NAME_ALONE, false),
    ...rest
      .slice(-MAX_QUALIFIERS)
      .flatMap((_, position, tail) => as(read(tail.slice(position)), ADDRESS + position, true)),
  ];
  return readings.slice(0, MAX_READINGS);
}

function qualifierOf(phrase: string, isTyping: boolean, countryIdsOf: CountryIdsOf): Qualifier {
  return { phrase, isTyping, countryIds: countryIdsOf(phrase, isTyping) };
}

/**
 * Reads what follows a comma as qualifiers. Without a comma the token is a name, or its last words are a qualifier.
 * @param isLoose true if there is no comma, but what separates like one
 */
function readParts(
  parts: readonly string[],
  isLoose: boolean,
  isClosed: boolean,
  countryIdsOf: CountryIdsOf,
): Reading[] {
  const [name, ...rest] = parts.map((part) => part.split(' '));
  if (name === undefined) return [];
  const words = [...name, ...rest.flat()].slice(0, MAX_WORDS);
  const nameOnly = nameReading(words);
  const qualified = (nameWords: string[], phrases: readonly (readonly string[])[]): Reading => ({
    ...nameReading(nameWords),
    isTyping: rest.length > 0,
    weight: rest.length > 0 ? 0 : WITHOUT_COMMA,
    qualifiers: phrases.map((phraseWords, position) => {
      const phrase = phraseWords.slice(0, MAX_WORDS).join(' ');
      return qualifierOf(phrase, position === phrases.length - 1 && !isClosed, countryIdsOf);
    }),
  });
  if (rest.length > 0)
    return [...(isLoose ? [nameOnly] : []), qualified(name, rest.slice(0, MAX_QUALIFIERS))];
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
