import type { BuildDocument } from '../../indices/builds.js';
import type { TokenDocument } from '../../indices/tokens.js';

/** The newest format of backup files that this version reads and writes. */
export const FORMAT = 3;

/** The first line of a backup file. */
export interface Manifest {
  format: number;
  /** ISO 8601. The backup holds every write that was acknowledged before. */
  begun: string;
  /** The version of the service that wrote the file. */
  version: string;
  indexPrefix: string;
  /** The UUID of the index of builds, which is never used again. Null if there was none; absent in format 1. */
  buildsUuid?: string | null;
}

/** Source ids of cities with the city ids that belong to them. */
export type CityIdPairs = [sourceId: string, id: string][];

/** The contents of a backup, in this order: all data that cannot be made again. */
export type Entry =
  | { kind: 'city_ids'; ids: CityIdPairs }
  | { kind: 'token'; hash: string; document: TokenDocument }
  | { kind: 'marker'; document: BuildDocument };

export type Kind = Entry['kind'];
export type EntryOf<Wanted extends Kind> = Extract<Entry, { kind: Wanted }>;

/** The number of entries by kind. City ids are counted by pair. */
export type Counts = Record<Kind, number>;

export const noCounts = (): Counts => ({ city_ids: 0, token: 0, marker: 0 });

/** True if this version restores entries of this kind. Earlier versions saved files and the history, too. */
export function isRestorable(entry: { kind?: unknown }): entry is Entry {
  return Object.hasOwn(noCounts(), String(entry.kind));
}

export function count(counts: Counts, entry: Entry): void {
  counts[entry.kind] += entry.kind === 'city_ids' ? entry.ids.length : 1;
}
