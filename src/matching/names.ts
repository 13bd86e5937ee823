import { uniq } from 'es-toolkit/array';
import { type Language, LANGUAGES, type Names } from '../../indices/languages.js';
import { type Name, type NameKind, toName } from './rank.js';

/** A name, and the languages that have it. */
export interface NameInLanguages extends Name {
  readonly languages: readonly Language[];
}

/**
 * Returns the distinct names of an entity that is kept in memory, folded once.
 * @param own its names in any language, and its default name
 */
export function namesInLanguages(
  names: Readonly<Names>,
  own: readonly string[],
  others: readonly string[],
  kindOfOthers: NameKind,
): NameInLanguages[] {
  return uniq([...own, ...others]).map((text) => ({
    ...toName(text, own.includes(text) ? 'otherLanguage' : kindOfOthers),
    languages: LANGUAGES.filter((language) => names[language] === text),
  }));
}

/** Yields the shown name as such, then the others. Those in the languages given are local. */
export function* shownFirst(
  names: readonly NameInLanguages[],
  shown: string,
  languages: readonly Language[],
): Generator<Name> {
  const name = names.find(({ text }) => text === shown);
  if (name !== undefined) yield { ...name, kind: 'shown' };
  for (const other of names) {
    if (other === name) continue;
    const isLocal = other.languages.some((each) => languages.includes(each));
    yield isLocal ? { ...other, kind: 'local' } : other;
  }
}

/** Groups names by the first characters of their words. Of most entities, no name needs to be compared with a token. */
export function byInitial<Kind extends Name>(
  names: readonly Kind[],
): ReadonlyMap<string, readonly Kind[]> {
  const groups = new Map<string, Kind[]>();
  for (const name of names)
    for (const initial of new Set(name.words.map((word) => word.charAt(0))))
      groups.set(initial, [...(groups.get(initial) ?? []), name]);
  return groups;
}
