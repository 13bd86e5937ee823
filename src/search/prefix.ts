import { fold } from '../../indices/fold.js';

/** Elasticsearch takes no longer ones (`index.max_regex_length`), and no name is as long. */
const MAX_PREFIX_LENGTH = 1_000;

/**
 * The folded form of a token, to look for names that begin with it; undefined when there can be
 * none: nothing is left to compare, or single characters have become whole words (ﷺ) many times.
 */
export function searchablePrefix(token: string): string | undefined {
  const prefix = fold(token);
  return prefix === '' || prefix.length > MAX_PREFIX_LENGTH ? undefined : prefix;
}

/** A lookup by name, whatever it looks for. */
export interface NameLookup {
  readonly token: string;
  readonly limit: number | undefined;
  readonly anyName: boolean;
  readonly primaryOnly: boolean;
  readonly language: string;
}

/** Names a lookup by name: the same for all that find the same. */
export function canonicalNameLookup(lookup: NameLookup): string {
  const { limit, anyName, primaryOnly, language, token } = lookup;
  // The one part that may hold blanks comes last; all tokens that find nothing are one.
  return `${limit} ${anyName} ${primaryOnly} ${language} ${searchablePrefix(token) ?? ''}`;
}
