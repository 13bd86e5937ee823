import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oneLine } from '../../../core/cli/printable.js';
import type { Progress } from '../../../core/cli/progress.js';
import { cities } from '../../../indices/cities.js';
import { CityIds } from '../../../ingest/cities/ids.js';
import { cityIdsIndex, readRegistry } from '../../../ingest/cities/registry.js';
import { findGenerations } from '../../../ingest/generations/generation.js';
import { acquireLock } from '../../../ingest/generations/lock.js';
import type { CityIdPairs, Entry, EntryOf, Kind, Manifest } from '../entry.js';
import { type RestoredTokens, restoreRuns, restoreTokens } from './documents.js';
import { type RestoredMarkers, restoreMarkers } from './markers.js';
import { nothingRestored, type Restoration, type Restored } from './restoration.js';

const MOST_EXAMPLES = 3;

/** A backup that was checked. Its entries can be read several times. */
export interface Backup {
  manifest: Manifest;
  readonly entries: () => AsyncIterable<Entry>;
}

/** The outcome of a restore, or the expected outcome of a dry run. */
export interface RestoreReport {
  cityIds: Restored;
  tokens: RestoredTokens;
  history: Restored;
  markers: RestoredMarkers;
}

/**
 * Restores all data that is missing. Live data is newer, and stays. Tokens come last, so that a restore
 * that fails makes none of them valid. A second restore completes one that was interrupted.
 * @param options `rebuild` also rebuilds markers that were cleared after the backup
 */
export async function restore(
  { manifest, entries }: Backup,
  options: Restoration & { rebuild: boolean },
): Promise<RestoreReport> {
  const cityIds = await restoreCityIds(options, only(entries(), 'city_ids'));
  const history = await restoreRuns(options, only(entries(), 'run'));
  const { markersUuid } = manifest;
  const markers = await restoreMarkers({ ...options, markersUuid }, only(entries(), 'marker'));
  const tokens = await restoreTokens(options, only(entries(), 'token'));
  return { cityIds, tokens, history, markers };
}

async function* only<Wanted extends Kind>(
  entries: AsyncIterable<Entry>,
  kind: Wanted,
): AsyncGenerator<EntryOf<Wanted>> {
  for await (const entry of entries) if (entry.kind === kind) yield entry as EntryOf<Wanted>;
}

/** Writes the files of a backup into a folder. Overwrites nothing, and follows no link. */
export async function restoreFiles(
  { entries }: Backup,
  folder: string,
  progress: Pick<Progress, 'note'>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for await (const entry of entries()) {
    // The files come first.
    if (entry.kind !== 'file') return;
    const path = join(folder, entry.name);
    const shown = oneLine(path);
    try {
      await writeFile(path, entry.text, { flag: 'wx', mode: 0o600 });
      progress.note(`restored ${shown}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      progress.note(`${shown} exists already and was not changed`);
    }
  }
}

/** Restores ids of cities if neither the city nor the id is in use. */
async function restoreCityIds(
  restoration: Restoration,
  entries: AsyncIterable<EntryOf<'city_ids'>>,
): Promise<Restored> {
  const backup = new CityIds();
  for await (const { ids } of entries)
    for (const [sourceId, id] of ids) backup.remember(sourceId, id);
  const { context, isDry } = restoration;
  const { client, indexPrefix } = context;
  if (isDry) {
    const index = cityIdsIndex(indexPrefix);
    const found = await client.indices.get({ index, ignore_unavailable: true });
    const known = index in found ? (await readRegistry(client, indexPrefix)).known : new CityIds();
    return compareCityIds(backup, known, restoration).counts;
  }
  if (backup.entries().next().done === true) return nothingRestored();
  const lock = await acquireLock({ client, indexPrefix }, cities.resource, restoration);
  try {
    const registry = await readRegistry(client, indexPrefix);
    const { counts, missing } = compareCityIds(backup, registry.known, restoration);
    const { live = '' } = await findGenerations({ client, indexPrefix }, cities.resource);
    await lock.assertHeld();
    if (missing.length > 0) await registry.add(missing, live);
    return counts;
  } finally {
    await lock.release().catch(() => undefined);
  }
}

function compareCityIds(
  backup: CityIds,
  live: CityIds,
  { progress }: Restoration,
): { counts: Restored; missing: CityIdPairs } {
  const counts = nothingRestored();
  const missing: CityIdPairs = [];
  for (const [sourceId, id] of backup.entries()) {
    counts.found += 1;
    const now = live.idOf(sourceId);
    if (now === id) counts.same += 1;
    else if (now === undefined && !live.isGiven(id)) {
      counts.restored += 1;
      missing.push([sourceId, id]);
    } else {
      counts.left += 1;
      if (counts.left > MOST_EXAMPLES) continue;
      const conflict = now === undefined ? 'another city has that id now' : `its id is ${now} now`;
      progress.note(oneLine(`city ids: city ${sourceId} had the id ${id}, but ${conflict}`));
    }
  }
  return { counts, missing };
}
