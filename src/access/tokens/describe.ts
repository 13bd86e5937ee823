import { oneLine } from '../../../core/cli/printable.js';
import type { TokenDocument } from '../../../indices/tokens.js';
import type { TokenUse } from './uses.js';
import { stateOf, type TokenState } from './validity.js';

const MS_PER_DAY = 86_400_000;
/** From then on `list` reminds of it. */
export const REMIND_BEFORE_DAYS = 14;

/** A token as programs get it. */
export interface ToldToken extends TokenDocument {
  readonly state: TokenState | 'expiring';
  /** Absent: never, or too long ago to be known. */
  readonly last_used_at?: string;
  /** By day, of the last ones. */
  readonly requests: Readonly<Record<string, number>>;
}

/** Adds to a stored token what it does not say itself. */
export function told(document: TokenDocument, use?: TokenUse): ToldToken {
  const state = stateOf(document);
  return {
    ...document,
    state: state === 'valid' && isToRemind(document) ? 'expiring' : state,
    ...(use && { last_used_at: use.lastUsedAt }),
    requests: use?.byDay ?? {},
  };
}

/** Describes a token in one line, without its use. */
export function describe(document: TokenDocument): string {
  const { id, name, scope, created_at: created, expires_at: expires } = document;
  const { requests_per_second: limit, origins, replaced_by: by, revoked_at: revoked } = document;
  return [
    `${id}  ${scope}  ${oneLine(name)}  created ${created}`,
    `expires ${expires ?? 'never'}`,
    ...(limit === undefined ? [] : [limit === 0 ? 'no limit' : `${limit} requests a second`]),
    ...(origins === undefined ? [] : [`pages of ${origins.join(' ')} only`]),
    ...(by === undefined ? [] : [`replaced by ${by}`]),
    ...(revoked === undefined ? [] : [`revoked ${revoked}`]),
  ].join(', ');
}

/** Describes a token in one line, with its use. */
export function describeUse(token: ToldToken): string {
  const { last_used_at: lastUsedAt = 'never', requests } = token;
  const sum = Object.values(requests).reduce((total, count) => total + count, 0);
  return `${describe(token)}, last used ${lastUsedAt}, ${sum} requests in 30 days`;
}

/** Says of a token that expires soon what to do; nothing of others. */
export function remind(token: ToldToken): string[] {
  if (token.state !== 'expiring') return [];
  const left = Math.floor(daysLeft(token));
  const when = left === 0 ? 'within a day' : `in ${left} day${left === 1 ? '' : 's'}`;
  return [
    `${oneLine(token.name)} (${token.id}) expires ${when}: \`rotate ${token.id}\` makes a new one.`,
  ];
}

function isToRemind(document: TokenDocument): boolean {
  return document.replaced_by === undefined && daysLeft(document) <= REMIND_BEFORE_DAYS;
}

function daysLeft({ expires_at: expires }: TokenDocument): number {
  return expires === undefined ? Infinity : (Date.parse(expires) - Date.now()) / MS_PER_DAY;
}
