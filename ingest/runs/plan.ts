import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { RefusedError } from '../../core/cli/failure.js';
import { readProvenance, type RememberedOptions } from '../../indices/provenance.js';
import { findGenerations } from '../generations/generation.js';
import { nameWithRole, ownFiles, readMeta } from '../generations/provenance.js';
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
  /** Why a dry run or a held generation could not go live as it is. */
  note?: string;
}

/** The facts of a live generation on which a run decides. */
export interface LiveGeneration {
  index: string;
  isPinned?: boolean;
  since?: string;
  options: RememberedOptions;
  /** The user's own files that it was made from; absent if nothing says what it was made from. */
  own?: readonly string[] | undefined;
  /** The mapping of these files. */
  mapping?: string | undefined;
  /** The sources file that named these files. */
  sourcesFile?: string | undefined;
}

/** Why a run must not replace what is live: it is pinned, or the user's data. */
interface Conflict {
  /** Why the run is refused. */
  refused: string;
  /** Why the resource is left alone. */
  left: string;
  isPin?: true;
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
    const isNamed =
      (chosen.includes(name) && given.ifNeeded !== true) ||
      (name === 'places' && given.placeFile !== undefined);
    const isMeant = isNamed || (declares(name, given) && conflict?.isPin !== true);
    if (conflict !== undefined && !isMeant) step.leftAlone = conflict.left;
    else if (conflict !== undefined && isReplacing(given)) refused.set(name, conflict.refused);
    else if (conflict !== undefined) step.note = conflict.left.replace(/^left alone/, 'cannot be promoted as it is'); // prettier-ignore
    steps.push(step);
  }
  if (refused.size === 0) return steps;
  throw new RefusedError([...refused.values()].join('\n'), [...refused.keys()]);
}

/** Checks again, under the lock, because what is live may have been replaced, pinned or removed since. */
export async function assertReplaceable(
  context: Context,
  { name, live, options }: Step,
  given: RunOptions,
): Promise<void> {
  const { step, conflict } = await planStep(context, name, given);
  if (conflict !== undefined && isReplacing(given)) throw new RefusedError(conflict.refused);
  if (live !== undefined && step.live === undefined)
    throw new Error(`${live} has been removed meanwhile. No changes were made. Start again.`);
  if (step.live === live || isDeepStrictEqual(step.options, options)) return;
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
  const replaced = isProtected ? conflictOf(name, live, given) : undefined;
  return {
    step: { name, live: live?.index, ...inherit(name, given, live?.options) },
    conflict: live?.isPinned ? pinConflict(name, live.index) : replaced,
  };
}

/** A dry run and `--hold` replace nothing. */
function isReplacing({ dryRun, hold }: RunOptions): boolean {
  return dryRun !== true && hold !== true;
}

/** Returns the conflict with a pin, also for a promotion. */
export function pinConflict(name: ResourceName, index: string): Conflict {
  const what = `the live ${name} are pinned (${index})`;
  const remedy = `To let a run replace them, first run \`npm run ingest -- unpin ${name}\`.`;
  return { ...conflict(name, what, remedy), isPin: true };
}

async function readLive(
  { client, indexPrefix }: Context,
  name: ResourceName,
): Promise<LiveGeneration | undefined> {
  const { live: index, pinned } = await findGenerations({ client, indexPrefix }, name);
  if (index === undefined) return undefined;
  const isPinned = pinned !== undefined;
  const provenance = readProvenance(await readMeta(client, index));
  if (provenance === undefined) return { index, isPinned, options: {} };
  const { options, live: since, sources } = provenance;
  return {
    index,
    isPinned,
    since,
    options,
    own: sources.length > 0 ? ownFiles(provenance) : undefined,
    mapping: nameWithRole(provenance, 'mapping'),
    sourcesFile: nameWithRole(provenance, 'sources'),
  };
}

/** Returns undefined if everything that the run replaces can be made again. */
export function conflictOf(
  name: ResourceName,
  live: LiveGeneration,
  given: DataOptions,
): Conflict | undefined {
  const { index, since, own, mapping, sourcesFile } = live;
  const { placeFile, placeMapping = '', sources } = given;
  if (name === 'markers' || own?.length === 0) return undefined;
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
