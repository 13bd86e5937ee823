import { silentProgress } from '../../../core/cli/progress.js';
import { patientClient } from '../../../core/elasticsearch/retry.js';
import { readRegistry } from '../../../ingest/cities/registry.js';
import type { Context } from '../../../ingest/generations/resource.js';
import type { Backup } from '../../../operation/backup/file.js';
import { restore, type RestoreReport } from '../../../operation/backup/restore.js';
import { TokenStore } from '../../../src/access/tokens/store.js';
import { createWorld, numbered, placesAt, type World } from '../ingest/world.js';

export const PLACES = placesAt(48, numbered(1, 40));
export const BUILT = numbered(1, 20);
export const CITY_IDS: [string, string][] = [['1', 'FRA_Paris'], ['2', 'FRA_Lyon'], ['3', 'JPN_Tokyo']]; // prettier-ignore

/** A service in use: markers built in season 7, two tokens, one of them revoked, and city ids. */
export async function serviceInUse(): Promise<World & { tokens: TokenStore }> {
  const world = createWorld();
  const { client, indexPrefix } = world;
  await world.ingestPlaces(PLACES);
  await world.ingestMarkers();
  for (const id of BUILT) await world.build(id, { season: 7, icon: 1, skin: 'gold' });
  const tokens = new TokenStore(client, indexPrefix);
  await tokens.create({ name: 'game', scope: 'internal' });
  const { id } = await tokens.create({ name: 'old', scope: 'public' });
  await tokens.revoke(id);
  await (await readRegistry(client, indexPrefix)).add(CITY_IDS, 'some generation');
  return { ...world, tokens };
}

export function restoreInto(
  { client, indexPrefix }: Context,
  backup: Backup,
  {
    rebuild = false,
    isDry = false,
    signal = new AbortController().signal,
    progress = silentProgress,
  } = {},
): Promise<RestoreReport> {
  const context = { client: patientClient(client, { progress, signal }), indexPrefix };
  return restore({ backup, context, progress, signal, rebuild, isDry });
}
