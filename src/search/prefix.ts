import { fold } from '../../indices/fold.js';

/** The limit of Elasticsearch (`index.max_regex_length`). No name is as long. */
const MAX_PREFIX_LENGTH = 1_000;

/**
 * Returns the folded prefix of a token. Undefined if no name can match: nothing is left to compare,
 * or single characters like ﷺ became too many words.
 */
export function searchablePrefix(token: string): string | undefined {
  const prefix = fold(token);
  return prefix === '' || prefix.length > MAX_PREFIX_LENGTH ? undefined : prefix;
}

/** The parameters of a lookup by name. */
export interface NameLookup {
  readonly token: string;
  readonly limit: number | undefined;
  readonly anyName: boolean;
  readonly primaryOnly: boolean;
  readonly language: string;
}

/** Returns the same text for name lookups with the same result. */
export function canonicalNameLookup(lookup: NameLookup): string {
  const { limit, anyName, primaryOnly, language, token } = lookup;
  // The only part with spaces comes last.
  return `${limit} ${anyName} ${primaryOnly} ${language} ${searchablePrefix(token) ?? ''}`;
}
