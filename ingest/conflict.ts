import { basename } from 'node:path';
import { findGenerations, readMeta } from './generation.js';
import type { DataOptions } from './jobs.js';
import { legacyOptions } from './legacy.js';
import { type Provenance, readProvenance, type RememberedOptions } from '../indices/provenance.js';
import { mappingOf, ownFiles } from './provenance.js';
import type { Context } from './resource.js';
import type { ResourceName } from './resourceNames.js';

/** What is known of a live generation. */
export interface Live {
  index: string;
  since: string | undefined;
  options: RememberedOptions;
  /** Files of one's own that it was made from; undefined: nobody knows. */
  own: readonly string[] | undefined;
  /** How these are read. */
  mapping?: string | undefined;
  /** Files of one's own of the generation that a rollback went back from. */
  takenBack?: readonly string[] | undefined;
}

/** A run that would lose what cannot be made again. */
export interface Conflict {
  /** Why the run is not done. */
  refused: string;
  /** Why the resource is left alone. */
  left: string;
}

/** Returns what is known of the live generation of a resource; undefined where nothing is live. */
export async function readLive(
  context: Context,
  name: ResourceName,
  given: DataOptions,
): Promise<Live | undefined> {
  const { live: index, previous } = await findGenerations(
    context.client,
    context.indexPrefix,
    name,
  );
  if (index === undefined) return undefined;
  const meta = await readMeta(context.client, index);
  const provenance = readProvenance(meta);
  if (provenance !== undefined) {
    const { options, live: since } = provenance;
    return {
      index,
      since,
      options,
      own: isKnown(name, provenance) ? ownFiles(provenance) : undefined,
      mapping: mappingOf(provenance),
      takenBack:
        previous === undefined ? undefined : await takenBack(context, provenance, previous),
    };
  }
  const options = await legacyOptions(context, name, meta.recipe, given);
  return { index, since: undefined, options: options ?? {}, own: options && [] };
}

/** Sources that are neither built in nor files of one's own say nothing of places. */
function isKnown(name: ResourceName, provenance: Provenance): boolean {
  const { sources } = provenance;
  if (sources.length === 0) return false;
  if (name !== 'places' || ownFiles(provenance).length > 0) return true;
  return sources.every((source) => 'builtIn' in source);
}

/** The previous generation went live when this one had been made: a rollback went back from it. */
async function takenBack(
  { client }: Context,
  live: Provenance,
  previous: string,
): Promise<string[] | undefined> {
  const provenance = readProvenance(await readMeta(client, previous));
  if (provenance === undefined || provenance.live < live.begun) return undefined;
  return ownFiles(provenance);
}

/** Tells what would be lost; undefined when everything can be made again. */
export function conflictOf(
  name: ResourceName,
  { index, since, own, mapping, takenBack = [] }: Live,
  { placeFile, placeMapping }: DataOptions,
): Conflict | undefined {
  // Their sources cannot be chosen.
  if (name === 'countries' || name === 'markers') return undefined;
  if (own?.length === 0) return takenBack.length > 0 ? lossOf(name, takenBack) : undefined;
  const file = name === 'places' && placeFile !== undefined ? basename(placeFile) : undefined;
  const isNewVersion = file !== undefined && own?.includes(file) === true;
  if (isNewVersion && placeMapping !== undefined && basename(placeMapping) === mapping)
    return undefined;
  const what =
    own === undefined
      ? `of an unknown source, or have settings that an earlier version did not note (${index})`
      : `those of ${own.join(', ')}, live since ${since ?? 'unknown'}`;
  const others =
    file === undefined
      ? `the built-in ones`
      : `those of ${file} by ${basename(placeMapping ?? '')}`;
  const newVersion = `to bring in a new version of that file, give --place-file and --place-mapping, by the same names (${mapping ?? 'no mapping'}); `;
  const sameSettings = name === 'places' ? '' : 'to make them again, give the same settings; ';
  const again = own === undefined ? sameSettings : newVersion;
  const how = `${again}to have ${others} in their stead, give --replace-source`;
  const followers = name === 'places' ? ' (the markers follow them)' : '';
  return {
    refused: `The live ${name} are ${what}, and this run would replace them; nothing was done. What to do: ${how}.`,
    left: `left alone${followers}: they are ${what}; ${how}`,
  };
}

function lossOf(name: ResourceName, files: readonly string[]): Conflict {
  const what = `a rollback went back from those of ${files.join(', ')}, which would be deleted`;
  const how = `to have them live again, \`npm run ingest -- rollback ${name}\`; to go on without them, give --replace-source`;
  return {
    refused: `The live ${name} would be made again: ${what}; nothing was done. What to do: ${how}.`,
    left: `left alone: ${what}; ${how}`,
  };
}
