import { languageCode } from '../shared/visitor.js';
import translations from './translations.json' with { type: 'json' };

/** The texts of the element itself, in one language. */
export interface Texts {
  /** Followed by a number. */
  readonly results: string;
  /** Precedes entities that are only like the text. */
  readonly near: string;
  readonly noResult: string;
  readonly unavailable: string;
  readonly choose: string;
}

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
