import type { TransportRequestOptions } from '@elastic/elasticsearch';
import { liveAlias } from '../../core/elasticsearch/names.js';
import type { Connection } from '../../core/elasticsearch/withClient.js';
import { findGenerations, loadingAlias } from './generation.js';
import { forgetPromotion, ownFiles, readNote } from './provenance.js';
import type { Context, Resource } from './resource.js';

/**
 * Deletes the leftovers of a resource, or one of them, and returns their names. Needs the lock.
 * @throws if one of them must not be deleted; none is deleted then
 */
export async function clearLeftovers(
  context: Context,
  {
    definition: { resource },
    assertDiscardable,
  }: Pick<Resource, 'definition' | 'assertDiscardable'>,
  only?: string,
  options?: TransportRequestOptions,
): Promise<string[]> {
  const { leftovers } = await findGenerations(context, resource, options);
  const meant = leftovers.filter((index) => only === undefined || index === only);
  for (const index of meant) {
    await assertNoOwnData(context, resource, index, options);
    await assertDiscardable?.(context, index, options);
  }
  const deleted: string[] = [];
  for (const index of meant)
    if (await deleteLeftover(context, resource, index, options)) deleted.push(index);
  return deleted;
}

/**
 * Deletes a generation, unless it is live, previous or held. Promotion and deletion both begin by
 * removing the loading alias, so a generation that a stalled run still promotes is never deleted.
 * @returns false if the generation was not deleted
 */
export async function deleteLeftover(
  context: Connection,
  resource: string,
  index: string,
  options?: TransportRequestOptions,
): Promise<boolean> {
  const { client } = context;
  const alias = { index, name: loadingAlias(index) };
  await client.indices.deleteAlias(alias, { ...options, ignore: [404] });
  const { leftovers } = await findGenerations(context, resource, options);
  if (!leftovers.includes(index)) return false;
  await client.indices.delete({ index, ignore_unavailable: true }, options);
  return true;
}

/**
 * A user's own data may exist nowhere else, and its index may have lost its alias by accident.
 * @throws if the index was live once and holds such data
 */
async function assertNoOwnData(
  { client, indexPrefix }: Connection,
  resource: string,
  index: string,
  options?: TransportRequestOptions,
): Promise<void> {
  const { state, provenance } = await readNote(client, index, options);
  // The deletion of a held generation was interrupted.
  if (state === 'held') return;
  if (provenance === undefined || ownFiles(provenance).length === 0) return;
  const name = loadingAlias(index);
  // A generation loses this alias when it is promoted, and when its deletion begins.
  if (await client.indices.existsAlias({ index, name }, options)) {
    await forgetPromotion(client, index, options);
    return;
  }
  const alias = liveAlias(indexPrefix, resource);
  const action = JSON.stringify({ actions: [{ add: { index, alias } }] });
  throw new Error(
    `${index} is not live, but was, and holds ${resource} of ${ownFiles(provenance).join(', ')}. No changes were made. Give it its alias back (POST /_aliases ${action}), or delete it (DELETE /${index}) if it is not needed.`,
  );
}
