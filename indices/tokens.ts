import type { WrittenLive } from './definition.js';

/**
 * An access token as it is stored. `_id` is the SHA-256 of the token in hexadecimal digits: a token is
 * found by a real-time read, and cannot be derived from what is stored.
 */
export interface TokenDocument {
  /** The first digits of `_id`; names the token in commands and logs. */
  id: string;
  name: string;
  scope: 'public' | 'internal';
  /** ISO 8601, as all times here. */
  created_at: string;
  /** Absent: never. */
  expires_at?: string;
  /** Absent: not revoked. */
  revoked_at?: string;
  /** The limit in each API process; 0: none. Absent: the limit of the scope. */
  requests_per_second?: number;
  /** The origins whose pages may use the token. Absent: all. */
  origins?: string[];
  /** The `id` of the token that replaces this one. */
  replaced_by?: string;
}

/** Reserves a name; `_id` is the name. Of two concurrent writers, one gets a conflict. */
export interface TokenNameDocument {
  /** The `_id` of the token that was made last with this name. */
  token: string;
}

/** The last use of a token by any API process; `_id` is the `id` of the token. */
export interface TokenUseDocument {
  /** Rounded to the hour. */
  last_used_at: string;
}

export const tokens: WrittenLive = {
  resource: 'tokens',
  mappings: {
    dynamic: 'strict',
    properties: {
      id: { type: 'keyword' },
      name: { type: 'keyword' },
      scope: { type: 'keyword' },
      created_at: { type: 'date' },
      expires_at: { type: 'date' },
      revoked_at: { type: 'date' },
      requests_per_second: { type: 'integer' },
      origins: { type: 'keyword' },
      replaced_by: { type: 'keyword' },
    },
  },
};

export const tokenNames: WrittenLive = {
  resource: 'token-names',
  mappings: { dynamic: 'strict', properties: { token: { type: 'keyword' } } },
};

export const tokenUses: WrittenLive = {
  resource: 'token-uses',
  mappings: { dynamic: 'strict', properties: { last_used_at: { type: 'date' } } },
};
