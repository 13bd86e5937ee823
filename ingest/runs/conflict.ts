import { basename } from 'node:path';
import {
  type Provenance,
  readProvenance,
  type RememberedOptions,
} from '../../indices/provenance.js';
import { findGenerations } from '../generations/generation.js';
import { ownFiles, readMeta, sourceWithRole } from '../generations/provenance.js';
import type { Context, ResourceName } from '../generations/resource.js';
import { type DataOptions, declaredFiles, declares } from './options.js';

/** What a run needs to know of a live generation. */
export interface LiveGeneration {
  index: string;
  since: string | undefined;
  options: RememberedOptions;
  /** The user's own files that it was made from; undefined if nothing says what it was made from. */
  own: readonly string[] | undefined;
  /** The mapping of these files. */
  mapping?: string | undefined;
  /** The sources file that named these files. */
  sourcesFile?: string | undefined;
  /** The user's own files of the generation that a rollback went back from. */
  rolledBack?: readonly string[];
}

/** A run that would lose data of the user that cannot be made again. */
export interface Conflict {
  /** Why the run is refused. */
  refused: string;
  /** Why the resource is left alone. */
  left: string;
}

/** Returns undefined if nothing is live. */
export async function readLive(
  context: Context,
  name: ResourceName,
): Promise<LiveGeneration | undefined> {
  const { live: index, previous } = await findGenerations(context, name);
  if (index === undefined) return undefined;
  const provenance = readProvenance(await readMeta(context.client, index));
  if (provenance === undefined) return { index, since: undefined, options: {}, own: undefined };
  const { options, live: since, sources } = provenance;
  return {
    index,
    since,
    options,
    own: sources.length > 0 ? ownFiles(provenance) : undefined,
    mapping: sourceWithRole(provenance, 'mapping'),
    sourcesFile: sourceWithRole(provenance, 'sources'),
    rolledBack: previous === undefined ? [] : await readRolledBack(context, provenance, previous),
  };
}

/** A rollback went back from the previous generation if that was live after the run of this one began. */
async function readRolledBack(
  { client }: Context,
  live: Provenance,
  previous: string,
): Promise<string[]> {
  const provenance = readProvenance(await readMeta(client, previous));
  return provenance === undefined || provenance.live < live.begun ? [] : ownFiles(provenance);
}

/** Returns undefined if everything that the run replaces can be made again. */
export function conflictOf(
  name: ResourceName,
  live: LiveGeneration,
  given: DataOptions,
): Conflict | undefined {
  const { index, since, own, mapping, sourcesFile, rolledBack = [] } = live;
  const { placeFile, placeMapping = '' } = given;
  if (name === 'markers') return undefined;
  if (own?.length === 0) {
    if (rolledBack.length === 0) return undefined;
    return conflict(
      name,
      `a rollback went back from the ${name} of ${rolledBack.join(', ')}, and this run would delete those`,
      `To make those live again, run \`npm run ingest -- rollback ${name}\`. To delete them, pass --replace-source.`,
    );
  }
  if (isDeclared(name, live, given)) return undefined;
  const file = name === 'places' && placeFile !== undefined ? basename(placeFile) : undefined;
  const isNewVersion = file !== undefined && own?.includes(file) === true;
  if (isNewVersion && basename(placeMapping) === mapping) return undefined;
  const what =
    own === undefined
      ? `nothing says what the live ${name} were made from (${index})`
      : `the live ${name} were made from ${own.join(', ')}, and are live since ${since ?? 'unknown'}`;
  const others =
    file !== undefined
      ? `those of ${file} by ${basename(placeMapping)}`
      : declares(name, given)
        ? `those of ${declaredFiles(name, given).join(', ')}`
        : `the built-in data`;
  const newVersion =
    own === undefined
      ? ''
      : sourcesFile === undefined && name === 'places'
        ? `To load a new version of that file, pass --place-file and --place-mapping with the same file names (${mapping ?? 'no mapping'}). `
        : `To make them again, pass --sources with the file that names them (${sourcesFile ?? 'unknown'}). `;
  return conflict(
    name,
    what,
    `${newVersion}To replace them with ${others}, pass --replace-source.`,
  );
}

function conflict(name: ResourceName, what: string, remedy: string): Conflict {
  const followers = name === 'places' ? ' (the markers follow them)' : '';
  return {
    refused: `This run would replace live data: ${what}. No changes were made. ${remedy}`,
    left: `left alone${followers}: ${what}. ${remedy}`,
  };
}

/**
 * True if a sources file replaces the live data on purpose: it is the same sources file as before,
 * whatever it names now, or it names all files of the live data.
 */
function isDeclared(
  name: ResourceName,
  { own, sourcesFile }: LiveGeneration,
  given: DataOptions,
): boolean {
  if (given.sources === undefined || !declares(name, given)) return false;
  if (sourcesFile === given.sources.file.name) return true;
  const named = declaredFiles(name, given);
  return own?.every((file) => named.includes(file)) === true;
}
