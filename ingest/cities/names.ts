import type { CityDocument } from '../../indices/cities.js';
import { fold } from '../../indices/fold.js';
import { LANGUAGES, type Names } from '../../indices/languages.js';

type NamesOfCity = Pick<CityDocument, 'names' | 'folded'>;

/**
 * Returns a city's names as they are shown, and as prefixes of them are searched. One of which
 * nothing is left to compare is left out, for it could be shown but never found.
 */
export function namesOf(defaultName: string, translations?: Names): NamesOfCity {
  const byDefault = fold(defaultName);
  const names: Names = {};
  const folded: NamesOfCity['folded'] = byDefault === '' ? {} : { default: byDefault };
  if (translations === undefined) return { names, folded };
  const any = new Set<string>();
  // Most languages share a name with others.
  const known = new Map([[defaultName, byDefault]]);
  for (const language of LANGUAGES) {
    const name = translations[language];
    if (name === undefined) continue;
    const comparable = known.get(name) ?? fold(name);
    known.set(name, comparable);
    if (comparable === '') continue;
    names[language] = name;
    if (comparable === byDefault) continue;
    folded[language] = comparable;
    any.add(comparable);
  }
  if (any.size > 0) folded.any = [...any];
  return { names, folded };
}
