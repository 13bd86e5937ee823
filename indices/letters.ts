import TRADITIONAL from 'opencc-js/dict/TSCharacters';

/** Letters that are written in several ways: the one that is compared, and the others. */
const ARABIC = ['اٱ', 'يیى', 'كکڪ', 'هةەہھ'];
const SMALL_KANA = ['ケヶ', 'カヵ'];
const TO_KATAKANA = 0x60;

// The letters of Hangul in the order of their code points, as they are typed one by one. Only one of the
// tables of an npm package for Hangul would be used, so they stand here.
const LEADING = 'ㄱ ㄲ ㄴ ㄷ ㄸ ㄹ ㅁ ㅂ ㅃ ㅅ ㅆ ㅇ ㅈ ㅉ ㅊ ㅋ ㅌ ㅍ ㅎ';
const VOWELS = 'ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ';
const TRAILING =
  'ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ';
const HANGUL = [[0x1100, LEADING], [0x1161, VOWELS], [0x11a8, TRAILING]] as const; // prettier-ignore

const compared = new Map<string, string>([
  ...[...ARABIC, ...SMALL_KANA].flatMap(([first = '', ...others]) =>
    others.map((other) => [other, first] as const),
  ),
  // The table of characters alone. The phrases of OpenCC, which tell 乾 from 干, would need as much memory again.
  ...TRADITIONAL.split('|').map((pair) => {
    const [traditional = '', simplified = ''] = pair.split(' ');
    return [traditional, simplified] as const;
  }),
  ...HANGUL.flatMap(([first, letters]) =>
    letters
      .split(' ')
      .map((typed, position) => [String.fromCharCode(first + position), typed] as const),
  ),
]);
// A few simplified characters are traditional ones of others.
for (const [letter, other] of compared) compared.set(letter, compared.get(other) ?? other);

const HIRAGANA = /[\u3041-\u3096]/gu;
const VARIANTS = /[\u0600-\u06ffヵヶ\u1100-\u11ff]|\p{Script=Han}/gu;
const SYLLABLES = /[\uac00-\ud7a3]+/gu;
/** In names like 関ヶ原. */
const GA = /(?<=\p{Script=Han})ガ/gu;

/**
 * Returns a text with one letter for each that is written in several ways: Arabic and Persian letters, kana,
 * and traditional Chinese characters. Hangul syllables become the letters that are typed, so that a syllable
 * that is not typed to its end is a prefix. The text is in NFC.
 */
export function comparedLetters(text: string): string {
  return text
    .replace(SYLLABLES, (syllables) => syllables.normalize('NFD'))
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA))
    .replace(VARIANTS, (letter) => compared.get(letter) ?? letter)
    .replace(GA, 'ケ');
}
