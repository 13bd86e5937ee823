import { markers } from '../../indices/markers.js';
import { places } from '../../indices/places.js';
import { EXAMPLES } from '../generations/diff/changes.js';
import type { Done } from '../runs/done.js';
import { findGenerations } from '../generations/generation.js';
import type { Context } from '../generations/resource.js';
import { patienceOf } from '../../core/elasticsearch/retry.js';
import { compare, isBuilt, type Tally } from './comparison.js';
import type { MarkerOptions } from './ingestMarkers.js';
import { shrinkingOf } from './synchronize.js';

/** Tells what would become of the live markers, were they to follow the places now. */
export async function previewMarkers(context: Context, options: MarkerOptions): Promise<Done> {
  const { client, indexPrefix, standIns } = context;
  const { live: livePlaces } = await findGenerations(client, indexPrefix, places.resource);
  const from = standIns?.[places.resource] ?? livePlaces;
  if (from === undefined) {
    throw new Error('There are no places yet that markers could stand for: ingest places first.');
  }
  const { live } = await findGenerations(client, indexPrefix, markers.resource);
  const complaints = [...((await options.ask?.(from)) ?? [])];
  if (live === undefined) {
    const { count } = await client.count({ index: from });
    return doneOf([`dry run: ${count} new, as there are none yet`], complaints);
  }
  await client.indices.refresh({ index: live });
  const counts: Tally = { missing: 0, moved: 0, equal: 0, vanished: 0, built: 0 };
  const examples: Record<'new' | 'changed' | 'gone', string[]> = { new: [], changed: [], gone: [] };
  const note = (kind: keyof typeof examples, text: string): void => {
    if (examples[kind].length < EXAMPLES) examples[kind].push(text);
  };
  const { progress, currentSeason } = options;
  const target = { client, ...patienceOf(options) };
  const comparison = { target, places: from, markers: live, currentSeason, progress };
  for await (const difference of compare(comparison)) {
    counts[difference.kind] += 1;
    if (difference.kind === 'vanished') {
      const { document } = difference.marker;
      if (isBuilt(document, currentSeason)) counts.built += 1;
      else note('gone', document.id);
    } else if (difference.kind === 'missing') note('new', difference.base.id);
    else if (difference.kind === 'moved') {
      const { base, marker } = difference;
      const [was, is] = [marker.document.location, base.location].map((at) => JSON.stringify(at));
      note('changed', `${base.id}: location ${was ?? ''} → ${is ?? ''}`);
    }
  }
  const shrinking = options.allowShrink ? undefined : shrinkingOf(counts);
  const removed = counts.vanished - counts.built;
  const built =
    counts.built > 0 ? `, ${counts.built} without a place kept because they are built` : '';
  if (shrinking !== undefined)
    complaints.push(`${shrinking}; if that is right, use --allow-shrink`);
  return doneOf(
    [
      `dry run: ${counts.missing} new, ${counts.moved} changed, ${counts.equal} unchanged, ${removed} gone${built}`,
      ...Object.entries(examples).flatMap(([kind, texts]) =>
        texts.map((text) => `  ${kind}: ${text}`),
      ),
    ],
    complaints,
  );
}

function doneOf(lines: readonly string[], complaints: readonly string[]): Done {
  const refusals = complaints.map((complaint) => `  would be refused: ${complaint}`);
  return { lines: [...lines, ...refusals], complaints };
}
