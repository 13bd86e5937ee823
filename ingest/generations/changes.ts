import { partition } from 'es-toolkit/array';
import type { Provenance } from '../../indices/provenance.js';
import { VERSION } from '../../core/version.js';
import type { IndexDefinition } from '../../indices/definition.js';
import { unfitFields } from '../../indices/unfitFields.js';
import { type DataFile, sourcesOf } from '../files/dataFile.js';
import type { ExpectedRejects } from '../load/reasons.js';
import type { Outcome } from '../load/outcome.js';
import { Coordinates } from '../reference/coordinates.js';
import { runOfRows } from '../load/source.js';
import { findGenerations } from './generation.js';
import { assertStillLive } from './promotion.js';
import { isOfChanges, readNote } from './provenance.js';
import type { Context, Resource, Run } from './resource.js';

/** Files of changes that a generation remembers. The history has all of them. */
const MAX_REMEMBERED = 100;

/** The live generation that changes are applied to. */
export interface Base {
  index: string;
  provenance: Provenance;
  /** A copy with changes keeps it, so that a run of unchanged data keeps the changes. */
  stamp: string | undefined;
}

/** There is nothing to change. */
export class NoChanges extends Error {}

/** Changes, read and checked. */
interface ReadChanges<Document extends { id: string }> extends Pick<
  Run<Document>,
  'afterPromotion'
> {
  /** The ids of all documents that change, with those that are new or deleted. */
  ids: readonly string[];
  /** How many of them are live. */
  live: number;
  /** Documents to write, and rejected rows. */
  outcomes: readonly Outcome<Document>[];
  notes: readonly string[];
  /** The shares of rows that may be rejected, by reason. */
  shares?: ExpectedRejects['shares'] | undefined;
}

/** @throws if changes cannot be applied to what is live */
export async function readBase(
  context: Context,
  { resource, mappings }: IndexDefinition,
): Promise<Base> {
  const { live: index } = await findGenerations(context, resource);
  const { provenance, stamp } = index ? await readNote(context.client, index) : {};
  if (index && provenance?.version === VERSION) {
    const { [index]: stored } = await context.client.indices.getMapping({ index });
    const unfit = unfitFields(mappings.properties, stored?.mappings.properties);
    if (unfit.length === 0) return { index, provenance, stamp };
    // A copy has the fields of its original.
    throw new Error(
      `${index} takes no changes, because it lacks fields of this version (${unfit.join(', ')}). Run \`npm run ingest -- ${resource}\` first.`,
    );
  }
  const made = `${index} was made by ${provenance ? `version ${provenance.version}` : 'an unknown version'} of the service, and this is ${VERSION}`;
  throw new Error(
    `${index ? made : `Nothing is live of ${resource}`}. Run \`npm run ingest -- ${resource}\` first.`,
  );
}

/** Returns the resource that is made of a copy of its live generation, and changes. */
export function changedResource<Document extends { id: string }>(
  definition: IndexDefinition,
  { index, stamp, provenance: { sources, options } }: Base,
  files: readonly DataFile[],
  read: (context: Context, coordinates: Coordinates) => Promise<ReadChanges<Document>>,
): Resource<Document> {
  const [earlier, original] = partition(sources, isOfChanges);
  return {
    definition,
    recipe: { changed: 'true' },
    stamp,
    sources: async () => [
      ...original,
      ...earlier.slice(-MAX_REMEMBERED),
      ...(await sourcesOf({ files })).map((file) => ({ ...file, role: 'changes' as const })),
    ],
    options,
    async begin(context) {
      await assertStillLive(context, definition.resource, index);
      const coordinates = new Coordinates();
      const { ids, live, notes, shares = {}, ...changes } = await read(context, coordinates);
      if (ids.length === 0 && changes.outcomes.length === 0)
        throw new NoChanges(['nothing to change', ...notes].join('; '));
      const written = new Set(
        changes.outcomes.map((each) => 'document' in each && each.document.id),
      );
      const without = ids.filter((id) => !written.has(id));
      const { count } = await context.client.count({ index });
      const paths = files.map(({ file }) => file);
      const file = paths.join(', ');
      const rows = changes.outcomes.length;
      const expected = () => [{ file, files: paths, rows, shares }];
      const source = { file, files, expectedRows: rows, notes: () => notes, expected };
      const run = runOfRows(source, coordinates);
      return {
        ...run,
        ...changes,
        copy: { of: index, changed: ids, without, kept: count - live },
      };
    },
  };
}
