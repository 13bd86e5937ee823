import type { MarkerDocument } from '../../indices/markers.js';
import type { Progress } from '../../core/cli/progress.js';
import { retrying } from '../../core/elasticsearch/retry.js';
import { type Difference, differences, type MarkerBase } from './differences.js';
import { readById, type ReadTarget } from './readById.js';

const BASE_FIELDS: (keyof MarkerBase)[] = ['id', 'land_id', 'location'];
const PROGRESS_EVERY = 10_000;

/** Markers, and the places they are to follow. Both are names of indices, not aliases. */
export interface Comparison {
  target: ReadTarget;
  places: string;
  markers: string;
  /** A marker that was last built in an older season counts as not built. */
  currentSeason?: number | undefined;
  progress: Progress;
}

/** Numbers of places with no marker, one elsewhere, one as they are; of markers with no place. */
export interface Tally {
  missing: number;
  moved: number;
  equal: number;
  vanished: number;
  /** Of the vanished. */
  built: number;
}

/** The places of a generation. */
export async function* readPlaces(target: ReadTarget, index: string): AsyncGenerator<MarkerBase> {
  for await (const { document } of readById<MarkerBase>(target, index, BASE_FIELDS)) yield document;
}

/**
 * Reads all places and all markers once.
 * @throws at its end, when not every place was read: what is missing would be taken for vanished
 */
export async function* compare(comparison: Comparison): AsyncGenerator<Difference> {
  const { target, places, markers, progress } = comparison;
  const { client, signal } = target;
  const { count: expected } = await retrying(target, () =>
    client.count({ index: places }, { maxRetries: 0, signal }),
  );
  progress.start('markers', expected);
  let read = 0;
  for await (const difference of differences(
    readById<MarkerBase>(target, places, BASE_FIELDS),
    readById<MarkerDocument>(target, markers, [...BASE_FIELDS, 'season']),
  )) {
    if (difference.kind !== 'vanished') read += 1;
    if (read % PROGRESS_EVERY === 0) progress.update(read);
    yield difference;
  }
  progress.update(read);
  progress.stop();
  if (read !== expected) {
    throw new Error(`${read} of the ${expected} places of ${places} could be read: try again.`);
  }
}

export async function tally(comparison: Comparison): Promise<Tally> {
  const counts: Tally = { missing: 0, moved: 0, equal: 0, vanished: 0, built: 0 };
  for await (const difference of compare(comparison)) {
    counts[difference.kind] += 1;
    if (difference.kind !== 'vanished') continue;
    if (isBuilt(difference.marker.document, comparison.currentSeason)) counts.built += 1;
  }
  return counts;
}

export function isBuilt({ season }: MarkerDocument, currentSeason = -Infinity): boolean {
  return typeof season === 'number' && season >= currentSeason;
}
