import { silentProgress } from '../../../core/cli/progress.js';
import { type Check, type Loaded, runChecks } from '../../../ingest/generations/checks/check.js';
import { liveToCompare } from '../../../ingest/generations/checks/checks.js';
import { loadingAlias } from '../../../ingest/generations/generation.js';
import { provenanceOf, writeNote } from '../../../ingest/generations/provenance.js';
import type { Context, Resource } from '../../../ingest/generations/resource.js';
import { load } from '../../../ingest/load/load.js';

/** More documents than a test writes. */
const MOST = 10_000;

type Options = Partial<Pick<Loaded, 'allowShrink' | 'allowChange' | 'allowOlder' | 'isTrusted' | 'limits'>> & { replaceSource?: boolean }; // prettier-ignore

/** Returns the complaints about a resource that was just loaded. */
type CheckAgainst = (next: Resource, options?: Options) => Promise<string[]>;

/**
 * Stores a resource as if it was live, and returns a function that runs a check of others as if they were just loaded.
 * All are written into the same two indices, because a generation costs ten times as much as its documents.
 * @param live undefined: nothing is live
 */
export async function against(
  context: Context,
  check: Check<Loaded>,
  live: Resource | undefined,
): Promise<CheckAgainst> {
  const before = live && (await write(context, live, 'live'));
  if (live && before) {
    const { rows, indexed, rejected } = before.report;
    const provenance = await provenanceOf(live, { rows, indexed, rejected }, new Date());
    await writeNote(context.client, before.index, live, { state: 'live', provenance });
  }
  return async (next, options = {}) => {
    const loaded = await write(context, next, 'next');
    const { complaints } = await runChecks([check], {
      ...options,
      ...loaded,
      ...{ context, name: next.definition.resource, kept: 0, options: next.options },
      sources: options.replaceSource ? [] : ((await next.sources?.()) ?? []),
      live: await liveToCompare(context, before?.index, options),
    });
    return complaints;
  };
}

/** Writes the documents of a resource in the place of those that an index has. */
async function write(context: Context, resource: Resource, role: 'live' | 'next') {
  const { client, indexPrefix } = context;
  const { resource: name, mappings, settings } = resource.definition;
  const index = `${indexPrefix}-${role}-${name}`;
  const alias = loadingAlias(index);
  if (!(await client.indices.exists({ index })))
    await client.indices.create({ index, mappings, settings, aliases: { [alias]: {} } });
  const { hits } = await client.search({ index, size: MOST, _source: false });
  const without = hits.hits.map(({ _id: id = '' }) => id);
  const run = await resource.begin(context);
  const report = await load({ client, resource: name, index, alias, without }, run, { progress: silentProgress }); // prettier-ignore
  await client.indices.refresh({ index });
  return { index, run, report, count: report.indexed };
}
