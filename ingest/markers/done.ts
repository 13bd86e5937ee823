import { places } from '../../indices/places.js';
import type { Done } from '../runs/done.js';
import { RefusedError } from '../../core/cli/failure.js';
import { findGenerations } from '../generations/generation.js';
import { type MarkerOptions, ingestMarkers, type MarkerReport } from './ingestMarkers.js';
import { previewMarkers } from './preview.js';
import type { Context } from '../generations/resource.js';

/** Makes the markers follow the places; of a dry run it tells what would change. */
export async function markersDone(context: Context, options: MarkerOptions): Promise<Done> {
  const { ending = 'live' } = options;
  if (ending === 'dry') return previewMarkers(context, options);
  if (ending === 'held') {
    return {
      lines: [
        'not held: they are kept up in place, and follow the places as soon as `npm run ingest -- promote places` makes these live',
      ],
    };
  }
  await assertProbes(context, options);
  const { index, indexed, ...report } = await ingestMarkers(context, options);
  return {
    lines: [describeMarkers(report)],
    index,
    counts: { rows: indexed, indexed, rejected: 0 },
  };
}

/** Before anything is changed in place: markers are where their places are. */
async function assertProbes(
  { client, indexPrefix }: Context,
  { ask }: MarkerOptions,
): Promise<void> {
  const { live } = await findGenerations(client, indexPrefix, places.resource);
  const complaints = live === undefined ? [] : ((await ask?.(live)) ?? []);
  if (complaints.length === 0) return;
  throw new RefusedError(
    `The markers were left as they are, for so they would be:\n- ${complaints.join('\n- ')}`,
  );
}

function describeMarkers({
  created,
  updated,
  unchanged,
  removed,
  kept,
}: Omit<MarkerReport, 'index' | 'indexed'>): string {
  const left =
    kept > 0
      ? `, ${kept} without a place kept because they are built, or were written a moment ago`
      : '';
  return `${created} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed${left}`;
}
