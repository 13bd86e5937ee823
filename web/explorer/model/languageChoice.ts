import { memoryOf } from '../../shared/memory.js';
import { isLanguage, type Language, preferredLanguage } from '../languages.js';

const KEY = 'geographic-data-language';

/** Returns the language chosen before, else the first one of the browser's. */
export function rememberedLanguage(): Language {
  const stored = memoryOf('localStorage').getItem(KEY) ?? '';
  return isLanguage(stored) ? stored : preferredLanguage(navigator.languages);
}

export function rememberLanguage(language: Language): void {
  memoryOf('localStorage').setItem(KEY, language);
}
