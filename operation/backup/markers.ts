import type { Client } from '@elastic/elasticsearch';
import { omit } from 'es-toolkit/object';
import { isErrorOfType } from '../../core/elasticsearch/failures.js';
import { generationIndex, liveAlias } from '../../core/elasticsearch/names.js';
import { PROVENANCE } from '../../indices/definition.js';
import { type MarkerDocument, markers } from '../../indices/markers.js';
import { readProvenance } from '../../indices/provenance.js';
import { settingsOf } from '../../ingest/generations/creation.js';
import { deleteLeftover, findGenerations } from '../../ingest/generations/generation.js';
import { type Lock, withLock } from '../../ingest/generations/lock.js';
import { readMeta } from '../../ingest/generations/provenance.js';
import type { Context } from '../../ingest/generations/resource.js';
import { RESTORING } from '../../ingest/markers/ingestMarkers.js';
import { type BuiltMarker, builtMarker } from './entry.js';
import { nothingRestored, type Restoration, type Restored, restoreDocuments } from './restoration.js'; // prettier-ignore
import { uuidOf } from './stored.js';

export interface RestoredMarkers extends Restored {
  /** Included in `left`: markers that were cleared after the backup. */
  cleared: number;
}

/** Says whether a marker that is not built counts as cleared after the backup. */
interface ClearedRule {
  /** The live markers are in the index that the backup was taken from. */
  isSameIndex: boolean;
  rebuild: boolean;
}

/**
 * Restores built markers while the game goes on. Without live markers, the built ones are promoted, and an
 * ingestion adds the others.
 */
export async function restoreMarkers(restoration: Restoration): Promise<RestoredMarkers> {
  const { backup, context, isDry } = restoration;
  if (backup.counts.marker === 0) return { ...nothingRestored(), cleared: 0 };
  const work = async (lock?: Lock): Promise<RestoredMarkers> => {
    const { live } = await findGenerations(context, markers.resource);
    if (live === undefined && lock !== undefined) return restoreAll(restoration, lock);
    const uuid = live === undefined ? undefined : await uuidOf(context.client, live);
    const isSameIndex = uuid !== undefined && uuid === backup.manifest.markersUuid;
    return restoreInto(restoration, live, isSameIndex, lock);
  };
  return isDry ? work() : withLock(context, markers.resource, restoration, work);
}

/** Restores into a new index, which is promoted when it is complete. */
async function restoreAll(restoration: Restoration, lock: Lock): Promise<RestoredMarkers> {
  const { client, indexPrefix } = restoration.context;
  await deleteLeftovers(restoration.context);
  const index = generationIndex(indexPrefix, markers.resource, new Date());
  const { shards, replicas } = settingsOf(restoration.context, markers.resource);
  const settings = { ...markers.settings, ...shards, ...replicas };
  const mappings = { ...markers.mappings, _meta: { [RESTORING]: true } };
  try {
    await client.indices.create({ index, mappings, settings }).catch((error: unknown) => {
      // An attempt whose answer was lost has created it: under the lock, nobody else could.
      if (!isErrorOfType(error, 'resource_already_exists_exception')) throw error;
    });
    const counts = await restoreInto(restoration, index, false, lock);
    await client.indices.putMapping({ index, _meta: {} });
    await lock.assertHeld();
    await client.indices.putAlias({ index, name: liveAlias(indexPrefix, markers.resource) });
    return counts;
  } catch (error) {
    // With `maxRetries: 0`, an interruption does not abort the deletion.
    const once = { maxRetries: 0 };
    await deleteLeftover(restoration.context, markers.resource, index, once).catch(() => undefined);
    throw error;
  }
}

/** Deletes the index of a restore that was killed. */
async function deleteLeftovers(context: Context): Promise<void> {
  const { leftovers } = await findGenerations(context, markers.resource);
  for (const index of leftovers)
    if (RESTORING in (await readMeta(context.client, index)))
      await deleteLeftover(context, markers.resource, index);
}

async function restoreInto(
  restoration: Restoration,
  index: string | undefined,
  isSameIndex: boolean,
  lock: Lock | undefined,
): Promise<RestoredMarkers> {
  const { context, rebuild } = restoration;
  let cleared = 0;
  let endAdding: (() => Promise<void>) | undefined;
  const counts = await restoreDocuments<'marker', MarkerDocument>(restoration, 'marker', index, {
    idOf: ({ document }) => document.id,
    compare({ document }, { _source: live, _seq_no = 0, _primary_term = 0 }) {
      const decision = decide(document, live, { isSameIndex, rebuild });
      if (decision === 'cleared') cleared += 1;
      if (decision !== 'write') return decision === 'same' ? 'same' : 'left';
      const { id: _id, season, icon, skin } = document;
      if (live === undefined) return [{ create: { _id } }, document];
      const version = { if_seq_no: _seq_no, if_primary_term: _primary_term };
      // The position of a live marker stays, because the ingestion decides on it.
      return [{ index: { _id, ...version } }, { ...live, season, icon, skin }];
    },
    async beforeWrites(writes) {
      await lock?.assertHeld();
      if (index !== undefined && writes.some(([action]) => action?.create))
        endAdding ??= await beginAdding(context.client, index);
    },
  });
  await endAdding?.();
  return { ...counts, cleared };
}

/**
 * Decides on a marker of a backup: the newer season wins, and the live marker wins a tie. A marker that
 * is not built in the index of the backup was cleared, and stays so unless `rebuild` is set.
 */
export function decide(
  backup: BuiltMarker,
  live: MarkerDocument | undefined,
  { isSameIndex, rebuild }: ClearedRule,
): 'write' | 'same' | 'newer' | 'cleared' {
  const now = live && builtMarker(live);
  if (now === undefined) return isSameIndex && !rebuild ? 'cleared' : 'write';
  if (now.season < backup.season) return 'write';
  const isSame =
    now.season === backup.season && now.icon === backup.icon && now.skin === backup.skin;
  return isSame ? 'same' : 'newer';
}

/**
 * Removes the provenance of the index, so that no API process trusts its counts while markers are added.
 * @returns a function that puts the provenance back, as a new one
 */
async function beginAdding(client: Client, index: string): Promise<() => Promise<void>> {
  const meta = await readMeta(client, index);
  const provenance = readProvenance(meta);
  if (provenance === undefined) return () => Promise.resolve();
  // Without the stamp, the next ingestion compares the markers with the places.
  const notes = omit(meta, [PROVENANCE, 'stamp']);
  await client.indices.putMapping({ index, _meta: notes });
  return async () => {
    const renewed = { ...provenance, live: new Date().toISOString() };
    await client.indices.putMapping({ index, _meta: { ...notes, [PROVENANCE]: renewed } });
  };
}
