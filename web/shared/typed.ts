import { html, type TemplateResult } from 'lit';

/** Ignores case, accents, hyphens and blanks, as the service does. */
export const letters = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });
const WORD_START = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]/gu;
/** Keeps letters and their accents together. */
const LETTER = /.\p{M}*/gsu;

/** Returns a name in three parts. The second was typed, from the start of a word, or is empty. */
export function splitAtTyped(name: string, typed: string): [string, string, string] {
  for (const { index: start } of name.matchAll(WORD_START)) {
    let end = start;
    for (const [letter] of name.slice(start).matchAll(LETTER)) {
      end += letter.length;
      const part = name.slice(start, end);
      if (letters.compare(part, typed) === 0) return [name.slice(0, start), part, name.slice(end)];
    }
  }
  return [name, '', ''];
}

/** Marks the typed part of a name. */
export function marked(name: string, typed: string): TemplateResult | string {
  const [before, part, after] = splitAtTyped(name, typed);
  return part === '' ? name : html`${before}<mark part="match">${part}</mark>${after}`;
}
