import { UsageError } from '../../core/cli/failure.js';
import { isGenerationIndex, liveAlias } from '../../core/elasticsearch/names.js';
import { builds } from '../../indices/builds.js';
import { runs } from '../../indices/runs.js';
import { tokenNames, tokens, tokenUses } from '../../indices/tokens.js';
import { cityIdsIndex } from '../cities/registry.js';
import { type LockOptions, withLocks } from '../generations/lock.js';
import { type Context, RESOURCE_NAMES } from '../generations/resource.js';
import { readHistory } from './history.js';

/**
 * Deletes all indices of a prefix, with their aliases: generations, builds, city ids, history and tokens.
 * The index of the locks stays, because another run may be about to write its lock there.
 * @param confirmed the prefix, as a person repeats it
 * @returns the names of the deleted indices
 * @throws if it is not repeated, or if an ingestion is running
 */
export async function removePrefix(
  context: Context,
  confirmed: string | undefined,
  options: LockOptions,
): Promise<string[]> {
  const { client, indexPrefix } = context;
  const found = await findIndices(context);
  if (confirmed !== indexPrefix) {
    const lines = found.map((index) => `- ${index}`);
    throw new UsageError(
      [`No changes were made. To delete these, pass --confirm ${indexPrefix}:`, ...lines].join('\n'), // prettier-ignore
    );
  }
  const entries = await readHistory(context, { limit: 1_000 });
  const running = entries.find(({ outcome }) => outcome === 'running');
  if (running !== undefined)
    throw new Error(
      `An ingestion of ${running.resource} is running since ${running.begun} (on ${running.host}). Wait until it has ended, or stop it.`,
    );
  await withLocks(context, RESOURCE_NAMES, options, async () => {
    const index = await findIndices(context);
    // A request whose answer was lost is repeated.
    if (index.length > 0) await client.indices.delete({ index, ignore_unavailable: true });
  });
  return found;
}

/** Returns the indices that the service made with this prefix, and none of a prefix that begins alike. */
async function findIndices({ client, indexPrefix }: Context): Promise<string[]> {
  const others = [
    cityIdsIndex(indexPrefix),
    ...[runs, tokens, tokenNames, tokenUses].map(({ resource }) =>
      liveAlias(indexPrefix, resource),
    ),
  ];
  const isOurs = (name: string): boolean =>
    others.includes(name) ||
    [...RESOURCE_NAMES, builds.resource].some((resource) =>
      isGenerationIndex(indexPrefix, resource, name),
    );
  const index = `${indexPrefix}-*`;
  const found = await client.indices.getAlias({ index, expand_wildcards: 'all' });
  return Object.keys(found).filter(isOurs).sort();
}
