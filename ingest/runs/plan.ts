import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { RefusedError } from '../../core/cli/failure.js';
import {
  type Provenance,
  readProvenance,
  type RememberedOptions,
} from '../../indices/provenance.js';
import { findGenerations } from '../generations/generation.js';
import { ownFiles, readMeta } from '../generations/provenance.js';
import { type Context, RESOURCE_NAMES, type ResourceName } from '../generations/resource.js';
import {
  type DataOptions,
  declaredFiles,
  declares,
  type EffectiveOptions,
  inherit,
  type RunOptions,
} from './options.js';

/** The plan of a run for one resource. */
export interface Step extends EffectiveOptions {
  name: ResourceName;
  /** The generation that was live when the step was planned. */
  live: string | undefined;
  /** Why nothing is done. */
  leftAlone?: string;
}

/** The facts of a live generation on which a run decides. */
export interface LiveGeneration {
  index: string;
  since?: string;
  options: RememberedOptions;
  /** The user's own files that it was made from; absent if nothing says what it was made from. */
  own?: readonly string[] | undefined;
  /** The mapping of these files. */
  mapping?: string | undefined;
  /** The sources file that named these files. */
  sourcesFile?: string | undefined;
  /** The user's own files of the generation that a rollback went back from. */
  rolledBack?: readonly string[];
}

/** A run that would lose data of the user that cannot be made again. */
interface Conflict {
  /** Why the run is refused. */
  refused: string;
  /** Why the resource is left alone. */
  left: string;
}

/**
 * Decides what a run does with each resource, before any change.
 * @throws if it would replace data of other sources
 */
export async function planRun(
  context: Context,
  chosen: readonly ResourceName[],
  given: RunOptions,
): Promise<Step[]> {
  const steps: Step[] = [];
  const refused = new Map<ResourceName, string>();
  for (const name of RESOURCE_NAMES) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const { step, conflict } = await planStep(context, name, given);
    const isMeant =
      (chosen.includes(name) && given.ifNeeded !== true) ||
      given.placeFile !== undefined ||
      declares(name, given);
    if (conflict !== undefined && isMeant) refused.set(name, conflict.refused);
    else if (conflict !== undefined) step.leftAlone = conflict.left;
    steps.push(step);
  }
  if (refused.size === 0) return steps;
  throw new RefusedError([...refused.values()].join('\n'), [...refused.keys()]);
}

/** Checks again, under the lock, because another generation may have been promoted since. */
export async function assertReplaceable(
  context: Context,
  { name, live, options }: Step,
  given: RunOptions,
): Promise<void> {
  if ((await findGenerations(context, name)).live === live) return;
  const { step, conflict } = await planStep(context, name, given);
  if (conflict !== undefined) throw new RefusedError(conflict.refused);
  if (isDeepStrictEqual(step.options, options)) return;
  throw new Error(
    `Another run has promoted ${name} with other settings meanwhile. No changes were made. Start again.`,
  );
}

async function planStep(
  context: Context,
  name: ResourceName,
  given: RunOptions,
): Promise<{ step: Step; conflict: Conflict | undefined }> {
  const live = await readLive(context, name);
  const isProtected = live !== undefined && given.replaceSource !== true;
  return {
    step: { name, live: live?.index, ...inherit(name, given, live?.options) },
    conflict: isProtected ? conflictOf(name, live, given) : undefined,
  };
}

async function readLive(
  { client, indexPrefix }: Context,
  name: ResourceName,
): Promise<LiveGeneration | undefined> {
  const { live: index, previous } = await findGenerations({ client, indexPrefix }, name);
  if (index === undefined) return undefined;
  const provenance = readProvenance(await readMeta(client, index));
  if (provenance === undefined) return { index, options: {} };
  const { options, live: since, sources, begun } = provenance;
  const before = previous && readProvenance(await readMeta(client, previous));
  return {
    index,
    since,
    options,
    own: sources.length > 0 ? ownFiles(provenance) : undefined,
    mapping: sourceWithRole(provenance, 'mapping'),
    sourcesFile: sourceWithRole(provenance, 'sources'),
    // A rollback went back from the previous generation if that was live after this run began.
    rolledBack: before && before.live >= begun ? ownFiles(before) : [],
  };
}

function sourceWithRole({ sources }: Provenance, role: 'mapping' | 'sources'): string | undefined {
  return sources.filter((each) => 'name' in each).find((each) => each.role === role)?.name;
}

/** Returns undefined if everything that the run replaces can be made again. */
export function conflictOf(
  name: ResourceName,
  live: LiveGeneration,
  given: DataOptions,
): Conflict | undefined {
  const { index, since, own, mapping, sourcesFile, rolledBack = [] } = live;
  const { placeFile, placeMapping = '', sources } = given;
  if (name === 'markers') return undefined;
  if (own?.length === 0) {
    if (rolledBack.length === 0) return undefined;
    return conflict(
      name,
      `a rollback went back from the ${name} of ${rolledBack.join(', ')}, and this run would delete those`,
      `To make those live again, run \`npm run ingest -- rollback ${name}\`. To delete them, pass --replace-source.`,
    );
  }
  const isDeclared = declares(name, given);
  const declared = declaredFiles(name, given);
  if (isDeclared) {
    // The same sources file is meant to replace what it made, whatever it names now.
    if (sourcesFile === sources?.file.name) return undefined;
    if (own?.every((file) => declared.includes(file)) === true) return undefined;
  }
  const file = name === 'places' && placeFile !== undefined ? basename(placeFile) : undefined;
  const isNewVersion = file !== undefined && own?.includes(file) === true;
  if (isNewVersion && basename(placeMapping) === mapping) return undefined;
  const others =
    file !== undefined
      ? `those of ${file} by ${basename(placeMapping)}`
      : isDeclared
        ? `those of ${declared.join(', ')}`
        : `the built-in data`;
  const replacing = `To replace them with ${others}, pass --replace-source.`;
  if (own === undefined) {
    const what = `nothing says what the live ${name} were made from (${index})`;
    return conflict(name, what, replacing);
  }
  const newVersion =
    sourcesFile === undefined && name === 'places'
      ? `To load a new version of that file, pass --place-file and --place-mapping with the same file names (${mapping ?? 'no mapping'}).`
      : `To make them again, pass --sources with the file that names them (${sourcesFile ?? 'unknown'}).`;
  return conflict(
    name,
    `the live ${name} were made from ${own.join(', ')}, and are live since ${since ?? 'unknown'}`,
    `${newVersion} ${replacing}`,
  );
}

function conflict(name: ResourceName, what: string, remedy: string): Conflict {
  const followers = name === 'places' ? ' (the markers follow them)' : '';
  return {
    refused: `This run would replace live data: ${what}. No changes were made. ${remedy}`,
    left: `left alone${followers}: ${what}. ${remedy}`,
  };
}
