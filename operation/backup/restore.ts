import { oneLine } from '../../core/cli/printable.js';
import { ensureIndex, indexExists } from '../../core/elasticsearch/ensureIndex.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import type { BuildDocument } from '../../indices/builds.js';
import { cities } from '../../indices/cities.js';
import { markers } from '../../indices/markers.js';
import { tokens, type TokenDocument, tokenUses } from '../../indices/tokens.js';
import { CityIds } from '../../ingest/cities/ids.js';
import { cityIdsIndex, readRegistry } from '../../ingest/cities/registry.js';
import { findGenerations } from '../../ingest/generations/generation.js';
import { withLocks } from '../../ingest/generations/lock.js';
import { ensureBuilds, hasBuilds } from '../../ingest/markers/builds.js';
import type { CityIdPairs } from './entry.js';
import {
  entriesOf,
  nothingRestored,
  type Restoration,
  type Restored,
  restoreDocuments,
} from './restoration.js';
import { findBuilds } from './stored.js';

/** The outcome of a restore, or the expected outcome of a dry run. */
export type RestoreReport = Awaited<ReturnType<typeof restore>>;

/**
 * Restores all data that is missing. Live data is newer, and stays. Tokens come last, so that a restore
 * that fails makes none of them valid. A second restore completes one that was interrupted.
 */
export async function restore(restoration: Restoration) {
  const cityIds = await restoreCityIds(restoration);
  const built = await restoreBuilds(restoration);
  return { cityIds, tokens: await restoreTokens(restoration), markers: built };
}

/**
 * Restores missing tokens. A live token stays, but is revoked if it was revoked in the backup: a restore
 * never makes a revoked token valid.
 */
async function restoreTokens(restoration: Restoration) {
  const { progress, isDry } = restoration;
  /** Restored tokens that are valid, as `id (name)`. */
  const valid: string[] = [];
  const index = await indexFor(restoration, tokens);
  const counts = await restoreDocuments<'token', TokenDocument>(restoration, 'token', index, {
    idOf: ({ hash }) => hash,
    compare({ hash, document }, { _source: live }) {
      const { id, name, revoked_at } = document;
      if (live === undefined) {
        if (revoked_at === undefined) {
          const token = `${id} (${name})`;
          valid.push(token);
          // At once: if this run fails, the next one finds the token live, and does not report it.
          if (!isDry) progress.note(`token valid again: ${oneLine(token)}`);
        }
        return [{ create: { _id: hash } }, document];
      }
      if (revoked_at !== undefined && live.revoked_at === undefined)
        return [{ update: { _id: hash } }, { doc: { revoked_at } }];
      return live.revoked_at === revoked_at ? 'same' : 'left';
    },
  });
  // The API never creates the index of last uses, because its login may lack the privilege.
  await indexFor(restoration, tokenUses);
  return { ...counts, valid };
}

/**
 * Restores builds while the game goes on: the newer season wins, and the live build wins a tie. A build that is
 * missing in the index of the backup was cleared, and stays so unless it is rebuilt.
 */
async function restoreBuilds(restoration: Restoration) {
  const { backup, context, isDry, rebuild } = restoration;
  /** Included in `left`: markers that were cleared after the backup. */
  let cleared = 0;
  if (backup.counts.marker === 0) return { ...nothingRestored(), cleared };
  if (!isDry && !(await hasBuilds(context)))
    await withLocks(context, [markers.resource], restoration, () =>
      ensureBuilds(context, restoration),
    );
  const { index, uuid } = (await findBuilds(context)) ?? {};
  const isSameIndex = uuid !== undefined && uuid === backup.manifest.buildsUuid;
  const counts = await restoreDocuments<'marker', BuildDocument>(restoration, 'marker', index, {
    idOf: ({ document }) => document.id,
    compare({ document }, { _source: live, _seq_no = 0, _primary_term = 0 }) {
      const { id: _id, season, icon, skin } = document;
      if (live === undefined) {
        if (!isSameIndex || rebuild) return [{ create: { _id } }, document];
        cleared += 1;
        return 'left';
      }
      if (live.season < season)
        return [{ index: { _id, if_seq_no: _seq_no, if_primary_term: _primary_term } }, document];
      const isSame = live.season === season && live.icon === icon && live.skin === skin;
      return isSame ? 'same' : 'left';
    },
  });
  return { ...counts, cleared };
}

/** Returns an index of tokens, and creates it if needed; undefined if a dry run finds none. */
async function indexFor(
  { backup, context: { client, indexPrefix }, isDry }: Restoration,
  { resource, mappings }: Pick<typeof tokens, 'resource' | 'mappings'>,
): Promise<string | undefined> {
  const index = liveAlias(indexPrefix, resource);
  if (isDry || backup.counts.token === 0)
    return (await indexExists(client, index)) ? index : undefined;
  await ensureIndex(client, index, mappings);
  return index;
}

/** Restores ids of cities if neither the city nor the id is in use. */
async function restoreCityIds(restoration: Restoration): Promise<Restored> {
  const { backup, context, isDry } = restoration;
  const { client, indexPrefix } = context;
  const saved = new CityIds();
  for await (const { ids } of entriesOf(backup, 'city_ids'))
    for (const [sourceId, id] of ids) saved.remember(sourceId, id);
  if (backup.counts.city_ids === 0) return nothingRestored();
  if (isDry) {
    const exists = await indexExists(client, cityIdsIndex(indexPrefix));
    const known = exists ? (await readRegistry(client, indexPrefix)).known : new CityIds();
    return compareCityIds(saved, known, restoration).counts;
  }
  return withLocks(context, [cities.resource], restoration, async (lock) => {
    const registry = await readRegistry(client, indexPrefix);
    const { counts, missing } = compareCityIds(saved, registry.known, restoration);
    const { live = '' } = await findGenerations(context, cities.resource);
    await lock.assertHeld();
    if (missing.length > 0) await registry.add(missing, live);
    return counts;
  });
}

/** At most so many conflicts are shown. */
const MOST_EXAMPLES = 3;

function compareCityIds(
  saved: CityIds,
  live: CityIds,
  { progress }: Restoration,
): { counts: Restored; missing: CityIdPairs } {
  const counts = nothingRestored();
  const missing: CityIdPairs = [];
  for (const [sourceId, id] of saved.entries()) {
    counts.found += 1;
    const now = live.idOf(sourceId);
    if (now === id) counts.same += 1;
    else if (now === undefined && live.sourceIdOf(id) === undefined) {
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
