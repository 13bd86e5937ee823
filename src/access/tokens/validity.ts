import type { TokenDocument } from '../../../indices/tokens.js';

export type TokenState = 'valid' | 'expired' | 'revoked';

/** Tells whether a stored token is good at a time. */
export function stateOf(
  { revoked_at: revokedAt, expires_at: expiresAt }: TokenDocument,
  nowMs = Date.now(),
): TokenState {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && Date.parse(expiresAt) <= nowMs ? 'expired' : 'valid';
}
