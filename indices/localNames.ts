import { type Language, LANGUAGES, type Names } from './languages.js';

/** A form that so many languages share is known everywhere, such as Kiev. */
const SHARED_BY = 5;

/**
 * Returns the names by which a city is known where it lies, or everywhere: those in the languages given, and
 * those that many languages share. Ingestion indexes their prefixes, and the API ranks them.
 */
export function localNames(names: Names, languages: readonly Language[]): ReadonlySet<string> {
  const local = new Set<string>();
  const counts = new Map<string, number>();
  for (const language of LANGUAGES) {
    const name = names[language];
    if (name === undefined) continue;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count === SHARED_BY || languages.includes(language)) local.add(name);
  }
  return local;
}
