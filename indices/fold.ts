import { deburr } from 'es-toolkit/string';
import { comparedLetters } from './letters.js';

// Accents of Latin, Greek, Cyrillic and Arabic letters, Hebrew points, and tatweel. Not the vowel signs of
// Indic scripts, which are letters, nor the kana voicing marks (U+3099, U+309A), which make another.
const ACCENTS =
  // eslint-disable-next-line no-misleading-character-class -- tatweel stands alone
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/gu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const NOT_COUNTED = /[.,\u060c\u3001\u3002]/gu;
const SEPARATORS =
  /[\p{White_Space}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}'"`/\\|:;<>\u00b4\u00b7\u02b9-\u02bf\u02c8\u02cb\u2032\u2035\u05f3\u05f4\u30fb\ua78c]+/gu;
// Three of four names. The steps below would change only their case.
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/i;
const FINAL_SIGMA = /\u03c2/gu;

/** Scripts in which a letter or character may be written in several ways. */
const VARIED =
  /[\u0600-\u06ff\u1100-\u11ff\uac00-\ud7a3]|\p{Script_Extensions=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u;

/**
 * Returns the form of a name in which prefixes are compared: without case, accents and width, with one letter
 * for each that is written in several ways; punctuation and runs of blanks become one blank; periods and
 * commas are dropped. Empty if nothing is left. Idempotent. Ingestion folds names and the API folds tokens, so that both sides agree.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  // Upper case first, because some letters have only an upper-case expansion (ŉ, ẖ, final sigma).
  const lower = text.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');
  const folded = deburr(lower.replace(ACCENTS, '').replace(INVISIBLE, ''))
    .replace(FINAL_SIGMA, 'σ')
    .replace(NOT_COUNTED, '')
    .replace(SEPARATORS, ' ')
    .trim()
    .normalize('NFC');
  return VARIED.test(folded) ? comparedLetters(folded) : folded;
}

/** The limit of Elasticsearch (`index.max_regex_length`). No name is as long. */
const MAX_PREFIX_LENGTH = 1_000;

/**
 * Returns the folded prefix of a token. Undefined if no name can match: nothing is left to compare,
 * or single characters like ﷺ became too many words.
 */
export function searchablePrefix(token: string): string | undefined {
  const prefix = fold(token);
  return prefix === '' || prefix.length > MAX_PREFIX_LENGTH ? undefined : prefix;
}
