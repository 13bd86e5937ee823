import { uniq } from 'es-toolkit/array';
import { mapValues } from 'es-toolkit/object';
import { LANGUAGES, type Language, type Names } from '../../indices/languages.js';
import { fold } from '../../indices/fold.js';
import type { CountryDocument } from '../../indices/countries.js';
import type { CountryCode } from '../sources/iso/codes.js';

/** The names of a country, by language; see {@link CountryDocument}. */
export type CountryNames = Pick<CountryDocument, 'names' | 'folded'>;

/**
 * The countries whose usual CLDR name carries an explanation (`Hong Kong SAR China`,
 * `Palestinian Territories`, `Myanmar (Burma)`), and whose short one is the natural one. Of all
 * others the usual name is taken: the short ones are abbreviations (`US`, `UK`).
 */
const NATURALLY_SHORT: ReadonlySet<string> = new Set(['HK', 'MM', 'MO', 'PS']);

/**
 * The names of the given countries in every language, from the CLDR data in Node.
 *
 * @param own names that are taken instead, by id
 * @returns by id
 * @throws Error when this Node lacks a language or a name
 */
export function countryNames(
  codes: readonly CountryCode[],
  own: ReadonlyMap<string, Names> = new Map(),
): Map<string, CountryNames> {
  const missing = LANGUAGES.filter((language) => Intl.DisplayNames.supportedLocalesOf(language).length === 0); // prettier-ignore
  if (missing.length > 0)
    throw new Error(`this Node has no country names in ${missing.join(', ')}`);

  const byLanguage = new Map(
    LANGUAGES.map((language) => [language, namesIn(language, codes, own)]),
  );
  return new Map(
    codes.map(({ id }) => {
      const names = Object.fromEntries(
        LANGUAGES.map((language) => {
          const name = byLanguage.get(language)?.get(id);
          if (name === undefined) throw new Error(`no ${language} name for ${id}`);
          return [language, name];
        }),
      ) as Record<Language, string>;
      const folded = mapValues(names, fold);
      return [id, { names, folded: { ...folded, any: uniq(Object.values(folded)) } }];
    }),
  );
}

function namesIn(
  language: Language,
  codes: readonly CountryCode[],
  own: ReadonlyMap<string, Names>,
): Map<string, string> {
  const usual = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const short = new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style: 'short' }); // prettier-ignore
  return new Map(
    codes.map(({ id, alpha2 }) => {
      const name =
        own.get(id)?.[language] ?? (NATURALLY_SHORT.has(alpha2) ? short : usual).of(alpha2);
      if (name === undefined) throw new Error(`this Node has no ${language} name for ${alpha2}`);
      return [id, name];
    }),
  );
}
