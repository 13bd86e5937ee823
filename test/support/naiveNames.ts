import { below, pick } from './random.js';

/**
 * When a name begins with a token, written down once more, character by character, from the words
 * of the decisions; shares nothing with what the service uses.
 */
const EXPANSIONS: Readonly<Record<string, string>> = {
  æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ß: 'ss', ħ: 'h', ı: 'i', ŋ: 'n', ς: 'σ', ŧ: 't', ĸ: 'k', ſ: 's',
}; // prettier-ignore
const ACCENTED_SCRIPT =
  /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Arabic}|\p{Script=Hebrew}/u;
const MARK = /\p{M}/u;
const BLANK = /[\p{Zs}\s\p{Pd}'’‘ʼʻ`´ʹʾʿ′׳·・＝]/u;
const UNSEEN = /\p{Cf}/u;
/** Most names. Only their case has to change. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

export function comparable(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  let result = '';
  let base = '';
  for (const character of text.toLowerCase().normalize('NFKD')) {
    if (MARK.test(character)) {
      if (!ACCENTED_SCRIPT.test(base)) result += character;
    } else if (BLANK.test(character)) {
      if (!result.endsWith(' ') && result !== '') result += ' ';
    } else if (!'.,،、。'.includes(character) && !UNSEEN.test(character)) {
      base = character;
      result += EXPANSIONS[character] ?? character;
    }
  }
  return result.trimEnd().normalize('NFC');
}

/** Ways to type a name that must not make a difference. */
const VARIATIONS: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => token,
  (token) => token.toUpperCase(),
  (token) => token.toLowerCase(),
  (token) => token.normalize('NFD'),
  (token) => comparable(token),
  (token) => token.replace(/[ -]/gu, '‑'),
  (token) => token.replace(/[ -]/gu, ' — '),
  (token) => token.replace(/['’]/gu, ' '),
  (token) => token.replace(/[.,]/gu, ''),
  (token) => `  ${token.replace(/ /gu, '., ')}`,
  (token) => token.replace(/[!-~]/gu, (ascii) => String.fromCharCode(ascii.charCodeAt(0) + 0xfee0)),
];

/** Returns the first whole characters of a name, typed in some way, and not blank. */
export function typed(random: () => number, name: string, longest: number): string {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  const length = 1 + below(random, Math.min(longest, characters.length));
  const beginning = characters.slice(0, length).join('');
  const variation = pick(random, VARIATIONS)(beginning);
  return variation.trim() === '' ? beginning : variation;
}
