import { deburr } from 'es-toolkit/string';

// Accents of Latin, Greek, Cyrillic and Arabic letters, and Hebrew points. Not the vowel signs of
// Indic scripts, which are letters, nor the kana voicing marks (U+3099, U+309A), which make another.
const ACCENTS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/gu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const NOT_COUNTED = /[.,\u060c\u3001\u3002]/gu;
const SEPARATORS =
  /[\u30fb\p{White_Space}\p{Dash_Punctuation}'`\u00b4\u02b9-\u02bf\u02c8\u02cb\u2018-\u201b\u2032\u2035\u05f3\u30a0\ua78c]+/gu;
// Three of four names. The steps below would change only their case.
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/i;
const FINAL_SIGMA = /\u03c2/gu;

/**
 * Returns the form of a name in which prefixes are compared: without case, accents and width; hyphens,
 * apostrophes and runs of blanks become one blank; periods and commas are dropped. Empty if nothing is
 * left. Idempotent. Ingestion folds names and the API folds tokens, so that both sides agree.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  // Upper case first, because some letters have only an upper-case expansion (ŉ, ẖ, final sigma).
  const lower = text.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');
  return deburr(lower.replace(ACCENTS, '').replace(INVISIBLE, ''))
    .replace(FINAL_SIGMA, 'σ')
    .replace(NOT_COUNTED, '')
    .replace(SEPARATORS, ' ')
    .trim()
    .normalize('NFC');
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
