import { type Language, LANGUAGES } from '../client/src/schema.js';
import { storedLanguage } from '../shared/storage.js';
import { languageCode } from '../shared/languageCode.js';

export { type Language, LANGUAGES };

export function isLanguage(code: string): code is Language {
  return (LANGUAGES as readonly string[]).includes(code);
}

/** Returns the name of a language in that language, such as `Français` or `日本語`. */
export function ownNameOf(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

const COMMAS: Partial<Record<Language, string>> = { ar: '، ', fa: '، ', ja: '、', zh: '，' };

/** Joins names by the comma of their language. */
export function joined(language: Language, names: readonly (string | null | undefined)[]): string {
  return names.filter(Boolean).join(COMMAS[language] ?? ', ');
}

/** Returns the first of these languages that the service has, else its default. */
export function preferredLanguage(tags: readonly string[]): Language {
  return tags.map(languageCode).find(isLanguage) ?? LANGUAGES[0];
}

/** Returns the language chosen earlier, else one of the browser's languages. */
export function rememberedLanguage(): Language {
  const stored = storedLanguage.get() ?? '';
  return isLanguage(stored) ? stored : preferredLanguage(navigator.languages);
}
