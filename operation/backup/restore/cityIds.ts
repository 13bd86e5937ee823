import { oneLine } from '../../../core/cli/printable.js';
import { cities } from '../../../indices/cities.js';
import { CityIds } from '../../../ingest/cities/ids.js';
import { cityIdsIndex, readRegistry } from '../../../ingest/cities/registry.js';
import { findGenerations } from '../../../ingest/generations/generation.js';
import { acquireLock, lockOptions } from '../../../ingest/generations/lock.js';
import type { CityIdPairs } from '../entry.js';
import { nothingRestored, type Restoration, type Restored } from './restoration.js';

const MOST_EXAMPLES = 3;

/**
 * Gives cities the ids back that they had, as far as neither they nor these ids are given otherwise
 * by now: what is live is never contradicted.
 */
export async function restoreCityIds(
  restoration: Restoration,
  pairs: AsyncIterable<CityIdPairs>,
): Promise<Restored> {
  const backup = new CityIds();
  for await (const batch of pairs)
    for (const [sourceId, id] of batch) backup.remember(sourceId, id);
  const { context, isDry } = restoration;
  const { client, indexPrefix } = context;
  if (isDry) {
    const index = cityIdsIndex(indexPrefix);
    const there = await client.indices.get({ index, ignore_unavailable: true });
    const known = index in there ? (await readRegistry(client, indexPrefix)).known : new CityIds();
    return compare(backup, known, restoration).counts;
  }
  if (backup.entries().next().done === true) return nothingRestored();
  const lock = await acquireLock(client, indexPrefix, cities.resource, lockOptions(restoration));
  try {
    const registry = await readRegistry(client, indexPrefix);
    const { counts, missing } = compare(backup, registry.known, restoration);
    const { live = '' } = await findGenerations(client, indexPrefix, cities.resource);
    await lock.assertHeld();
    if (missing.length > 0) await registry.add(missing, live);
    return counts;
  } finally {
    await lock.release().catch(() => undefined);
  }
}

function compare(
  backup: CityIds,
  known: CityIds,
  { progress }: Restoration,
): { counts: Restored; missing: CityIdPairs } {
  const counts = nothingRestored();
  const missing: CityIdPairs = [];
  for (const [sourceId, id] of backup.entries()) {
    counts.found += 1;
    const now = known.idOf(sourceId);
    if (now === id) counts.same += 1;
    else if (now === undefined && !known.isGiven(id)) {
      counts.restored += 1;
      missing.push([sourceId, id]);
    } else {
      counts.left += 1;
      if (counts.left <= MOST_EXAMPLES) {
        const instead = now === undefined ? 'another city has it now' : `it is ${now} now`;
        progress.note(oneLine(`city ids: the city ${sourceId} was ${id}, and ${instead}: left so`));
      }
    }
  }
  return { counts, missing };
}
