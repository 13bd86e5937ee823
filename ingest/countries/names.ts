import { uniq } from 'es-toolkit/array';
import { LANGUAGES, type Language, type Names } from '../../indices/languages.js';
import { fold } from '../../indices/fold.js';
import type { CountryDocument } from '../../indices/countries.js';
import type { CountryCode } from '../iso/codes.js';

/** The names of a country, by language; see {@link CountryDocument}. */
export type CountryNames = Pick<CountryDocument, 'names' | 'folded' | 'rank'>;

/**
 * The countries whose usual CLDR name carries an explanation (`Hong Kong SAR China`,
 * `Palestinian Territories`, `Myanmar (Burma)`), and whose short one is the natural one. Of all
 * others the usual name is taken: the short ones are abbreviations (`US`, `UK`).
 */
const NATURALLY_SHORT: ReadonlySet<string> = new Set(['HK', 'MM', 'MO', 'PS']);

/**
 * The names of the given countries in every language, from the CLDR data in Node, and each
 * name's position in the alphabetical order of its language.
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
  const inEveryLanguage = <T>(
    value: (entry: NameInLanguage) => T,
    id: string,
  ): Record<Language, T> =>
    Object.fromEntries(
      LANGUAGES.map((language) => {
        const entry = byLanguage.get(language)?.get(id);
        if (entry === undefined) throw new Error(`no ${language} name for ${id}`);
        return [language, value(entry)];
      }),
    ) as Record<Language, T>;

  return new Map(
    codes.map(({ id }) => {
      const folded = inEveryLanguage(({ name }) => fold(name), id);
      return [
        id,
        {
          names: inEveryLanguage(({ name }) => name, id),
          folded: { ...folded, any: uniq(Object.values(folded)) },
          rank: inEveryLanguage(({ rank }) => rank, id),
        },
      ];
    }),
  );
}

interface NameInLanguage {
  name: string;
  rank: number;
}

function namesIn(
  language: Language,
  codes: readonly CountryCode[],
  own: ReadonlyMap<string, Names>,
): Map<string, NameInLanguage> {
  const usual = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const short = new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style: 'short' }); // prettier-ignore
  const { compare } = new Intl.Collator(language);
  const named = codes.map(({ id, alpha2 }) => {
    const name =
      own.get(id)?.[language] ?? (NATURALLY_SHORT.has(alpha2) ? short : usual).of(alpha2);
    if (name === undefined) throw new Error(`this Node has no ${language} name for ${alpha2}`);
    return { id, name };
  });
  // Ids are unique, so the order is total and every run gives the same ranks.
  named.sort((one, other) => compare(one.name, other.name) || (one.id < other.id ? -1 : 1));
  return new Map(named.map(({ id, name }, rank) => [id, { name, rank }]));
}
