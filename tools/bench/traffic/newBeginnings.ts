import { fold } from '../../../indices/fold.js';
import { LANGUAGES } from '../../../indices/languages.js';
import { below, shuffled } from '../statistics.js';
import type { Keystroke, NamedCity } from './typing.js';

const SHORTEST = 3;
const LONGEST = 6;

/**
 * Returns beginnings of names, of 3 to 6 letters, of which nothing can be known from the others:
 * none is asked twice in a language, and none is the beginning of another one, whose answer might
 * be taken from it.
 */
export function newBeginnings(cities: readonly NamedCity[], random: () => number): Keystroke[] {
  const named = cities.map(({ name, names = {} }) => ({ letters: lettersOf(name), names }));
  const all = LANGUAGES.flatMap((language) =>
    beginningsOf(
      named.map(({ letters, names }) => (names[language] ? lettersOf(names[language]) : letters)),
      random,
    ).map((token) => ({ token, language })),
  );
  return shuffled(random, all);
}

/** As far as they are looked at. */
const lettersOf = (name: string): string[] => Array.from(fold(name)).slice(0, LONGEST);

/** Those that share their first letters are cut to the same length: no one begins with another. */
function beginningsOf(names: readonly string[][], random: () => number): string[] {
  const lengths = new Map<string, number>();
  const found = new Set<string>();
  for (const letters of names) {
    const first = letters.slice(0, SHORTEST).join('');
    const length = lengths.get(first) ?? SHORTEST + below(random, LONGEST - SHORTEST + 1);
    lengths.set(first, length);
    const token = letters.slice(0, length).join('');
    // A blank at the end does not count, which would make a shorter one of it.
    if (letters.length >= length && token === token.trimEnd()) found.add(token);
  }
  return [...found];
}
