import { UsageError } from '../../core/cli/failure.js';
import { isGenerationIndex, liveAlias } from '../../core/elasticsearch/names.js';
import { runs } from '../../indices/runs.js';
import { tokenNames, tokens, tokenUses } from '../../indices/tokens.js';
import { cityIdsIndex } from '../cities/registry.js';
import { type LockOptions, locksIndex, withLock } from '../generations/lock.js';
import { type Context, RESOURCE_NAMES } from '../generations/resource.js';

/**
 * Deletes all indices of a prefix, with their aliases: generations, markers, city ids, history and tokens.
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
  if (confirmed !== undefined && confirmed !== indexPrefix) {
    throw new UsageError(
      `--confirm ${confirmed} does not repeat INDEX_PREFIX, which is ${indexPrefix}. No changes were made.`,
    );
  }
  const found = await findIndices(context);
  if (found.length === 0) return [];
  if (confirmed === undefined) {
    throw new UsageError(
      [
        `This would delete all data of the prefix ${indexPrefix}, with its markers, history and tokens:`,
        ...found.map((index) => `- ${index}`),
        `No changes were made. To delete them, pass --confirm ${indexPrefix}.`,
      ].join('\n'),
    );
  }
  const remove = async (): Promise<void> => {
    const index = (await findIndices(context)).filter((each) => each !== locksIndex(indexPrefix));
    if (index.length > 0) await client.indices.delete({ index });
  };
  const locked = RESOURCE_NAMES.reduceRight(
    (work, name) => () => withLock(context, name, options, work),
    remove,
  );
  await locked();
  // Without locks now: a run that has begun meanwhile keeps its own.
  const index = locksIndex(indexPrefix);
  await client.indices.refresh({ index });
  const { count } = await client.count({ index });
  if (count === 0) await client.indices.delete({ index });
  return found;
}

/** Returns the indices that the service made with this prefix, and none of a prefix that begins alike. */
async function findIndices({ client, indexPrefix }: Context): Promise<string[]> {
  const others = [
    cityIdsIndex(indexPrefix),
    locksIndex(indexPrefix),
    ...[runs, tokens, tokenNames, tokenUses].map(({ resource }) =>
      liveAlias(indexPrefix, resource),
    ),
  ];
  const index = `${indexPrefix}-*`;
  const found = await client.indices.getAlias({ index, expand_wildcards: 'all' });
  return Object.keys(found)
    .filter(
      (name) =>
        others.includes(name) ||
        RESOURCE_NAMES.some((resource) => isGenerationIndex(indexPrefix, resource, name)),
    )
    .sort();
}
