import TRADITIONAL from 'opencc-js/dict/TSCharacters';
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
const BLANK = /[\p{Zs}\s\p{Pd}'’‘ʼʻ`´ʹʾʿ′׳״·・＝()[\]{}“”„«»‹›"/\\|:;<>「」『』《》〈〉【】]/u;
const UNSEEN = /[\p{Cf}ـ]/u;
const SIMPLIFIED = new Map(
  TRADITIONAL.split('|').map((pair) => pair.split(' ') as [string, string]),
);
const OTHER_FORMS: Readonly<Record<string, string>> = {
  ٱ: 'ا', ی: 'ي', ى: 'ي', ک: 'ك', ة: 'ه', ە: 'ه', ہ: 'ه', ھ: 'ه', ヶ: 'ケ', ヵ: 'カ', 薴: '苎',
}; // prettier-ignore
const VOWELS = 'ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ'.split(
  ' ',
);
const FINALS =
  ' ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ'.split(
    ' ',
  );
const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
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
  const composed = result.trimEnd().normalize('NFC');
  return Array.from(composed, oneForm)
    .join('')
    .replace(/(\p{Script=Han})ガ/gu, '$1ケ');
}

/** The letter that stands for all of its forms, and a syllable of Hangul as it is typed. */
function oneForm(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (code >= 0x1100 && code < 0x1113) return INITIALS[code - 0x1100] ?? letter;
  if (code >= 0x1161 && code < 0x1176) return VOWELS[code - 0x1161] ?? letter;
  if (code >= 0x3041 && code <= 0x3096) return oneForm(String.fromCodePoint(code + 0x60));
  if (code < 0xac00 || code > 0xd7a3)
    return OTHER_FORMS[letter] ?? SIMPLIFIED.get(letter) ?? letter;
  const at = code - 0xac00;
  return `${INITIALS[Math.floor(at / 588)]}${VOWELS[Math.floor(at / 28) % 21]}${FINALS[at % 28]}`;
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
