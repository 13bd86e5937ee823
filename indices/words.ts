/** Words that stand for each other in names. */
const SPELLINGS: readonly (readonly string[])[] = [
  ['saint', 'st', 'sankt'],
  ['sainte', 'ste'],
  ['mount', 'mt'],
  ['fort', 'ft'],
];

const spellings = new Map(SPELLINGS.flatMap((words) => words.map((word) => [word, words])));

/** Returns a folded word, and the words that stand for it: `st` also for `saint`. */
export function spellingsOf(word: string): readonly string[] {
  return spellings.get(word) ?? [word];
}

/** Returns the folded words of a name without blanks (`newyork`), in all spellings (`ftworth`). */
export function joinedSpellings(words: readonly string[]): string[] {
  return words.reduce<string[]>(
    (starts, word) =>
      starts.flatMap((start) => spellingsOf(word).map((spelling) => start + spelling)),
    [''],
  );
}

/** A single letter would find most names. */
const MIN_TERM_CHARACTERS = 2;
const MAX_TERM_CHARACTERS = 12;

/**
 * Returns the terms by which any word of folded names is found, also while it is typed: each word,
 * its other spellings, the name without blanks (`newyork`), and their prefixes of 2 to 12 characters.
 * A fuzzy query compares whole terms, so the prefixes let it find words that are not typed to their end.
 */
export function wordTerms(names: Iterable<string>): string[] {
  const terms = new Set<string>();
  for (const name of names) {
    const words = name.split(' ');
    if (words.length > 1) words.push(...joinedSpellings(words));
    for (const word of words) {
      for (const spelling of spellingsOf(word)) terms.add(spelling);
      const characters = Array.from(word);
      const longest = Math.min(characters.length - 1, MAX_TERM_CHARACTERS);
      for (let length = MIN_TERM_CHARACTERS; length <= longest; length += 1)
        terms.add(characters.slice(0, length).join(''));
    }
  }
  return [...terms];
}
