/** As long as someone looks for the next key, or at what an input method proposes. */
const SETTLED_MS = 250;

const READINGS = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Han}]/u;

/**
 * Returns how long a text that is still being composed must stay as it is before it is asked for.
 *
 * Most input methods compose what names are made of: Hangul, whose last syllable is composed until
 * another key comes, or the words of a phone's keyboard. They wait like any text. But kana, Bopomofo and
 * the Latin letters of a Chinese or Japanese page are readings, which become something else: they
 * are asked for only once they have settled.
 */
export function composingPauseMs(text: string, lang: string, debounceMs: number): number {
  const isReading = READINGS.test(text) || lang === 'zh' || lang === 'ja';
  return isReading ? Math.max(SETTLED_MS, debounceMs) : debounceMs;
}
