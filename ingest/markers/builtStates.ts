import { errors, type TransportRequestOptions } from '@elastic/elasticsearch';
import { markers } from '../../indices/markers.js';
import { describeAnswer } from '../../core/elasticsearch/failures.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { readMeta } from '../generations/provenance.js';
import type { Context } from '../generations/resource.js';

/** The member of the `_meta` of markers that a backup is being restored to, while none are live. */
export const RESTORING = 'restoring';

/**
 * Checks that nothing is lost with an index that is not live. It may have lost its alias by accident.
 * @throws if the game has built on its markers, or if that cannot be read
 */
export async function assertNothingBuilt(
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
