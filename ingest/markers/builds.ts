import type { Client } from '@elastic/elasticsearch';
import { counted } from '../../core/cli/counted.js';
import { indexExists } from '../../core/elasticsearch/ensureIndex.js';
import { isErrorOfType } from '../../core/elasticsearch/failures.js';
import { generationIndex, liveAlias } from '../../core/elasticsearch/names.js';
import type { Waiting } from '../../core/elasticsearch/retry.js';
import { storedPages } from '../../core/elasticsearch/storedPages.js';
import { type BuildDocument, builds } from '../../indices/builds.js';
import { markers } from '../../indices/markers.js';
import { settingsOf } from '../generations/creation.js';
import { findGenerations, loadingAlias } from '../generations/generation.js';
import type { Context } from '../generations/resource.js';
import { sendBatch } from '../load/bulk.js';
import { assertNothingBuilt, mayHoldBuilds } from './resource.js';

const PAGE = 5_000;

/**
 * Creates the index of what the game builds, unless it is there, and gives it its alias. Earlier versions stored
 * builds in the live markers: they are copied, and the API of those versions can write no more. Needs the lock
 * of the markers.
 * @throws if not all builds were copied, or an index of earlier markers has lost its alias; the index of builds has
 * no alias then, and the next call goes on
 */
export async function ensureBuilds(context: Context, waiting: Waiting): Promise<void> {
  const { client, indexPrefix } = context;
  const alias = liveAlias(indexPrefix, builds.resource);
  if (await hasBuilds(context)) return;
  const { live, leftovers } = await findGenerations(context, markers.resource);
  for (const each of leftovers) await assertNothingBuilt(context, each);
  const found = await findUnnamed(client, alias);
  const isNew = found === undefined;
  const index = found ?? (await create(context));
  // An index without the loading alias is complete. Builds that were cleared since must not be copied again.
  const isLoading = await client.indices.existsAlias({ index, name: loadingAlias(index) });
  const copied = live && isLoading ? await copyBuilds(context, live, index, waiting) : 0;
  const actions = [
    { add: { index, alias } },
    { remove: { index, alias: loadingAlias(index), must_exist: false } },
  ];
  await client.indices.updateAliases({ actions });
  if (copied > 0)
    waiting.progress.note(`${counted(copied, 'built marker')} copied from ${live} to ${index}`);
  else if (isNew && live !== undefined)
    waiting.progress.note(`no index of builds was found, so ${index} is empty. If the game has built anything, restore a backup (docs/backup.md)`); // prettier-ignore
}

/** True if the index of builds is there. */
export function hasBuilds({ client, indexPrefix }: Context): Promise<boolean> {
  return indexExists(client, liveAlias(indexPrefix, builds.resource));
}

/**
 * Returns an index of builds without the alias: its creation was interrupted, or it has lost the alias. Its
 * builds may exist nowhere else.
 */
async function findUnnamed(client: Client, alias: string): Promise<string | undefined> {
  const found = await client.indices.getAlias({ index: `${alias}-g*`, expand_wildcards: 'all' });
  const [index, ...others] = Object.keys(found);
  if (others.length === 0) return index;
  throw new Error(
    `${[index, ...others].join(' and ')} may both hold builds, and none has the alias ${alias}. Give it to the right one: POST /_aliases.`,
  );
}

async function create(context: Context): Promise<string> {
  const { client, indexPrefix } = context;
  const index = generationIndex(indexPrefix, builds.resource, new Date());
  const { shards, replicas } = settingsOf(context, builds.resource);
  const settings = { ...shards, ...replicas };
  try {
    const aliases = { [loadingAlias(index)]: {} };
    await client.indices.create({ index, aliases, mappings: builds.mappings, settings });
  } catch (error) {
    // An attempt whose answer was lost has created it: under the lock, nobody else could.
    if (!isErrorOfType(error, 'resource_already_exists_exception')) throw error;
  }
  return index;
}

/** @returns the number of builds in an index of markers */
async function copyBuilds(
  { client }: Context,
  from: string,
  to: string,
  waiting: Waiting,
): Promise<number> {
  if (!(await mayHoldBuilds(client, from))) return 0;
  // From here on, no process of the earlier version acknowledges a build that would not be copied.
  await client.indices.addBlock({ index: from, block: 'write' });
  await client.indices.refresh({ index: from });
  const query = { exists: { field: 'season' } };
  const { count } = await client.count({ index: from, query });
  const target = { client, index: to, alias: loadingAlias(to), ...waiting };
  for await (const page of storedPages<BuildDocument>(client, from, { size: PAGE, query })) {
    const actions = page.map(({ _id: id = '', _source: document }) => ({
      id,
      origin: { file: from, line: 0, id },
      // A build that is there already is newer.
      lines: `${JSON.stringify({ create: { _id: id } })}\n${JSON.stringify(document)}\n`,
    }));
    const [rejection] = await sendBatch(target, actions);
    if (rejection !== undefined)
      throw new Error(`The build of ${rejection.action.id} cannot be copied: ${rejection.reason}.`);
  }
  await client.indices.refresh({ index: to });
  const { count: there } = await client.count({ index: to });
  if (there >= count) return count;
  throw new Error(
    `Only ${there} of ${counted(count, 'built marker')} of ${from} are in ${to}. Nothing is lost. Run \`npm run ingest -- markers\` again.`,
  );
}
