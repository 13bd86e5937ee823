import { uniq } from 'es-toolkit/array';
import { mapValues } from 'es-toolkit/object';
import type { CountryDocument } from '../../indices/countries.js';
import { fold } from '../../indices/fold.js';
import { LANGUAGES, type Language, type Names } from '../../indices/languages.js';
import type { CountryCode } from '../sources/iso.js';

/** The names of a country, by language; see {@link CountryDocument}. */
type CountryNames = Pick<CountryDocument, 'names' | 'folded'>;

/**
 * Countries whose short CLDR name is the natural one, because the usual one explains (`Hong Kong SAR
 * China`, `Myanmar (Burma)`). For all others the usual name is used: short ones are abbreviations (`US`).
 */
const NATURALLY_SHORT: ReadonlySet<string> = new Set(['HK', 'MM', 'MO', 'PS']);

/**
 * Returns the names of countries in every language, by id, from the CLDR data in Node.
 * @param own names that replace those of CLDR, by id
 * @throws if this Node lacks a language or a name
 */
export function countryNames(
  codes: readonly CountryCode[],
  own: ReadonlyMap<string, Names> = new Map(),
): Map<string, CountryNames> {
  const missing = LANGUAGES.filter((language) => Intl.DisplayNames.supportedLocalesOf(language).length === 0); // prettier-ignore
  if (missing.length > 0) {
    throw new Error(`This Node has no country names in ${missing.join(', ')}.`);
  }
  const displays = LANGUAGES.map((language) => {
    const options = { type: 'region', fallback: 'none' } as const;
    const usual = new Intl.DisplayNames(language, options);
    return {
      language,
      usual,
      short: new Intl.DisplayNames(language, { ...options, style: 'short' }),
    };
  });
  return new Map(
    codes.map(({ id, alpha2 }) => {
      const named = displays.map(({ language, usual, short }) => {
        const display = NATURALLY_SHORT.has(alpha2) ? short : usual;
        const name = own.get(id)?.[language] ?? display.of(alpha2);
        if (name === undefined) throw new Error(`This Node has no ${language} name for ${alpha2}.`);
        return [language, name];
      });
      const names = Object.fromEntries(named) as Record<Language, string>;
      const folded = mapValues(names, fold);
      return [id, { names, folded: { ...folded, any: uniq(Object.values(folded)) } }];
    }),
  );
}
