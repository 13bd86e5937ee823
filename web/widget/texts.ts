import { languageCode } from '../shared/languageCode.js';
import { TRANSLATIONS } from './translations.js';

/** What the element itself says in a language. */
export interface Texts {
  /** Stands before a number. */
  readonly results: string;
  readonly noResult: string;
  readonly unavailable: string;
  readonly choose: string;
}

const TEXTS: Readonly<Partial<Record<string, Texts>>> = TRANSLATIONS;

const DEFAULT_LANGUAGE = 'en';

/** Returns the language of a BCP 47 tag as the service has it, English where it has none. */
export function lookUpLanguage(tag: string): string {
  const code = languageCode(tag);
  return Object.hasOwn(TEXTS, code) ? code : DEFAULT_LANGUAGE;
}

/** Returns the texts in a language that `lookUpLanguage` has found. */
export function textsIn(language: string): Texts {
  return TEXTS[language] ?? TRANSLATIONS[DEFAULT_LANGUAGE];
}
