import { distanceKm, type Point } from '../../core/geo/point.js';
import { fold } from '../../indices/fold.js';
import type { Language } from '../../indices/languages.js';
import { lettersIn, scriptOf, startsAs } from './letters.js';
import { MIN_PHRASE_CHARACTERS, type Reading } from './readings.js';
import { matchWords, type WordMatch } from './words.js';

/**
 * A score is the prominence plus these weights. A weight of 1 is worth ten times the population.
 * `docs/search.md` explains them.
 */
export const WEIGHTS = {
  /** The last word is typed to its end, without errors. */
  wholeWord: 0.4,
  /** The token is the whole name, which is the one shown or a local one. */
  whole: 1,
  /** The token does not begin the name, or has its words in another order. */
  laterWord: -1,
  /** The name is not the one shown, but known where the entity lies, or in a language of the caller. */
  local: -0.7,
  /** The name is in another language, and the token is not the whole name. */
  otherLanguage: -2.5,
  /** The name is an alias, and the token is not the whole alias. */
  alias: -3.5,
  /** It is a region: a city or country of the same name is meant more often. */
  region: -0.5,
  /** It is a region by a code, or by the name of a part of it. */
  aliasOfRegion: -1.5,
  /** A blank is missing, or one too many. */
  joined: -1.2,
  /** The token has accents, and the name begins with exactly these letters. */
  accents: 4,
  /** The first typing error, and each further one. */
  typingError: -2.7,
  nextTypingError: -0.7,
  /** At the point itself. Half at 300 km, a sixteenth at 600 km. */
  near: 6,
} as const;

export const HALF_NEAR_KM = 300;
const TINY = 1e-9;
/** A whole name outranks what is at most ten times as prominent. */
const OUTRANKED_WITHIN = 1;
/** What is shown for fewer letters would have little in common with what was typed. */
export const FEWEST_LETTERS_OF_OTHERS = 5;

/** Returns the boost of what lies at a distance from the caller. */
export function nearness(from: Point, to: Point): number {
  return WEIGHTS.near * 2 ** -((distanceKm(from, to) / HALF_NEAR_KM) ** 2);
}

export type NameKind = 'shown' | 'local' | 'otherLanguage' | 'alias';

/** A name of an entity. */
export interface Name {
  readonly text: string;
  /** Its folded words. */
  readonly words: readonly string[];
  readonly kind: NameKind;
}

export function toName(text: string, kind: NameKind): Name {
  return { text, words: fold(text).split(' '), kind };
}

export interface Candidate<Entity> {
  readonly entity: Entity;
  /** How well known it is: 1 more is worth ten times the population. */
  readonly prominence: number;
  /** The name shown. */
  readonly shown: string;
  /** The shown name first. */
  readonly names: Iterable<Name>;
  /** The readings that may match, in their order. */
  readonly readings: readonly Reading[];
  /** Added to the score for nearness. */
  readonly boost: number;
  /** As `accentedOf` returns it. */
  readonly accented?: string | undefined;
}

/** An entity that matches a token. */
export interface NameMatch<Entity> {
  readonly entity: Entity;
  readonly prominence: number;
  /** With the boost for nearness. */
  readonly score: number;
  readonly boost: number;
  readonly reading: Reading;
  /** The name that matched, if it is not the one shown. */
  readonly matchedName: string | null;
  readonly kind: NameKind;
  /** True if the token is the whole name. */
  readonly isWhole: boolean;
  readonly edits: number;
}

/**
 * Returns the matches, the best first. Matches with equal scores keep their order. An exact name leaves out
 * typing errors, and outranks them and aliases, unless they are more than ten times as prominent.
 */
