import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { RefusedError } from '../../core/cli/failure.js';
import type { Provenance } from '../../indices/provenance.js';
import { findGenerations } from '../generations/generation.js';
import { isOfChanges, nameWithRole, ownFiles, readNote } from '../generations/provenance.js';
import {
  type Context,
  isFollower,
  RESOURCE_NAMES,
  type ResourceName,
} from '../generations/resource.js';
import { type Conflict, pinConflict, refusalOf } from '../generations/states.js';
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
  /** Why the resource is left alone. */
  skipReason?: string;
  /** Why a dry run or a held generation could not go live as it is. */
  note?: string;
}

/** The live generation on which a run decides. */
export interface LiveGeneration {
  index: string;
  /** Undefined: nothing says what it was made from. */
  provenance: Provenance | undefined;
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
    if (conflict !== undefined) {
      const why = `: ${conflict.what}. ${conflict.remedy}`;
      if (!isMeant) step.skipReason = `left alone${why}`;
      else if (isReplacing(given)) refused.set(name, refusalOf(conflict));
      else step.note = `cannot be promoted as it is${why}`;
    }
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
  if (conflict !== undefined && isReplacing(given)) throw new RefusedError(refusalOf(conflict));
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
  const generations = await findGenerations(context, name);
  const { live: index } = generations;
  const { provenance } = index ? await readNote(context.client, index) : {};
  const step = { name, live: index, ...inherit(name, given, provenance?.options) };
  let conflict = pinConflict('replace', name, generations);
  if (index && given.replaceSource !== true) conflict ??= conflictOf(name, { index, provenance }, given); // prettier-ignore
  return { step, conflict };
}

/** A dry run and `--hold` replace nothing. */
function isReplacing({ dryRun, hold }: RunOptions): boolean {
  return dryRun !== true && hold !== true;
}

/** Returns undefined if everything that the run replaces can be made again. */
export function conflictOf(
  name: ResourceName,
  { index, provenance }: LiveGeneration,
  given: DataOptions,
): Conflict | undefined {
  const made = provenance?.sources.length === 0 ? undefined : provenance;
  const own = made && ownFiles(made);
  if (isFollower(name) || own?.length === 0) return undefined;
  const mapping = made && nameWithRole(made, 'mapping');
  const sourcesFile = made && nameWithRole(made, 'sources');
  const { placeFile, placeMapping = '', sources } = given;
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
  const declaredOthers = isDeclared ? `the data of ${declared.join(', ')}` : 'the built-in data';
  const others = file ? `the data of ${file} by ${basename(placeMapping)}` : declaredOthers;
  const replacing = `To replace them with ${others}, pass --replace-source.`;
  if (made === undefined || own === undefined)
    return { what: `nothing says what the live ${name} were made from (${index})`, remedy: replacing }; // prettier-ignore
  const base = made.sources.filter((source) => !isOfChanges(source));
  if (ownFiles({ sources: base }).length === 0)
    return {
      what: `the live ${name} are the built-in data with changes of ${own.join(', ')}`,
      remedy: `To give up the changes, pass --replace-source.`,
    };
  const again =
    sourcesFile === undefined && name === 'places'
      ? `To load a new version of that file, pass --place-file and --place-mapping with the same file names (${mapping ?? 'no mapping'}).`
      : `To make them again, pass --sources with the file that names them (${sourcesFile ?? 'unknown'}).`;
  return {
    what: `the live ${name} were made from ${own.join(', ')}, and are live since ${made.live}`,
    remedy: `${again} ${replacing}`,
  };
}
