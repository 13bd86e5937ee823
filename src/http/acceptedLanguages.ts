import type { IncomingMessage } from 'node:http';
import { compact, uniq } from 'es-toolkit/array';
import { LRUCache } from 'lru-cache';
import { type Language, languageOf, LANGUAGES } from '../../indices/languages.js';

/** Browsers send the same few headers all the time. */
const known = new LRUCache<string, readonly Language[]>({ max: 100 });
/** No browser sends more. */
const MAX_CHARACTERS = 500;
/** Each one is a clause of a search. */
const MAX_LANGUAGES = 3;

/**
 * Returns the first of our languages in `Accept-Language`, in our order, so that headers that mean the same
 * share cached answers. Empty if the header is missing or too long.
 */
export function acceptedLanguages({
  headers: { 'accept-language': accepted = '' },
}: Pick<IncomingMessage, 'headers'>): readonly Language[] {
  if (accepted === '' || accepted.length > MAX_CHARACTERS) return [];
  const before = known.get(accepted);
  if (before !== undefined) return before;
  const tags = accepted
    .split(',')
    .filter((range) => !/;\s*q=0(?:\.0*)?\s*$/i.test(range))
    .map((range) => range.split(';', 1)[0]?.trim() ?? '');
  const first = compact(uniq(tags.map(languageOf))).slice(0, MAX_LANGUAGES);
  const languages = LANGUAGES.filter((language) => first.includes(language));
  known.set(accepted, languages);
  return languages;
}
