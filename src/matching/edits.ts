/** Words of fewer characters must be typed right. */
const ONE_EDIT_FROM = 4;
const TWO_EDITS_FROM = 8;
const THREE_EDITS_FROM = 10;
/** No word of a name that people type is longer, and a fuzzy query of a long word takes seconds. */
const NO_EDITS_FROM = 21;

/** Returns the number of typing errors that a typed word may have. */
export function maxEdits(typed: string): number {
  if (typed.length < ONE_EDIT_FROM || typed.length >= NO_EDITS_FROM) return 0;
  if (typed.length < TWO_EDITS_FROM) return 1;
  return typed.length < THREE_EDITS_FROM ? 2 : 3;
}

/**
 * Returns the fewest edits that turn the typed word into the word, or into a prefix of it. An edit is a
 * changed, missing or additional character, or a swap of neighbours (the optimal string alignment
 * distance: https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance). Undefined if there are more
 * than a typed word may have, or if the first characters differ.
 * @param isTyping true if the word may not be typed to its end
 */
export function editsBetween(typed: string, word: string, isTyping: boolean): number | undefined {
  const most = maxEdits(typed);
  if (typed === word || (isTyping && word.startsWith(typed))) return 0;
  if (most === 0 || !word.startsWith(typed.charAt(0)) || typed.length - word.length > most)
    return undefined;
  if (!isTyping && word.length - typed.length > most) return undefined;
  // Characters of a word beyond these cannot change the result.
  const width = Math.min(word.length, typed.length + most);
  let beforeLast: number[] = [];
  let last = Array.from({ length: width + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = new Array<number>(width + 1).fill(Infinity);
    current[0] = row;
    let fewest = row;
    // Elsewhere there are more edits than there may be.
    for (let column = Math.max(1, row - most); column <= Math.min(width, row + most); column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      let edits = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
      );
      const isSwap = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      if (row > 1 && column > 1 && isSwap) edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      current[column] = edits;
      fewest = Math.min(fewest, edits);
    }
    if (fewest > most) return undefined;
    [beforeLast, last] = [last, current];
  }
  const edits = isTyping ? Math.min(...last) : at(last, width);
  return edits <= most ? edits : undefined;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
