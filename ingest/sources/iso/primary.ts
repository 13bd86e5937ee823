import { territoriesOf } from './cldr.js';

/** The two observer states of the UN, and two states that many of its members recognise. */
const NOT_MEMBERS: readonly string[] = ['VA', 'PS', 'TW', 'XK'];

/** Alpha-2 codes of the 197 primary countries: the 193 members of the UN and four more. */
export function primaryCodes(): ReadonlySet<string> {
  return new Set([...territoriesOf('UN'), ...NOT_MEMBERS]);
}
