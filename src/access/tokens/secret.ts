import { createHash, randomBytes } from 'node:crypto';

const RANDOM_BYTES = 32;
const FORMAT = /^geo_[0-9a-f]{64}$/;
const ID_DIGITS = 16;
const ID_FORMAT = new RegExp(`^[0-9a-f]{${ID_DIGITS}}$`);

/** Returns a new token: 256 random bits after a prefix that scanners for leaked secrets recognise. */
export function newToken(): string {
  return `geo_${randomBytes(RANDOM_BYTES).toString('hex')}`;
}

/** True if a text has the format of a token. */
export function isTokenFormat(text: string): boolean {
  return FORMAT.test(text);
}

/** Returns the part of a token that is stored: its SHA-256 in hexadecimal digits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns the id of a token from its hash. */
export function tokenId(hash: string): string {
  return hash.slice(0, ID_DIGITS);
}

/** True for the id of a stored token, false for that of a development token. */
export function isTokenId(id: string): boolean {
  return ID_FORMAT.test(id);
}
