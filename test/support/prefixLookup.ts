import { searchablePrefix } from '../../indices/fold.js';
import type { NameLookup } from '../../src/lookups/answering.js';

/** Returns the parameters of a lookup by the start of a name in French, or of another one. */
export const prefixLookup = (token: string, others: Partial<NameLookup> = {}): NameLookup => ({
  token,
  prefix: searchablePrefix(token),
  limit: 10,
  anyName: false,
  primaryOnly: false,
  language: 'fr',
  match: 'prefix',
  ...others,
});
