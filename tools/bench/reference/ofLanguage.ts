import type { Language } from '../../../indices/languages.js';

/** Wants a city whole; its names in the languages are stored beside `_source`. */
export const ofLanguage = (language: Language) => ({
  _source: true,
  stored_fields: [`names.${language}`, `region_names.${language}`],
});
