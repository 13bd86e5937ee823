/**
 * The languages in which names are stored and searched, as BCP 47 primary language subtags.
 * The first one is the default of every `lang` parameter.
 */
export const LANGUAGES = [
  'en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'uk',
  'tr', 'ar', 'fa', 'he', 'hi', 'bn', 'zh', 'ja', 'ko', 'vi',
  'th', 'id', 'sv', 'da', 'nb', 'fi', 'cs', 'hu', 'ro', 'el',
] as const; // prettier-ignore

export type Language = (typeof LANGUAGES)[number];

/** Other codes that pages, browsers and systems use for some of the languages. */
export const OTHER_CODES: Readonly<Record<string, Language>> = { no: 'nb', iw: 'he', in: 'id' };

/**
 * Returns our language of a BCP 47 tag, or of a locale such as `ja_JP`, by the lookup of RFC 4647 (section 3.4), which
 * shortens a tag from its end until it is one of ours. Our languages have no subtags, so the first subtag decides.
 */
export function languageOf(tag: string): Language | undefined {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/, 1);
  const code = OTHER_CODES[primary] ?? primary;
  return LANGUAGES.find((language) => language === code);
}

export const DEFAULT_LANGUAGE: Language = 'en';

/** Returns a record with the same value for every language. */
export const perLanguage = <T>(value: T): Record<Language, T> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, value])) as Record<Language, T>;

/** Names by language. */
export type Names = Partial<Record<Language, string>>;

/** Collects names. A language without a name, or with an empty one, is left out. */
export function namesBy(
  nameIn: (language: Language, position: number) => string | null | undefined,
): Names {
  const names: Names = {};
  for (const [position, language] of LANGUAGES.entries()) {
    const name = nameIn(language, position);
    if (name) names[language] = name;
  }
  return names;
}
