import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, TransportRequestOptions } from '@elastic/elasticsearch';
import { intersection } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
import { VERSION } from '../../core/version.js';
import { PROVENANCE } from '../../indices/definition.js';
import {
  type Counts,
  type Provenance,
  readProvenance,
  type Source,
} from '../../indices/provenance.js';
import { findGenerations } from './generation.js';
import type { Context, Resource } from './resource.js';

/** The inputs of an index. Other inputs make another stamp. */
export type Inputs = Pick<Resource, 'definition' | 'recipe' | 'sources' | 'stamp'>;

type Meta = Readonly<Record<string, unknown>>;

/** All code that decides what documents look like. */
const CODE = ['..', '../../indices', '../../core'].map((folder) =>
  join(import.meta.dirname, folder),
);

/** Hashes all code files, so that nobody has to count a version up. A process keeps the code that it started with. */
const codeOfThisProcess = once(() => {
  const hash = createHash('sha256');
  for (const folder of CODE) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.[jt]s$/.test(name)).sort())
      hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex');
});

/** Returns the stamp of an index with these inputs, for the `_meta` of its mapping. Names of files do not count. */
async function stampOf(inputs: Inputs): Promise<string> {
  const { definition, recipe, stamp } = inputs;
  if (stamp !== undefined) return stamp;
  const { mappings, settings } = definition;
  const content = ((await inputs.sources?.()) ?? []).flatMap((each) => {
    if ('generation' in each) return each.generation;
    // The sources file is judged by what it says of the resource, which is in the recipe.
    return each.role === 'sources' ? [] : each.sha256;
  });
  const all = JSON.stringify([codeOfThisProcess(), mappings, settings, recipe, content]);
  return createHash('sha256').update(all).digest('hex');
}

/** True if this very code made the live generation from the same content with the same settings. */
export async function isCurrent(context: Context, inputs: Inputs): Promise<boolean> {
  const { live } = await findGenerations(context, inputs.definition.resource);
  if (live === undefined) return false;
  return (await readMeta(context.client, live)).stamp === (await stampOf(inputs));
}

/** Returns the provenance of a generation that is promoted or held now. */
export async function provenanceOf(
  { sources, options, borders }: Pick<Resource, 'sources' | 'options' | 'borders'>,
  counts: Counts,
  begun: Date,
): Promise<Provenance> {
  return {
    sources: (await sources?.()) ?? [],
    options: options ?? {},
    counts,
    begun: begun.toISOString(),
    live: new Date().toISOString(),
    version: VERSION,
    ...(borders !== undefined && { borders }),
  };
}

/**
 * Writes the provenance of a complete index into its `_meta`.
 * @param notes further members of the `_meta`
 */
export async function remember(
  client: Client,
  index: string,
  provenance: Provenance,
  inputs: Inputs,
  notes: Meta,
): Promise<void> {
  const _meta = { stamp: await stampOf(inputs), ...notes, [PROVENANCE]: provenance };
  await client.indices.putMapping({ index, _meta });
}

/**
 * Writes the time into the provenance of a complete generation that is about to be promoted. The note
 * of a held one stays, so that an interrupted promotion can be repeated.
 */
export async function rememberPromotion(client: Client, index: string): Promise<void> {
  const meta = await readMeta(client, index);
  const provenance = readProvenance(meta);
  if (provenance === undefined) return;
  const now = { ...provenance, live: new Date().toISOString() };
  const note = readHeldNote(meta);
  const held = note && { [HELD]: { ...note, mayBeLive: true } satisfies HeldNote };
  await client.indices.putMapping({ index, _meta: { ...meta, ...held, [PROVENANCE]: now } });
}

/** Reads the `_meta` of an index, which anybody could have written. */
export async function readMeta(
  client: Client,
  index: string,
  options?: TransportRequestOptions,
): Promise<Record<string, unknown>> {
  const mapping = (await client.indices.getMapping({ index }, options))[index];
  return mapping?.mappings._meta ?? {};
}

/** The member of the `_meta` of a generation that is, or was, held. */
const HELD = 'held';

/** The circumstances in which a held generation passed its gate. */
interface HeldNote {
  /** The generation that was live then. */
  beside?: unknown;
  /** `--replace-source` was given. */
  replaceSource?: unknown;
  /** Its promotion has begun. */
  mayBeLive?: unknown;
}

export function heldNote(beside: string | undefined, replaceSource: boolean | undefined): Meta {
  return { [HELD]: { beside, replaceSource } satisfies HeldNote };
}

/** Reads the note from a `_meta`, which anybody could have written. Undefined: it was never held. */
export function readHeldNote(meta: Meta): HeldNote | undefined {
  const note = meta[HELD];
  return typeof note === 'object' && note !== null ? note : undefined;
}

/** Returns the names of the user's own data files among the sources, without their mapping. */
export function ownFiles({ sources }: Pick<Provenance, 'sources'>): string[] {
  return sources.flatMap((each) => {
    const isData = 'name' in each && (each.role === undefined || each.role === 'changes');
    return isData && each.builtIn === undefined ? [each.name] : [];
  });
}

/** Returns the generation of another resource among the sources. */
export function originOf(sources: readonly Source[] = []): string | undefined {
  return sources.find((source) => 'generation' in source)?.generation;
}

/** True for generations that the same sources file made, or files of the same name. */
export function areOfSameSources(
  one: Pick<Provenance, 'sources'>,
  other: Pick<Provenance, 'sources'>,
): boolean {
  const file = nameWithRole(one, 'sources');
  if (file !== undefined && file === nameWithRole(other, 'sources')) return true;
  return intersection(ownFiles(one), ownFiles(other)).length > 0;
}

/** Returns the name of the file that describes other sources. */
export function nameWithRole(
  { sources }: Pick<Provenance, 'sources'>,
  role: 'mapping' | 'sources',
): string | undefined {
  return sources.filter((each) => 'name' in each).find((each) => each.role === role)?.name;
}
