import { errors, type TransportRequestOptions } from '@elastic/elasticsearch';
import { RefusedError } from '../../core/cli/failure.js';
import { describeAnswer } from '../../core/elasticsearch/failures.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { type MarkerDocument, markers } from '../../indices/markers.js';
import { places } from '../../indices/places.js';
import { describeChanges } from '../generations/diff.js';
import { findGenerations } from '../generations/generation.js';
import { describeComplaint, ingestResource } from '../generations/ingestResource.js';
import { withLock } from '../generations/lock.js';
import { assertStillLive } from '../generations/promotion.js';
import { isCurrent, readMeta } from '../generations/provenance.js';
import type { Context, Resource } from '../generations/resource.js';
import type { Outcome } from '../load/outcome.js';
import { readPlaces } from './comparison.js';
import { follow, madeFrom, type MarkerOptions, type MarkerReport } from './follow.js';
import { previewChanges } from './preview.js';

/** The member of the `_meta` of markers that a backup is being restored to, while none are live. */
export const RESTORING = 'restoring';

/**
 * Makes the markers follow the places, or reports what a dry run would change.
 * @returns lines for a person; the first one follows `markers: `
 */
export async function markerStep(
  context: Context,
  options: MarkerOptions,
): Promise<readonly string[]> {
  if (options.ending === 'dry') return dryRun(context, options);
  const { live } = await findGenerations(context, places.resource);
  const complaints = live === undefined ? [] : ((await options.probe?.(live)) ?? []);
  if (complaints.length > 0) {
    throw new RefusedError(
      `The markers were not changed, because these checks would fail:\n- ${complaints.join('\n- ')}`,
    );
  }
  const report = await ingestMarkers(context, options);
  const { index, indexed, created, updated, unchanged, removed } = report;
  const { detail = {} } = options;
  detail.index = index;
  detail.counts = { rows: indexed, indexed, rejected: 0 };
  detail.changes = {
    counts: { new: created, changed: updated, unchanged, gone: removed },
    ...{ fields: {}, examples: { new: [], changed: [], gone: [] } },
  };
  const kept =
    report.kept > 0
      ? `, ${report.kept} without a place kept, because they are built or were written a moment ago`
      : '';
  return [
    `${created} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed${kept}`,
  ];
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
    const made = await ingestResource(context, firstMarkers(seen), options);
    const { indexed } = made.counts;
    const counts = { created: indexed, updated: 0, unchanged: 0, removed: 0, kept: 0 };
    return { index: made.index, indexed, ...counts };
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

/** True if this very code made the live markers from the places that this run reads. */
export async function markersAreCurrent(context: Context): Promise<boolean> {
  const { live } = await findGenerations(context, places.resource);
  const from = context.overrides?.[places.resource] ?? live;
  return from !== undefined && isCurrent(context, madeFrom(from));
}

/**
 * The first markers, one for each place. Later ones are never made as a new generation, because only the
 * live markers hold what is built.
 */
function firstMarkers(from: string): Resource<MarkerDocument> {
  return {
    ...madeFrom(from),
    async begin(context) {
      const { client } = context;
      // Checked under the lock, because live markers may hold built states.
      await assertStillLive(context, markers.resource, undefined);
      await assertStillLive(context, places.resource, from);
      const { count: expectedRows } = await client.count({ index: from });
      async function* outcomes(): AsyncGenerator<Outcome<MarkerDocument>> {
        let line = 0;
        for await (const document of readPlaces(client, from)) {
          line += 1;
          yield { origin: { file: from, line, id: document.id }, document };
        }
      }
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

async function dryRun(context: Context, options: MarkerOptions): Promise<readonly string[]> {
  const { client, overrides } = context;
  const { detail = {} } = options;
  const { live: livePlaces } = await findGenerations(context, places.resource);
  const from = overrides?.[places.resource] ?? livePlaces;
  if (from === undefined) throw noPlaces();
  const complaints = [...((await options.probe?.(from)) ?? [])];
  const { live } = await findGenerations(context, markers.resource);
  let lines: string[];
  if (live === undefined) {
    const { count } = await client.count({ index: from });
    lines = [`dry run: ${count} new, as there are none yet`];
  } else {
    const { progress, currentSeason, allowShrink } = options;
    const comparison = { client, places: from, markers: live, currentSeason, progress };
    const { complaints: found, ...changes } = await previewChanges(comparison, allowShrink);
    complaints.push(...found);
    const { built } = changes;
    detail.changes = changes;
    const kept = built > 0 ? `, ${built} without a place kept, because they are built` : '';
    const [counts, ...examples] = describeChanges(changes);
    lines = [`dry run: ${counts}${kept}`, ...examples];
  }
  detail.complaints = complaints;
  return [...lines, ...complaints.map(describeComplaint)];
}

/**
 * Checks that nothing is lost with an index that is not live. It may have lost its alias by accident.
 * @throws if the game has built on its markers, or if that cannot be read
 */
async function assertNothingBuilt(
  context: Context,
  index: string,
  options?: TransportRequestOptions,
): Promise<void> {
  const alias = liveAlias(context.indexPrefix, markers.resource);
  const built = await countBuilt(context, index, options).catch((error: unknown) => {
    if (!(error instanceof errors.ResponseError)) throw error;
    const reason = describeAnswer(error.body);
    throw new Error(
      `${index} is not live, and whether the game has built on its markers cannot be read (${reason}). No changes were made. Repair or open it, or delete it (DELETE /${index}) if it is not needed.`,
      { cause: error },
    );
  });
  if (built === 0) return;
  if (RESTORING in (await readMeta(context.client, index, options))) {
    throw new Error(
      `${index} is a part of a backup that was not restored completely. No changes were made. Restore it again (\`npm run backup -- restore …\`), which replaces it, or delete it (DELETE /${index}) if it is not needed.`,
    );
  }
  const action = JSON.stringify({ actions: [{ add: { index, alias } }] });
  throw new Error(
    `${index} is not live, but the game has built on ${built} of its markers. No changes were made. Give it its alias back (POST /_aliases ${action}), or delete it (DELETE /${index}) if it is not needed.`,
  );
}

async function countBuilt(
  { client }: Context,
  index: string,
  options?: TransportRequestOptions,
): Promise<number> {
  await client.indices.refresh({ index }, options);
  const { count, _shards: shards } = await client.count(
    { index, query: { exists: { field: 'season' } } },
    options,
  );
  if (shards.failed === 0) return count;
  throw new Error(`${shards.failed} shards of ${index} cannot be read. See the cluster health.`);
}
