import { kept } from './loads/kept.js';
import { markers } from './loads/markers.js';
import { places } from './loads/places.js';
import { players } from './loads/players.js';
import type { Group } from './loads/setting.js';
import { typing } from './loads/typing.js';
import { uncached } from './loads/uncached.js';

const LOOKUPS = { uncached, typing, players, kept, places, markers } as const satisfies Record<
  string,
  Group
>;

export type GroupName = keyof typeof LOOKUPS | 'ingestion';

/** What can be measured without the rest, in the order in which it is. */
export const GROUP_NAMES = ['ingestion', ...Object.keys(LOOKUPS)] as readonly GroupName[];

/** Returns the groups of lookups and writes among these. */
export function groupsOf(names: readonly GroupName[]): Group[] {
  return GROUP_NAMES.flatMap((name) =>
    name !== 'ingestion' && names.includes(name) ? [LOOKUPS[name]] : [],
  );
}
