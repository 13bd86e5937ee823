import { type Language, LANGUAGES } from '../../indices/languages.js';
import { inAnyCase } from './anyCase.js';

/** Matches a BCP 47 tag that `lookUpLanguage` finds; without a flag, for JSON Schema has none. */
export const LANGUAGE_TAG = new RegExp(
  inAnyCase(`^(?:${LANGUAGES.join('|')})(?:-[a-z0-9]{1,8})*$`),
);

/**
 * The language of a BCP 47 tag by the lookup of RFC 4647 (section 3.4): the tag is shortened from
 * its end until it is one of ours, so `fr-CA` → `fr`, `zh-Hant-TW` → `zh`.
 */
export function lookUpLanguage(tag: string): Language | undefined {
  if (!LANGUAGE_TAG.test(tag)) return undefined;
  // Ours have no subtags, so every shortening ends at the first one.
  const [primary] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary);
}
