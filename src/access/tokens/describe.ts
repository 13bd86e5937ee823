import { oneLine } from '../../../core/cli/printable.js';
import type { TokenDocument } from '../../../indices/tokens.js';
import { stateOf, type TokenState } from './store.js';

const MS_PER_DAY = 86_400_000;
/** `list` reminds of tokens that expire within this time. */
export const REMIND_BEFORE_DAYS = 14;

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
  const { requests_per_second: limit, origins, replaced_by: by, revoked_at: revoked } = document;
  return [
    `${id}  ${scope}  ${oneLine(name)}  created ${created}`,
    `expires ${expires ?? 'never'}`,
    ...(limit === undefined ? [] : [limit === 0 ? 'no limit' : `${limit} requests per second`]),
    ...(origins === undefined ? [] : [`only for pages of ${origins.join(' ')}`]),
    ...(by === undefined ? [] : [`replaced by ${by}`]),
    ...(revoked === undefined ? [] : [`revoked ${revoked}`]),
  ].join(', ');
}

/** Returns a token as one line of text, with its last use. */
export function tokenLineWithUse(token: DescribedToken): string {
  return `${tokenLine(token)}, last used ${token.last_used_at ?? 'never'}`;
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
