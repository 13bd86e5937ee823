import { compact, minBy } from 'es-toolkit/array';
import { joinedSpellings, spellingsOf } from '../../indices/words.js';
import { editsBetween, maxEdits } from './edits.js';

/** How typed words match a name. */
export interface WordMatch {
  /** True if the last word is typed to its end. */
  readonly isTyped: boolean;
  /** True if the words are all words of the name, typed to their end. */
  readonly isWhole: boolean;
  /** True if the words are the first ones of the name, in its order. */
  readonly isFromStart: boolean;
  /** True if blanks are too many or too few. */
  readonly isJoined?: true;
  readonly edits: number;
}

/**
 * Matches each typed word with a word of its own among the folded words of a name. Undefined if one has
 * none.
 * @param isTyping true if the last word may not be typed to its end
 */
export function matchWords(
  typed: readonly string[],
  isTyping: boolean,
  words: readonly string[],
): WordMatch | undefined {
  // The first character is always right.
  const initial = typed[0]?.charAt(0) ?? '';
  if (!words.some((word) => word.startsWith(initial))) return undefined;
  return eachWord(typed, isTyping, words) ?? withoutBlanks(typed, isTyping, words);
}

function eachWord(
  typed: readonly string[],
  isTyping: boolean,
  words: readonly string[],
): WordMatch | undefined {
  if (typed.length > words.length) return undefined;
  const used = new Set<number>();
  let [isFromStart, isTyped, edits] = [true, true, 0];
  for (const [position, word] of typed.entries()) {
    const isLast = isTyping && position === typed.length - 1;
    const found = closestWord(word, isLast, words, position, used);
    if (found === undefined) return undefined;
    used.add(found.position);
    isFromStart &&= found.position === position;
    isTyped &&= found.isTyped;
    edits += found.edits;
  }
  const isWhole = isTyped && typed.length === words.length;
  return { isTyped, isWhole, isFromStart, edits };
}

interface FoundWord {
  readonly position: number;
  readonly isTyped: boolean;
  readonly edits: number;
}

/** Returns the unused word with the fewest edits, then the one typed to its end, then the one at the same position. */
function closestWord(
  typed: string,
  isTyping: boolean,
  words: readonly string[],
  preferred: number,
  used: ReadonlySet<number>,
): FoundWord | undefined {
  let closest: FoundWord | undefined;
  let least = Infinity;
  for (const [position, word] of words.entries()) {
    const found = used.has(position) ? undefined : compareWord(typed, isTyping, word);
    if (found === undefined) continue;
    const cost = found.edits * 4 + (found.isTyped ? 0 : 2) + (position === preferred ? 0 : 1);
    if (cost >= least) continue;
    least = cost;
    closest = { ...found, position };
  }
  return closest;
}

function compareWord(
  typed: string,
  isTyping: boolean,
  word: string,
): Omit<FoundWord, 'position'> | undefined {
  const whole = spellingsOf(word).includes(typed) ? 0 : editsBetween(typed, word, false);
  const started = isTyping ? editsBetween(typed, word, true) : undefined;
  if (whole !== undefined && whole <= (started ?? whole)) return { edits: whole, isTyped: true };
  return started === undefined ? undefined : { edits: started, isTyped: false };
}

/** Matches `newyork` with `new york`, and `new castle` with `newcastle`. There may be an edit less. */
function withoutBlanks(
  typed: readonly string[],
  isTyping: boolean,
  words: readonly string[],
): WordMatch | undefined {
  if (typed.length === words.length) return undefined;
  const joined = typed.join('');
  if (maxEdits(joined) === 0) return undefined;
  const all = joinedSpellings(words).map((word) => compareWord(joined, isTyping, word));
  const found = minBy(compact(all), ({ edits }) => edits);
  if (found === undefined || found.edits === maxEdits(joined)) return undefined;
  const { isTyped, edits } = found;
  return { isTyped, isWhole: isTyped, isFromStart: true, isJoined: true, edits };
}