export function rank<Entity>(matches: readonly NameMatch<Entity>[]): NameMatch<Entity>[] {
  const exact = matches.filter(({ isWhole, edits }) => isWhole && edits === 0);
  const own = exact.filter(({ kind }) => kind !== 'alias');
  // What is neither typed right nor to its end never outranks an exact name.
  const isVague = ({ edits, isWhole }: NameMatch<Entity>) => edits > 0 && !isWhole;
  const rivals = (among: typeof exact, each: NameMatch<Entity>): number[] =>
    among
      .filter((rival) => isVague(each) || rival.prominence > each.prominence - OUTRANKED_WITHIN)
      .map(({ score }) => score);
  const limited = matches
    .filter((each) => each.edits === 0 || each.score > Math.max(...rivals(exact, each)))
    .map((each) => {
      const isOwn = each.kind !== 'alias' && each.edits === 0;
      const most = isOwn ? Infinity : Math.min(...rivals(own, each)) - TINY;
      return { each, score: Math.min(each.score, most) };
    });
  return limited
    .sort((one, other) => other.score - one.score || other.each.score - one.each.score)
    .map(({ each }) => each);
}

/** The languages that a caller accepts, in which names are local ones. */
export interface Accepting {
  readonly accepted?: readonly Language[];
}

/** Matches a candidate by the name that gives it the highest score. Undefined if no name matches. */
export function match<Entity>(candidate: Candidate<Entity>): NameMatch<Entity> | undefined {
  const { entity, prominence, shown, names, readings, boost, accented } = candidate;
  // Names are folded when they are read.
  const [first] = readings;
  if (first === undefined) return undefined;
  let best: NameMatch<Entity> | undefined;
  let most = -Infinity;
  const isOtherScript = scriptOf(shown) !== scriptOf(first.words[0]);
  const base = prominence + boost;
  for (const { text, words, kind } of names) {
    const fewestLetters = fewestLettersOf(kind, isOtherScript);
    const ofAccents = accented !== undefined && startsAs(text, accented) ? WEIGHTS.accents : 0;
    for (const reading of readings) {
      const { words: typed, isTyping, weight: ofReading, fallback, isExact } = reading;
      // Readings are in the order of their fallbacks.
      if (best !== undefined && fallback > best.reading.fallback) break;
      const matched = matchWords(typed, isTyping, words);
      if (matched === undefined || !(isTyping || matched.isWhole)) continue;
      if (isExact && matched.edits > 0) continue;
      if (!matched.isWhole && !isEnough(lettersIn(typed), fewestLetters, matched)) continue;
      const weight = weightOf(matched, kind) + ofReading + ofAccents;
      if (weight <= most && fallback === best?.reading.fallback) continue;
      most = weight;
      const { isWhole, edits } = matched;
      const matchedName = kind === 'shown' ? null : text;
      best = { entity, prominence, score: base + weight, boost, reading, matchedName, kind, isWhole, edits }; // prettier-ignore
    }
    // To fold the other names would take longer than what they could add is worth.
    const isFirst = best?.reading.fallback === first.fallback;
    if (isFirst && most >= 0 && accented === undefined) break;
  }
  return best;
}

function fewestLettersOf(kind: NameKind, isOtherScript: boolean): number {
  if (kind === 'shown') return 1;
  const counts = kind === 'local' || (kind === 'otherLanguage' && isOtherScript);
  return counts ? MIN_PHRASE_CHARACTERS : FEWEST_LETTERS_OF_OTHERS;
}

/** Returns whether so many letters may be a prefix of a name. A later word needs three. */
function isEnough(letters: number, fewest: number, { isFromStart }: WordMatch): boolean {
  return letters >= (isFromStart ? fewest : Math.max(fewest, MIN_PHRASE_CHARACTERS));
}

function weightOf(matched: WordMatch, kind: NameKind): number {
  const { isTyped, isFromStart, isJoined = false, edits } = matched;
  const isWhole = matched.isWhole && edits === 0;
  const isOwn = kind === 'shown' || kind === 'local';
  const ofKind = kind === 'shown' || (isWhole && !isOwn) ? 0 : WEIGHTS[kind];
  return (
    ofKind +
    (isTyped && edits === 0 ? WEIGHTS.wholeWord : 0) +
    (isWhole && isOwn ? WEIGHTS.whole : 0) +
    (isFromStart ? 0 : WEIGHTS.laterWord) +
    (isJoined ? WEIGHTS.joined : 0) +
    (edits > 0 ? WEIGHTS.typingError + (edits - 1) * WEIGHTS.nextTypingError : 0)
  );
}
