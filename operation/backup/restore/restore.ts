import { restoreCityIds } from './cityIds.js';
import { restoreMarkers, type RestoredMarkers } from './markers.js';
import type { Restoration, Restored } from './restoration.js';
import { restoreRuns } from './runs.js';
import { restoreTokens } from './tokens.js';
import type { Entry, Kind } from '../entry.js';
import type { Manifest } from '../manifest.js';

/** A backup that was checked, from a file or a snapshot; its entries can be read again and again. */
export interface Backup {
  manifest: Manifest;
  entries(): AsyncIterable<Entry>;
}

export interface RestoreOptions extends Restoration {
  /** Build again what was cleared since the backup. */
  rebuild: boolean;
}

/** What a restoration did, or, of a dry run, would do. */
export interface RestoreReport {
  cityIds: Restored;
  /** Beside that the restored ones that open something. */
  tokens: Restored & { valid: string[] };
  history: Restored;
  markers: RestoredMarkers;
}

/**
 * Restores what cannot be made again. The tokens come last: a restoration that fails makes none of them valid.
 * What is live is newer, and stays. The next restoration completes one that was interrupted.
 */
export async function restore(backup: Backup, options: RestoreOptions): Promise<RestoreReport> {
  const of = <Wanted extends Kind>(kind: Wanted) => only(backup.entries(), kind);
  const ids = mapped(of('city_ids'), (entry) => entry.ids);
  const cityIds = await restoreCityIds(options, ids);
  const history = await restoreRuns(options, of('run'));
  const built = mapped(of('marker'), ({ document }) => document);
  const { markersUuid } = backup.manifest;
  const markers = await restoreMarkers({ ...options, markersUuid }, built);
  const tokens = await restoreTokens(options, of('token'));
  return { cityIds, tokens, history, markers };
}

async function* only<Wanted extends Kind>(
  entries: AsyncIterable<Entry>,
  kind: Wanted,
): AsyncGenerator<Extract<Entry, { kind: Wanted }>> {
  for await (const entry of entries)
    if (entry.kind === kind) yield entry as Extract<Entry, { kind: Wanted }>;
}

async function* mapped<From, To>(
  items: AsyncIterable<From>,
  change: (item: From) => To,
): AsyncGenerator<To> {
  for await (const item of items) yield change(item);
}
