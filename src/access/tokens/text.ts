import { InvalidArgumentError } from 'commander';
import { oneLine } from '../../../core/cli/printable.js';
import { wholeNumber } from '../../../core/cli/program.js';
import type { TokenDocument } from '../../../indices/tokens.js';
import { isOrigin, originOf } from '../../origin.js';
import { MAX_RATE_LIMIT, stateOf, type TokenState } from './token.js';

const MAX_NAME_CHARACTERS = 200;
/** The length of an id in Elasticsearch. */
const MAX_NAME_BYTES = 512;
const MS_PER_DAY = 86_400_000;
/** `list` reminds of tokens that expire within this time. */
export const REMIND_BEFORE_DAYS = 14;

export const days = wholeNumber(1, 36_500, 'days');
export const hours = wholeNumber(0, 8_760, 'hours');
export const requestsPerSecond = wholeNumber(0, MAX_RATE_LIMIT, 'requests');

/** Parses the name of a token, which is shown in logs and on terminals. */
export function tokenName(text: string): string {
  const name = text.trim();
  const isTooLong = name.length > MAX_NAME_CHARACTERS || Buffer.byteLength(name) > MAX_NAME_BYTES;
  if (name === '' || isTooLong || /\p{C}/u.test(name)) {
    throw new InvalidArgumentError(
      `It must have 1 to ${MAX_NAME_CHARACTERS} characters, ${MAX_NAME_BYTES} bytes at most, and no control characters.`,
    );
  }
  return name;
}

/** Parses origins, separated by commas. */
export function origins(text: string): string[] {
  const list = text.split(',').map((part) => part.trim());
  const wrong = list.find((part) => !isOrigin(part));
  if (wrong === undefined) return [...new Set(list)];
  const meant = originOf(wrong);
  throw new InvalidArgumentError(
    meant === undefined
      ? 'It must be one or more origins such as https://example.com, separated by commas.'
      : `Browsers send ${meant} instead of ${wrong}. Use ${meant}.`,
  );
}

/** A token as `--json` prints it. */
export interface DescribedToken extends TokenDocument {
  readonly state: TokenState | 'expiring';
  /** To the hour. Absent: never used. */
  readonly last_used_at?: string;
}

/** Adds the state and the last use to a stored token. */
export function describeToken(document: TokenDocument, lastUsedAt?: string): DescribedToken {
  const state = stateOf(document);
  const isExpiring = document.replaced_by === undefined && daysLeft(document) <= REMIND_BEFORE_DAYS;
  return {
    ...document,
    state: state === 'valid' && isExpiring ? 'expiring' : state,
    ...(lastUsedAt !== undefined && { last_used_at: lastUsedAt }),
  };
}

/** Returns a token as one line of text, without its use. */
export function tokenLine(document: TokenDocument): string {
  const { id, name, scope, created_at: created, expires_at: expires } = document;
  const { requests_per_second: limit, origins: pages, replaced_by: by } = document;
  const parts = [`${id}  ${scope}  ${oneLine(name)}  created ${created}`];
  parts.push(`expires ${expires ?? 'never'}`);
  if (limit !== undefined) parts.push(limit === 0 ? 'no limit' : `${limit} requests per second`);
  if (pages !== undefined) parts.push(`only for pages of ${pages.join(' ')}`);
  if (by !== undefined) parts.push(`replaced by ${by}`);
  if (document.revoked_at !== undefined) parts.push(`revoked ${document.revoked_at}`);
  return parts.join(', ');
}

/** Returns a reminder to rotate a token that expires soon; undefined for others. */
export function reminderOf(token: DescribedToken): string | undefined {
  if (token.state !== 'expiring') return undefined;
  const left = Math.floor(daysLeft(token));
  const when = left === 0 ? 'within a day' : `in ${left} day${left === 1 ? '' : 's'}`;
  return `${oneLine(token.name)} (${token.id}) expires ${when}. Run \`rotate ${token.id}\` to replace it.`;
}

function daysLeft({ expires_at: expires }: TokenDocument): number {
  return expires === undefined ? Infinity : (Date.parse(expires) - Date.now()) / MS_PER_DAY;
}
