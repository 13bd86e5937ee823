import { mapAsync, partition } from 'es-toolkit/array';
import { readProvenance, type Provenance } from '../../indices/provenance.js';
import { VERSION } from '../../core/version.js';
import type { IndexDefinition } from '../../indices/definition.js';
import type { DataFile } from '../files/dataFile.js';
import type { Outcome } from '../load/outcome.js';
import { findGenerations } from './generation.js';
import { assertStillLive } from './promotion.js';
import { readMeta } from './provenance.js';
import type { Context, Resource, Run } from './resource.js';

/** Files of changes that a generation remembers. The history has all of them. */
const MAX_REMEMBERED = 100;

/** The live generation that changes are applied to. */
export interface Base {
  index: string;
  provenance: Provenance;
}

/** There is nothing to change. */
export class NoChanges extends Error {}

/** Changes of a generation, read and checked. */
export interface ReadChanges<Document> {
  /** The ids of all documents that change, with those that are new or deleted. */
  ids: readonly string[];
  /** How many of them are live. */
  live: number;
  /** Documents to write, and rejected rows. */
  outcomes: readonly Outcome<Document>[];
  notes: readonly string[];
  gate?: Run<{ id: string }>['gate'];
  beforePromotion?: Run<{ id: string }>['beforePromotion'];
}

/** @throws if changes cannot be applied to what is live */
export async function readBase(context: Context, resource: string): Promise<Base> {
  const { live: index } = await findGenerations(context, resource);
  const remedy = `Run \`npm run ingest -- ${resource}\` first.`;
  if (index === undefined) throw new Error(`Nothing is live of ${resource}. ${remedy}`);
  const provenance = readProvenance(await readMeta(context.client, index));
  if (provenance?.version === VERSION) return { index, provenance };
  throw new Error(
    `${index} was made by ${provenance ? `version ${provenance.version}` : 'an unknown version'} of the service, and this is ${VERSION}. ${remedy}`,
  );
}

/** Returns the resource that is made of a copy of its live generation, and changes. */
export function changedResource<Document extends { id: string }>(
  definition: IndexDefinition,
  { index, provenance }: Base,
  files: readonly DataFile[],
  read: (context: Context) => Promise<ReadChanges<Document>>,
): Resource<Document> {
  const { sources, options } = provenance;
  const [earlier, original] = partition(
    sources,
    (each) => 'role' in each && each.role === 'changes',
  );
  return {
    definition,
    recipe: { changed: 'true' },
    sources: () => [
      ...original,
      ...earlier.slice(-MAX_REMEMBERED),
      ...files.map((file) => ({ ...file.source(), role: 'changes' as const })),
    ],
    options,
    async begin(context) {
      await assertStillLive(context, definition.resource, index);
      const { ids, live, outcomes, notes, gate, beforePromotion } = await read(context);
      if (ids.length === 0 && outcomes.length === 0)
        throw new NoChanges(['nothing to change', ...notes].join('; '));
      const { count } = await context.client.count({ index });
      return {
        expectedRows: outcomes.length,
        outcomes,
        copy: { of: index, without: ids, kept: count - live },
        notes: () => notes,
        gate: async (made) => [
          ...(await mapAsync(files, (file) => file.complaints())).flat(),
          ...((await gate?.(made)) ?? []),
        ],
        ...(beforePromotion && { beforePromotion }),
      };
    },
  };
}
