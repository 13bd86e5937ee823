import { silentProgress } from '../../core/cli/progress.js';
import { markers } from '../../indices/markers.js';
import { type ChangedDocument, type Changes, EXAMPLES } from '../generations/diff.js';
import { readCount } from '../generations/gate.js';
import { findGenerations } from '../generations/generation.js';
import type { Context, Tolerance } from '../generations/resource.js';
import { changedPlaces, type Comparison, vanishedMarkers } from './comparison.js';

/** A run never removes more than this share of the markers: the places may be broken. */
const MAX_REMOVED_SHARE = 0.1;

/** The changes that the markers need to follow some places. */
export interface MarkerChanges extends Pick<Changes, 'fields' | 'examples'> {
  counts: Changes['counts'];
  /** Markers without a place that stay, because the game has built on them. */
  built: number;
  /** Why too many markers would be removed at once. */
  complaints: string[];
}

/** Compares all places and markers, and changes nothing. */
export async function previewChanges(
  comparison: Comparison,
  allowShrink = false,
): Promise<MarkerChanges> {
  const { client, places } = comparison;
  // Makes all writes of the game visible to a search.
  await client.indices.refresh({ index: comparison.markers });
  const counts = { new: 0, changed: 0, unchanged: 0, gone: 0 };
  let built = 0;
  const examples = { new: [] as string[], changed: [] as ChangedDocument[], gone: [] as string[] };
  for await (const { base, marker } of changedPlaces(comparison)) {
    const { id, location } = base;
    if (marker === undefined) {
      counts.new += 1;
      if (counts.new <= EXAMPLES) examples.new.push(id);
    } else {
      counts.changed += 1;
      const field = { field: 'location', from: marker.location, to: location };
      if (counts.changed <= EXAMPLES) examples.changed.push({ id, fields: [field] });
    }
  }
  const { count } = await client.count({ index: places });
  counts.unchanged = count - counts.new - counts.changed;
  const { count: all } = await client.count({ index: comparison.markers });
  if (all > counts.changed + counts.unchanged)
    for await (const { id, isBuilt } of vanishedMarkers(comparison)) {
      if (isBuilt) built += 1;
      else counts.gone += 1;
      if (!isBuilt && counts.gone <= EXAMPLES) examples.gone.push(id);
    }
  const before = counts.changed + counts.unchanged + counts.gone + built;
  const isRefused = !allowShrink && counts.gone > before * MAX_REMOVED_SHARE;
  const complaint = `${counts.gone} of ${before} markers have no place any more and would be removed; if that is right, use --allow-shrink`;
  return { counts, built, fields: {}, examples, complaints: isRefused ? [complaint] : [] };
}

/** Lists why the live markers could not follow a generation of places that is not live yet. */
export async function checkMarkers(
  context: Context,
  places: string,
  {
    allowShrink,
    currentSeason,
  }: Pick<Tolerance, 'allowShrink'> & Pick<Comparison, 'currentSeason'>,
): Promise<string[]> {
  const { client } = context;
  const { live } = await findGenerations(context, markers.resource);
  if (allowShrink || live === undefined) return [];
  if ((await readCount(client, live)) === undefined) {
    return [
      `the live markers, ${live}, cannot be read to compare: open it (POST /${live}/_open), or see the cluster health`,
    ];
  }
  // The progress of another load is shown.
  const progress = silentProgress;
  return (await previewChanges({ client, places, markers: live, currentSeason, progress }))
    .complaints;
}
