import { readCount } from '../readable.js';
import type { Context, Tolerance } from '../resource.js';
import { borders } from './borders.js';
import { changed } from './changed.js';
import type { Check, Compared, Held, Loaded } from './check.js';
import { countries } from './countries.js';
import { letters } from './letters.js';
import { origin, overtaken, pinned, replaced, whole } from './held.js';
import { lands } from './lands.js';
import { older } from './older.js';
import { outside } from './outside.js';
import { ownCountry } from './ownCountry.js';
import { pairs } from './pairs.js';
import { probes } from './probes.js';
import { rejects } from './rejects.js';
import { complete, plausibility, written } from './rows.js';
import { size } from './size.js';

/** Compare a generation with the live one. */
const AGAINST_LIVE: readonly Check<Compared>[] = [size, countries, changed, pairs, borders, lands, older]; // prettier-ignore

/** The checks of a generation that was just loaded, before it is promoted or held. */
export const CHECKS: readonly Check<Loaded>[] = [
  rejects,
  written,
  ...AGAINST_LIVE,
  complete,
  plausibility,
  outside,
  letters,
  ownCountry,
  probes,
];

/** The checks of a held generation before its promotion. It has passed the others. */
export const CHECKS_OF_HELD: readonly Check<Held>[] = [
  pinned,
  whole,
  ...AGAINST_LIVE,
  overtaken,
  replaced,
  origin,
];

/** Returns the live generation, if it is to be compared. */
export async function liveToCompare(
  { client }: Context,
  live: string | undefined,
  { allowShrink = false, allowChange = false, allowOlder = false }: Tolerance,
): Promise<Compared['live']> {
  if (live === undefined || (allowShrink && allowChange && allowOlder)) return undefined;
  return { index: live, count: await readCount(client, live) };
}
