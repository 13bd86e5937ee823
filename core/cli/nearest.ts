import leven from 'leven';

/** A word with more wrong letters is not a mistyped one. */
const MAX_EDITS = 3;

/** Returns the known word that may be meant by a mistyped one; undefined if none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const written = word.toLowerCase();
  const [closest] = known
    .map((each) => ({ each, edits: leven(written, each.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits);
  return closest && closest.edits <= Math.min(MAX_EDITS, word.length / 2)
    ? closest.each
    : undefined;
}
