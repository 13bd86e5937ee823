import { type Language, LANGUAGES } from '../../indices/languages.js';

const WELL_FORMED = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/;

/**
 * The language of a BCP 47 tag by the lookup of RFC 4647 (section 3.4): the tag is shortened from
 * its end until it is one of ours, so `fr-CA` → `fr`, `zh-Hant-TW` → `zh`.
 */
export function lookUpLanguage(tag: string): Language | undefined {
  const lower = tag.toLowerCase();
  if (!WELL_FORMED.test(lower)) return undefined;
  // Ours have no subtags, so every shortening ends at the first one.
  const [primary] = lower.split('-');
  return LANGUAGES.find((language) => language === primary);
}
