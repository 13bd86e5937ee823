import { isLanguage, type Language, preferredLanguage } from '../languages.js';

const KEY = 'geographic-data-language';

/** Returns the language chosen before, else the first one of the browser's. */
export function rememberedLanguage(): Language {
  const stored = localStorage.getItem(KEY) ?? '';
  return isLanguage(stored) ? stored : preferredLanguage(navigator.languages);
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}
