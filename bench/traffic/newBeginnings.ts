import { fold } from '../../indices/fold.js';
import { type Language, LANGUAGES } from '../../indices/languages.js';
import { below, shuffled } from '../statistics.js';
import type { Keystroke, NamedCity } from './typing.js';

const SHORTEST = 3;
const LENGTHS = 4;

/**
 * Returns beginnings of names, of 3 to 6 letters, of which nothing can be known from the others:
 * none is asked twice in a language, and none is the beginning of another one, whose answer might
 * be taken from it.
 */
export function newBeginnings(cities: readonly NamedCity[], random: () => number): Keystroke[] {
  const all = LANGUAGES.flatMap((language) =>
    beginningsIn(language, cities, random).map((token) => ({ token, language })),
  );
  return shuffled(random, all);
}

/** Those that share their first letters are cut to the same length: no one begins with another. */
function beginningsIn(
  language: Language,
  cities: readonly NamedCity[],
  random: () => number,
): string[] {
  const lengths = new Map<string, number>();
  const found = new Set<string>();
  for (const { name, names } of cities) {
    const letters = Array.from(fold(names?.[language] ?? name));
    const first = letters.slice(0, SHORTEST).join('');
    const length = lengths.get(first) ?? SHORTEST + below(random, LENGTHS);
    lengths.set(first, length);
    const token = letters.slice(0, length).join('');
    // A blank at the end does not count, which would make a shorter one of it.
    if (letters.length >= length && token === token.trimEnd()) found.add(token);
  }
  return [...found];
}
