import { distanceKm, type Point } from '../../core/geo/point.js';
import { fold } from '../../indices/fold.js';
import type { Reading } from './readings.js';
import { matchWords, type WordMatch } from './words.js';

/**
 * A score is log10(1 + population) plus these weights. A weight of 1 is worth ten times the population.
 * `docs/search.md` explains them.
 */
export const WEIGHTS = {
  /** The last word is typed to its end, without errors. */
  wholeWord: 0.4,
  /** The token is the whole name. */
  whole: 1,
  /** The token does not begin the name, or has its words in another order. */
  laterWord: -1,
  /** The name is not the one shown, but one in another language. */
  otherLanguage: -1.5,
  alias: -2,
  /** It is a region: a city or country of the same name is meant more often. */
  region: -2,
  /** The first typing error, and each further one. */
  typingError: -2.7,
  nextTypingError: -0.7,
  /** At the point itself. Half at 300 km, a sixteenth at 600 km. */
  near: 3,
} as const;

export const HALF_NEAR_KM = 300;
const TINY = 1e-9;

/** Returns the boost of what lies at a distance from the caller. */
export function nearness(from: Point, to: Point): number {
  return WEIGHTS.near * 2 ** -((distanceKm(from, to) / HALF_NEAR_KM) ** 2);
}

export type NameKind = 'shown' | 'otherLanguage' | 'alias';

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
  /** The shown name first. */
  readonly names: Iterable<Name>;
  /** The readings that may match, in their order. */
  readonly readings: readonly Reading[];
  /** Added to the score for nearness. */
  readonly boost: number;
}

/** An entity that matches a token. */
export interface NameMatch<Entity> {
  readonly entity: Entity;
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
 * Returns the matches, the best first. Matches with equal scores keep their order. Matches with typing
 * errors are left out if they score less than an exact name.
 */
export function rank<Entity>(matches: readonly NameMatch<Entity>[]): NameMatch<Entity>[] {
  // Exact names rank before aliases and typing errors.
  const exact = matches.filter(({ isWhole, edits }) => isWhole && edits === 0);
  const own = exact.filter(({ kind }) => kind !== 'alias');
  const ownLimit = Math.min(...own.map(({ score }) => score)) - TINY;
  const guessLimit = Math.max(...exact.map(({ score }) => score));
  const limited = ({ kind, edits, score }: NameMatch<Entity>) =>
    kind === 'alias' || edits > 0 ? Math.min(score, ownLimit) : score;
  return matches
    .filter(({ edits, score }) => edits === 0 || score > guessLimit)
    .sort((one, other) => limited(other) - limited(one) || other.score - one.score);
}

/** Matches a candidate by the name that gives it the highest score. Undefined if no name matches. */
export function match<Entity>(candidate: Candidate<Entity>): NameMatch<Entity> | undefined {
  const { entity, prominence, names, readings, boost } = candidate;
  // Names are folded when they are read.
  if (readings.length === 0) return undefined;
  let best: NameMatch<Entity> | undefined;
  let most = -Infinity;
  const base = prominence + boost;
  for (const { text, words, kind } of names) {
    for (const reading of readings) {
      const { words: typed, isTyping, weight: ofReading } = reading;
      const matched = matchWords(typed, isTyping, words);
      if (matched === undefined || !(isTyping || matched.isWhole)) continue;
      const weight = weightOf(matched, kind) + ofReading;
      if (weight <= most) continue;
      most = weight;
      const { isWhole, edits } = matched;
      const matchedName = kind === 'shown' ? null : text;
      best = { entity, score: base + weight, boost, reading, matchedName, kind, isWhole, edits };
    }
    // No other name can weigh more.
    if (most >= WEIGHTS.wholeWord + WEIGHTS.whole + WEIGHTS.otherLanguage) break;
  }
  return best;
}

function weightOf({ isTyped, isWhole, isFromStart, edits }: WordMatch, kind: NameKind): number {
  return (
    (isTyped && edits === 0 ? WEIGHTS.wholeWord : 0) +
    (isWhole && edits === 0 ? WEIGHTS.whole : 0) +
    (isFromStart ? 0 : WEIGHTS.laterWord) +
    (kind === 'shown' ? 0 : WEIGHTS[kind]) +
    (edits > 0 ? WEIGHTS.typingError + (edits - 1) * WEIGHTS.nextTypingError : 0)
  );
}
