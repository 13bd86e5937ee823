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
}

/** Not a generation: tokens are written one by one, into an index named like an alias. */
export const tokens: Pick<IndexDefinition, 'resource' | 'mappings'> = {
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
    },
  },
};
