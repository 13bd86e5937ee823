import leven from 'leven';

/** More letters than these are not mistyped. */
const MOST_MISTYPED = 3;

/** Returns the one of these words that may be meant; undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const written = word.toLowerCase();
  const [closest] = known
    .map((each) => ({ each, edits: leven(written, each.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits);
  return closest && closest.edits <= Math.min(MOST_MISTYPED, word.length / 2)
    ? closest.each
    : undefined;
}
