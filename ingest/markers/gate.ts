import { markers } from '../../indices/markers.js';
import { readCount } from '../generations/gate.js';
import { findGenerations } from '../generations/generation.js';
import type { IngestOptions } from '../generations/ingestResource.js';
import { silentProgress } from '../../core/cli/progress.js';
import type { Context } from '../generations/resource.js';
import { patienceOf } from '../../core/elasticsearch/retry.js';
import { tally } from './comparison.js';
import { shrinkingOf } from './synchronize.js';

/**
 * Lists the faults for which the live markers would not follow a generation of places, which is not
 * live yet. Holds one page of each at a time, however many there are.
 */
export async function checkMarkers(
  { client, indexPrefix }: Context,
  places: string,
  options: IngestOptions & { currentSeason?: number | undefined },
): Promise<string[]> {
  if (options.allowShrink) return [];
  const { live } = await findGenerations(client, indexPrefix, markers.resource);
  if (live === undefined) return [];
  if ((await readCount({ client, indexPrefix }, live)) === undefined) {
    return [
      `the live markers, ${live}, cannot be read to compare: open it (POST /${live}/_open), or see the health of the cluster`,
    ];
  }
  await client.indices.refresh({ index: live });
  const counts = await tally({
    target: { client, ...patienceOf(options) },
    places,
    markers: live,
    currentSeason: options.currentSeason,
    // A count of rows that are not loaded would confuse.
    progress: silentProgress,
  });
  const shrinking = shrinkingOf(counts);
  return shrinking === undefined
    ? []
    : [`${shrinking} once they follow these places; if that is right, use --allow-shrink`];
}
