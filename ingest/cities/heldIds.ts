import { findGenerations } from '../generations/generation.js';
import type { Context } from '../generations/resource.js';
import { storedCities } from '../sources/storedCities.js';
import { cities } from '../../indices/cities.js';
import { readRegistry } from './registry.js';

/**
 * Gives the ids of a held generation to its cities for good. To be done, under the lock, before it
 * goes live.
 * @returns false when other runs have given some of these ids to others meanwhile, or others to
 * these cities
 */
export async function registerHeldIds(
  { client, indexPrefix }: Context,
  index: string,
): Promise<boolean> {
  const registry = await readRegistry(client, indexPrefix);
  const { held } = await findGenerations({ client, indexPrefix }, cities.resource);
  if (held !== index) return false;
  const added: [string, string][] = [];
  for (const { id, source_id: sourceId } of await storedCities(client, index, [
    'id',
    'source_id',
  ])) {
    const known = registry.known.idOf(sourceId);
    if (known === id) continue;
    if (known !== undefined || registry.known.isGiven(id)) return false;
    added.push([sourceId, id]);
  }
  await registry.add(added, index);
  return true;
}
