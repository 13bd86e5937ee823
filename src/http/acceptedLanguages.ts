import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { type Language, LANGUAGES, OTHER_CODES } from '../../indices/languages.js';

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
  const subtags = accepted
    .toLowerCase()
    .split(',')
    .filter((range) => !/;\s*q=0(?:\.0*)?\s*$/.test(range))
    .map((range) => /^\s*([a-z]+)/.exec(range)?.[1]);
  const wanted = [...new Set(subtags)].flatMap((subtag) =>
    LANGUAGES.filter((language) => language === (OTHER_CODES[subtag ?? ''] ?? subtag)),
  );
  const first = wanted.slice(0, MAX_LANGUAGES);
  const languages = LANGUAGES.filter((language) => first.includes(language));
  known.set(accepted, languages);
  return languages;
}
