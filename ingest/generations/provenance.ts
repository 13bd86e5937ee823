import { createHash } from 'node:crypto';
import type { Client, TransportRequestOptions } from '@elastic/elasticsearch';
import { intersection } from 'es-toolkit/array';
import Joi from 'joi';
import { VERSION } from '../../core/version.js';
import {
  type Counts,
  type Provenance,
  readProvenance,
  type Source,
} from '../../indices/provenance.js';
import { codeOf } from './code.js';
import { findGenerations } from './generation.js';
import type { Context, Resource } from './resource.js';

/** The inputs of an index. Other inputs make another stamp. */
export type Inputs = Pick<Resource, 'definition' | 'recipe' | 'sources' | 'stamp' | 'isReady'>;

/** Returns the stamp of an index with these inputs, for the `_meta` of its mapping. Names of files do not count. */
async function stampOf(inputs: Inputs): Promise<string> {
  const { definition, recipe, stamp } = inputs;
  if (stamp !== undefined) return stamp;
  const { resource, mappings, settings } = definition;
  const content = ((await inputs.sources?.()) ?? []).flatMap((each) => {
    if ('generation' in each) return each.generation;
    // The sources file is judged by what it says of the resource, which is in the recipe.
    return each.role === 'sources' ? [] : each.sha256;
  });
  const all = JSON.stringify([codeOf(resource), mappings, settings, recipe, content]);
  return createHash('sha256').update(all).digest('hex');
}

/** True if the code of today would make the live generation again: of the same content, with the same settings. */
export async function isCurrent(context: Context, inputs: Inputs): Promise<boolean> {
  const { live } = await findGenerations(context, inputs.definition.resource);
  if (live === undefined || (await inputs.isReady?.(context)) === false) return false;
  return (await readNote(context.client, live)).stamp === (await stampOf(inputs));
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

/** The note of a complete generation: the `_meta` of its mapping. */
export interface Note {
  /** `live` from its promotion on: its data may exist nowhere else. `held` until then. */
  state?: 'held' | 'live';
  /** Identifies all inputs. */
  stamp?: string;
  /** If it is, or was, held: the generation that was live when it passed its checks. */
  beside?: string | undefined;
  /** It was held with `--replace-source`. */
  replaceSource?: boolean | undefined;
  /** Undefined: nothing says how it was made. */
  provenance?: Provenance;
}

const schema = Joi.object<Omit<Note, 'provenance'>>({
  state: Joi.valid('held', 'live'),
  stamp: Joi.string(),
  beside: Joi.string(),
  replaceSource: Joi.boolean(),
});

/** Reads the note from a `_meta`, which anybody could have written. Leaves out what is malformed. */
export function noteOf(meta: unknown): Note {
  const stored = { ...(meta as object | undefined) } as { held?: { mayBeLive?: unknown } };
  const provenance = readProvenance(stored);
  // Earlier versions had a member for the held ones.
  const { held } = stored;
  const note = held
    ? { ...stored, ...held, state: held.mayBeLive === true ? 'live' : 'held' }
    : stored;
  const checked = schema.validate(note, { convert: false, stripUnknown: true });
  return { ...(checked.error === undefined && checked.value), ...(provenance && { provenance }) };
}

/** Reads the note of a generation. */
export async function readNote(
  client: Client,
  index: string,
  options?: TransportRequestOptions,
): Promise<Note> {
  const mapping = (await client.indices.getMapping({ index }, options))[index];
  return noteOf(mapping?.mappings._meta);
}

/** Writes the note of a complete generation. */
export async function writeNote(
  client: Client,
  index: string,
  inputs: Inputs,
  note: Omit<Note, 'stamp'>,
): Promise<void> {
  const _meta = { stamp: await stampOf(inputs), ...note };
  await client.indices.putMapping({ index, _meta });
}

/**
 * Notes that a complete generation is about to be promoted. What a held one remembers stays, so that an interrupted
 * promotion can be repeated.
 */
export async function rememberPromotion(client: Client, index: string): Promise<void> {
  const note = await readNote(client, index);
  if (note.provenance === undefined) return;
  const provenance = { ...note.provenance, live: new Date().toISOString() };
  const _meta = { ...note, state: 'live', provenance } satisfies Note;
  await client.indices.putMapping({ index, _meta });
}

/**
 * Notes that a generation was not promoted after all, before it is deleted. Otherwise an interrupted deletion would
 * leave data that says it was live.
 */
export async function forgetPromotion(
  client: Client,
  index: string,
  options?: TransportRequestOptions,
): Promise<void> {
  const note = await readNote(client, index, options);
  if (note.state !== 'live') return;
  const _meta = { ...note, state: 'held' } satisfies Note;
  await client.indices.putMapping({ index, _meta }, options);
}

/** Returns the names of the user's own data files among the sources, without their mapping. */
export function ownFiles({ sources }: Pick<Provenance, 'sources'>): string[] {
  return sources.flatMap((each) => {
    const isData = 'name' in each && (each.role === undefined || each.role === 'changes');
    return isData && each.builtIn === undefined ? [each.name] : [];
  });
}

/** True for a file of changes among the sources of a generation. */
export function isOfChanges(source: Source): boolean {
  return 'role' in source && source.role === 'changes';
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
