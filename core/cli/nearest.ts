import leven from 'leven';

/** A word with more wrong letters is not a mistyped one. */
const MAX_EDITS = 3;

/** Returns the known word that may be meant by a mistyped or incomplete one; undefined if none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const written = word.toLowerCase();
  const editsTo = (each: string): number => (each.startsWith(written) ? 1 : leven(written, each));
  const [closest] = known
    .map((each) => ({ each, edits: editsTo(each.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits);
  return closest && closest.edits <= Math.min(MAX_EDITS, word.length / 2)
    ? closest.each
    : undefined;
}
