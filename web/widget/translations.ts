import { languageCode } from '../shared/languageCode.js';
import translations from './translations.json' with { type: 'json' };

/** The texts of the element itself, in one language. `results` is followed by a number. */
export type Texts = (typeof translations)['en'];

/** Those of every language that the service has names in. */
const TEXTS: Readonly<Partial<Record<string, Texts>>> = translations;
const DEFAULT_LANGUAGE = 'en';

/** Returns the service's language for a BCP 47 tag, English if it has none. */
export function lookUpLanguage(tag: string): string {
  const code = languageCode(tag);
  return Object.hasOwn(TEXTS, code) ? code : DEFAULT_LANGUAGE;
}

/** @param language as `lookUpLanguage` returns it */
export function textsIn(language: string): Texts {
  return TEXTS[language] ?? translations[DEFAULT_LANGUAGE];
}
