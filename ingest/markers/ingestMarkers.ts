import { RefusedError } from '../../core/cli/failure.js';
import { patienceOf } from '../../core/elasticsearch/retry.js';
import { type MarkerDocument, markers } from '../../indices/markers.js';
import { places } from '../../indices/places.js';
import { findGenerations } from '../generations/generation.js';
import { ingestResource } from '../generations/ingestResource.js';
import { withLock } from '../generations/lock.js';
import { isCurrent } from '../generations/provenance.js';
import { describeComplaint, type StepResult } from '../generations/report.js';
import type { Context, Resource } from '../generations/resource.js';
import type { Outcome } from '../load/outcome.js';
import { assertNothingBuilt } from './builtStates.js';
import { readPlaces, type ReadTarget } from './comparison.js';
import { follow, madeFrom, type MarkerOptions, type MarkerReport } from './follow.js';
import { describeShrinking, previewChanges } from './preview.js';

/** Makes the markers follow the places, or reports what a dry run would change. */
export async function markerStep(context: Context, options: MarkerOptions): Promise<StepResult> {
  const { ending = 'live' } = options;
  if (ending === 'dry') return dryRun(context, options);
  if (ending === 'held') {
    return {
      lines: [
        'not held: markers are updated in place. They follow the places once `npm run ingest -- promote places` makes these live',
      ],
    };
  }
  const { live } = await findGenerations(context, places.resource);
  const complaints = live === undefined ? [] : ((await options.probe?.(live)) ?? []);
  if (complaints.length > 0) {
    throw new RefusedError(
      `The markers were not changed, because these checks would fail:\n- ${complaints.join('\n- ')}`,
    );
  }
  const { index, indexed, ...counts } = await ingestMarkers(context, options);
  const { created, updated, unchanged, removed } = counts;
  const kept =
    counts.kept > 0
      ? `, ${counts.kept} without a place kept, because they are built or were written a moment ago`
      : '';
  return {
    lines: [
      `${created} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed${kept}`,
    ],
    index,
    counts: { rows: indexed, indexed, rejected: 0 },
  };
}

/**
 * Makes the markers follow the live places: as a generation if there are none yet, else in place.
 * Never changes what the game has built.
 * @throws with what failed and what to do; on abort, the signal's reason
 */
export async function ingestMarkers(
  context: Context,
  options: MarkerOptions,
): Promise<MarkerReport> {
  const { live: seen } = await findGenerations(context, places.resource);
  if (seen === undefined) throw noPlaces();
  const { live: index } = await findGenerations(context, markers.resource);
  if (index === undefined) {
    const target = { client: context.client, ...patienceOf(options) };
    const made = await ingestResource(context, firstMarkers(seen, target), options);
    const counts = { created: made.indexed, updated: 0, unchanged: 0, removed: 0, kept: 0 };
    return { index: made.index, indexed: made.indexed, ...counts };
  }
  return withLock(context, markers.resource, options, async (lock) => {
    // A rollback may have changed the live places during the wait for the lock.
    const { live = seen } = await findGenerations(context, places.resource);
    return follow(context, { places: live, markers: index }, lock, options);
  });
}

function noPlaces(): Error {
  return new Error('Markers need places, and none are live. Run `npm run ingest -- places` first.');
}

/** True if this very code made the live markers from the live places. */
export async function markersAreCurrent(context: Context): Promise<boolean> {
  const { live } = await findGenerations(context, places.resource);
  return live !== undefined && isCurrent(context, madeFrom(live));
}

/**
 * The first markers, one for each place. Later ones are never made as a new generation, because only the
 * live markers hold what is built.
 */
function firstMarkers(from: string, target: ReadTarget): Resource<MarkerDocument> {
  async function* outcomes(): AsyncGenerator<Outcome<MarkerDocument>> {
    let line = 0;
    for await (const { document } of readPlaces(target, from)) {
      line += 1;
      yield { origin: { file: from, line, id: document.id }, document };
    }
  }
  return {
    ...madeFrom(from),
    async begin(context) {
      // Checked under the lock, because live markers may hold built states.
      const { live } = await findGenerations(context, markers.resource);
      if (live !== undefined) {
        throw new Error(`${live} was promoted meanwhile. Ingest the markers again, in place.`);
      }
      const { live: livePlaces } = await findGenerations(context, places.resource);
      if (livePlaces !== from) {
        throw new Error(`${from} is not live any more. Ingest the markers again.`);
      }
      const { client } = context;
      const { count: expectedRows } = await client.count({ index: from });
      return {
        expectedRows,
        outcomes: outcomes(),
        async gate(index) {
          const { count } = await client.count({ index });
          return count === expectedRows ? [] : [`${count} markers for ${expectedRows} places`];
        },
      };
    },
    assertDiscardable: assertNothingBuilt,
  };
}

async function dryRun(context: Context, options: MarkerOptions): Promise<StepResult> {
  const { client, overrides } = context;
  const { live: livePlaces } = await findGenerations(context, places.resource);
  const from = overrides?.[places.resource] ?? livePlaces;
  if (from === undefined) throw noPlaces();
  const complaints = [...((await options.probe?.(from)) ?? [])];
  const { live } = await findGenerations(context, markers.resource);
  if (live === undefined) {
    const { count } = await client.count({ index: from });
    const line = `dry run: ${count} new, as there are none yet`;
    return { lines: [line, ...complaints.map(describeComplaint)], complaints };
  }
  const { progress, currentSeason, allowShrink = false } = options;
  const target = { client, ...patienceOf(options) };
  const comparison = { target, places: from, markers: live, currentSeason, progress };
  const changes = await previewChanges(comparison);
  const { missing, moved, equal, vanished, built, examples } = changes;
  const shrinking = allowShrink ? undefined : describeShrinking(changes);
  if (shrinking !== undefined)
    complaints.push(`${shrinking}; if that is right, use --allow-shrink`);
  const kept = built > 0 ? `, ${built} without a place kept, because they are built` : '';
  const lines = [
    `dry run: ${missing} new, ${moved} changed, ${equal} unchanged, ${vanished - built} gone${kept}`,
    ...Object.entries(examples).flatMap(([kind, texts]) =>
      texts.map((text) => `  ${kind}: ${text}`),
    ),
    ...complaints.map(describeComplaint),
  ];
  return { lines, complaints };
}
