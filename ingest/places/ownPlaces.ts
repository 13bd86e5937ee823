import type { TransportRequestOptions } from '@elastic/elasticsearch';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { places } from '../../indices/places.js';
import { loadingAlias } from '../generations/generation.js';
import { readMeta } from '../generations/provenance.js';
import { readHeldNote } from '../generations/provenance.js';
import { readProvenance } from '../../indices/provenance.js';
import { ownFiles } from '../generations/provenance.js';
import type { Context } from '../generations/resource.js';

/**
 * Places of one's own are perhaps nowhere else, and may have lost their alias by accident.
 * @throws when the index was live once, and holds such places
 */
export async function assertNoOwnPlaces(
  { client, indexPrefix }: Context,
  index: string,
  options?: TransportRequestOptions,
): Promise<void> {
  const meta = await readMeta(client, index, options);
  // One that was held, and was being deleted when that was interrupted.
  if (readHeldNote(meta) !== undefined) return;
  const provenance = readProvenance(meta);
  if (provenance === undefined || ownFiles(provenance).length === 0) return;
  const name = loadingAlias(index);
  // Whatever goes live loses it.
  if (await client.indices.existsAlias({ index, name }, options)) return;
  const alias = liveAlias(indexPrefix, places.resource);
  const action = JSON.stringify({ actions: [{ add: { index, alias } }] });
  throw new Error(
    `${index} is not live, but was, and holds places of ${ownFiles(provenance).join(', ')}; nothing was changed. Give it its alias back (POST /_aliases ${action}), or delete it (DELETE /${index}) if it is not needed.`,
  );
}
