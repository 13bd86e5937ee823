import type { IndexDefinition } from './definition.js';

/**
 * An access token as it is stored; `_id` is the SHA-256 of the token in hexadecimal digits, so that
 * a token is found by a real-time read, and can be made out from nothing that is stored.
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
  /** Of one API process; 0: as many as it likes. Absent: those of its scope. */
  requests_per_second?: number;
  /** The origins whose pages may use it. Absent: all. */
  origins?: string[];
  /** The `id` of the token that was made in its place. */
  replaced_by?: string;
}

/** Who has a name, by `_id`: of two who take it at the same time, one comes second. */
export interface TokenNameDocument {
  /** The `_id` of the token that was last made with this name. */
  token: string;
}

/**
 * The use of a token on a day (UTC) as one API process has counted it. Only that process writes it,
 * always the whole of it: to write it once more changes nothing.
 */
export interface TokenUseDocument {
  /** The `id` of the token. */
  token: string;
  day: string;
  requests: number;
  last_used_at: string;
}

/** Not a generation: it is written document by document, into an index named like an alias. */
type WrittenInPlace = Pick<IndexDefinition, 'resource' | 'mappings'>;

export const tokens: WrittenInPlace = {
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

export const tokenNames: WrittenInPlace = {
  resource: 'token-names',
  mappings: { dynamic: 'strict', properties: { token: { type: 'keyword' } } },
};

export const tokenUses: WrittenInPlace = {
  resource: 'token-uses',
  mappings: {
    dynamic: 'strict',
    properties: {
      token: { type: 'keyword' },
      day: { type: 'date' },
      requests: { type: 'long' },
      last_used_at: { type: 'date' },
    },
  },
};
