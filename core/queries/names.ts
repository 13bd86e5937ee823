import type { estypes } from '@elastic/elasticsearch';
import type { Language } from '../../indices/languages.js';

/** The `query` of a search, or a part of it. */
export type Query = NonNullable<estypes.QueryDslQueryContainer>;

/** The order of the index of cities, so that a search stops after its first hits. */
export const BY_POPULATION: estypes.Sort = [{ population: 'desc' }, { id: 'asc' }];

export const BY_POPULARITY: estypes.Sort = [{ popularity: { order: 'desc', missing: '_last' } }, { id: 'asc' }]; // prettier-ignore

/** Matches countries whose name, in the language or in any, starts with a folded prefix. */
export function countriesNamed(prefix: string | undefined, language: Language | 'any'): Query {
  return prefix === undefined ? { match_none: {} } : { prefix: { [`folded.${language}`]: prefix } };
}

/** Matches cities whose name starts with a folded prefix. Without a name in the language, the default name counts. */
export function citiesNamed(prefix: string | undefined, language: Language | 'any'): Query {
  if (prefix === undefined) return { match_none: {} };
  const field = `folded.${language}`;
  const byDefault = { prefix: { 'folded.default': prefix } };
  const unlessTranslated = {
    bool: { filter: [byDefault], must_not: [{ exists: { field } }] },
  };
  return {
    bool: {
      should: [{ prefix: { [field]: prefix } }, language === 'any' ? byDefault : unlessTranslated],
    },
  };
}

/** Matches places with a word for each word of a folded prefix in their names. */
export function placesNamed(prefix: string | undefined): Query {
  const words = prefix?.split(' ').map((word) => ({ prefix: { folded: word } }));
  return words === undefined ? { match_none: {} } : { bool: { filter: words } };
}
