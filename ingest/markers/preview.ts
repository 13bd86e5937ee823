import { silentProgress } from '../../core/cli/progress.js';
import { markers } from '../../indices/markers.js';
import { EXAMPLES } from '../generations/diff.js';
import { readCount } from '../generations/gate.js';
import { findGenerations } from '../generations/generation.js';
import type { Context } from '../generations/resource.js';
import { compare, type Comparison, isBuilt } from './comparison.js';

/** A run never removes more than this share of the markers: the places may be broken. */
const MAX_REMOVED_SHARE = 0.1;

/** The changes that the markers need to follow some places. */
interface MarkerChanges {
  /** Places without a marker. */
  missing: number;
  moved: number;
  equal: number;
  /** Markers without a place. */
  vanished: number;
  /** Vanished markers that stay, because the game has built on them. */
  built: number;
  /** Lines about some of the changes. */
  examples: { new: string[]; changed: string[]; gone: string[] };
}

/** Compares all places and markers, and changes nothing. */
export async function previewChanges(comparison: Comparison): Promise<MarkerChanges> {
  // Makes all writes of the game visible to a search.
  await comparison.client.indices.refresh({ index: comparison.markers });
  const examples: MarkerChanges['examples'] = { new: [], changed: [], gone: [] };
  const changes = { missing: 0, moved: 0, equal: 0, vanished: 0, built: 0, examples };
  const note = (kind: keyof typeof examples, text: string): void => {
    if (examples[kind].length < EXAMPLES) examples[kind].push(text);
  };
  for await (const difference of compare(comparison)) {
    changes[difference.kind] += 1;
    if (difference.kind === 'vanished') {
      const { document } = difference.marker;
      if (isBuilt(document, comparison.currentSeason)) changes.built += 1;
      else note('gone', document.id);
    } else if (difference.kind === 'missing') note('new', difference.base.id);
    else if (difference.kind === 'moved') {
      const { base, marker } = difference;
      const [from = '', to = ''] = [marker.document, base].map((at) => JSON.stringify(at.location));
      note('changed', `${base.id}: location ${from} → ${to}`);
    }
  }
  return changes;
}

/** Lists the fault of a removal of too many markers at once. */
export function checkRemoval(
  { moved, equal, vanished, built }: MarkerChanges,
  allowShrink: boolean | undefined,
): string[] {
  const before = moved + equal + vanished;
  const removable = vanished - built;
  return allowShrink || removable <= before * MAX_REMOVED_SHARE
    ? []
    : [
        `${removable} of ${before} markers have no place any more and would be removed; if that is right, use --allow-shrink`,
      ];
}

/** Lists why the live markers could not follow a generation of places that is not live yet. */
export async function checkMarkers(
  context: Context,
  places: string,
  { allowShrink, currentSeason }: { allowShrink?: boolean; currentSeason?: number | undefined },
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
  const changes = await previewChanges({ client, places, markers: live, currentSeason, progress });
  return checkRemoval(changes, allowShrink);
}
