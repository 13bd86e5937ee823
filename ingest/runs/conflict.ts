import { basename } from 'node:path';
import { findGenerations, readMeta } from '../generations/generation.js';
import type { DataOptions } from './jobs.js';
import {
  type Provenance,
  readProvenance,
  type RememberedOptions,
  type Source,
} from '../../indices/provenance.js';
import { mappingOf, ownFiles, sourcesFileOf } from '../generations/provenance.js';
import type { Context } from '../generations/resource.js';
import type { ResourceName } from '../generations/resourceNames.js';
import { declaredFiles, declares } from '../sources/withSources.js';

/** What is known of a live generation. */
export interface Live {
  index: string;
  since: string | undefined;
  options: RememberedOptions;
  /** Files of one's own that it was made from; undefined: nobody knows. */
  own: readonly string[] | undefined;
  /** How these are read. */
  mapping?: string | undefined;
  /** The sources file that named them. */
  sourcesFile?: string | undefined;
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
export async function readLive(context: Context, name: ResourceName): Promise<Live | undefined> {
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
      sourcesFile: sourcesFileOf(provenance),
      takenBack:
        previous === undefined ? undefined : await takenBack(context, provenance, previous),
    };
  }
  return { index, since: undefined, options: {}, own: undefined };
}

/** Sources that are neither built in nor files of one's own say nothing of places. */
function isKnown(name: ResourceName, provenance: Provenance): boolean {
  const { sources } = provenance;
  if (sources.length === 0) return false;
  if (name !== 'places' || ownFiles(provenance).length > 0) return true;
  return sources.every((source) => 'builtIn' in source || isSourcesFile(source));
}

function isSourcesFile(source: Source): boolean {
  return 'role' in source && source.role === 'sources';
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
  live: Live,
  given: DataOptions,
): Conflict | undefined {
  const { index, since, own, mapping, sourcesFile, takenBack = [] } = live;
  const { placeFile, placeMapping } = given;
  if (name === 'markers') return undefined;
  // Those of earlier versions are built in: there was no choice.
  if (name === 'countries' && own === undefined) return undefined;
  if (own?.length === 0) return takenBack.length > 0 ? lossOf(name, takenBack) : undefined;
  if (isDeclared(name, live, given)) return undefined;
  const file = name === 'places' && placeFile !== undefined ? basename(placeFile) : undefined;
  const isNewVersion = file !== undefined && own?.includes(file) === true;
  if (isNewVersion && placeMapping !== undefined && basename(placeMapping) === mapping)
    return undefined;
  const what =
    own === undefined
      ? `of an unknown source, or have settings that an earlier version did not note (${index})`
      : `those of ${own.join(', ')}, live since ${since ?? 'unknown'}`;
  const others =
    file !== undefined
      ? `those of ${file} by ${basename(placeMapping ?? '')}`
      : declares(name, given)
        ? `those of ${declaredFiles(name, given).join(', ')}`
        : `the built-in ones`;
  const newVersion =
    sourcesFile === undefined && name === 'places'
      ? `to bring in a new version of that file, give --place-file and --place-mapping, by the same names (${mapping ?? 'no mapping'}); `
      : `to make them again, give --sources with the file that names them (${sourcesFile ?? 'none is known'}); `;
  const sameSettings = name === 'places' ? '' : 'to make them again, give the same settings; ';
  const again = own === undefined ? sameSettings : newVersion;
  const how = `${again}to have ${others} in their stead, give --replace-source`;
  const followers = name === 'places' ? ' (the markers follow them)' : '';
  return {
    refused: `The live ${name} are ${what}, and this run would replace them; nothing was done. What to do: ${how}.`,
    left: `left alone${followers}: they are ${what}; ${how}`,
  };
}

/**
 * Tells whether a sources file says on purpose what comes in the place of what is live: it is the
 * one that said so before, whatever it names by now, or it names all that is live is made of.
 */
function isDeclared(name: ResourceName, { own, sourcesFile }: Live, given: DataOptions): boolean {
  if (given.sources === undefined || !declares(name, given)) return false;
  if (sourcesFile === given.sources.file.name) return true;
  const named = declaredFiles(name, given);
  return own?.every((file) => named.includes(file)) === true;
}

function lossOf(name: ResourceName, files: readonly string[]): Conflict {
  const what = `a rollback went back from those of ${files.join(', ')}, which would be deleted`;
  const how = `to have them live again, \`npm run ingest -- rollback ${name}\`; to go on without them, give --replace-source`;
  return {
    refused: `The live ${name} would be made again: ${what}; nothing was done. What to do: ${how}.`,
    left: `left alone: ${what}; ${how}`,
  };
}
