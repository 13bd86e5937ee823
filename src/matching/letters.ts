import { deburr } from 'es-toolkit/string';
import { type Language } from '../../indices/languages.js';

/** Scripts with a case, without one, and those of whole syllables. */
const SCRIPTS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Thai', 'Hangul'],
  ...['Katakana', 'Hiragana', 'Han'],
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

/** A sign that is a syllable or a word says as much as some letters. */
const SYLLABLES = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/gu;
const LETTERS_OF_SYLLABLE = 3;

/** Returns the number of the script in which a text is written; -1 for others, and without letters. */
export function scriptOf(text = ''): number {
  return SCRIPTS.findIndex((script) => script.test(text));
}

const LATIN = scriptOf('a');

/** Returns whether a text is in another script than names in a language, as far as one of them is Latin. */
export function isOtherScript(text: string, language: Language): boolean {
  return scriptOf(text) !== LATIN || new Intl.Locale(language).maximize().script !== 'Latn';
}

/** Returns the number of letters that typed words count as. */
export function lettersIn(words: readonly string[]): number {
  const text = words.join('');
  const syllables = text.match(SYLLABLES)?.length ?? 0;
  return text.length + syllables * (LETTERS_OF_SYLLABLE - 1);
}

/** Returns the name of a token in lower case if it has accents. Undefined if it has none. */
export function accentedOf(token: string): string | undefined {
  const [name = ''] = token.normalize('NFC').toLowerCase().split(',', 1);
  return deburr(name) === name ? undefined : name.trim();
}

/** Returns whether a name begins with these letters, accents included. */
export function startsAs(name: string, accented: string): boolean {
  return name.normalize('NFC').toLowerCase().startsWith(accented);
}
