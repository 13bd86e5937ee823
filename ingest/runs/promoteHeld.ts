import { isDeepStrictEqual } from 'node:util';
import { counted } from '../../core/cli/counted.js';
import { RefusedError, UsageError } from '../../core/cli/failure.js';
import { readProvenance } from '../../indices/provenance.js';
import { registrationOf } from '../cities/registry.js';
import { isOfChanges } from '../generations/changes.js';
import { compareWithLive, readCount } from '../generations/gate.js';
import { findGenerations } from '../generations/generation.js';
import type { IngestOptions } from '../generations/ingestResource.js';
import { withLocks } from '../generations/lock.js';
import { type Made, promote, storeIds } from '../generations/promotion.js';
import {
  nameWithRole,
  ownFiles,
  readHeldNote,
  readMeta,
  rememberPromotion,
} from '../generations/provenance.js';
import { type Context, madeTogether, type ResourceName } from '../generations/resource.js';
import { ensureBuilds } from '../markers/builds.js';
import { pinConflict, refusalOf } from './plan.js';
import { findOrigin } from './status.js';

export interface PromoteOptions extends Pick<
  IngestOptions,
  'progress' | 'signal' | 'allowShrink' | 'replaceSource'
> {
  allowChange?: boolean;
}

/**
 * Promotes the held generation of a resource, and of those made with it. It passed its gate when it was held,
 * beside the generation that was live then. If another one is live by now, it is compared again, and needs
 * `allowChange`.
 * @returns the promoted generations by resource
 * @throws if nothing is held, or it is refused; the live generation stays live then
 */
export async function promoteHeld(
  context: Context,
  name: ResourceName,
  options: PromoteOptions,
): Promise<Made> {
  const names = madeTogether(name);
  const seen = await findHeld(context, names);
  if (seen[name] === undefined) {
    throw new UsageError(
      `Nothing is held of ${name}. \`npm run ingest -- ${name} --hold\` makes and holds a generation.`,
    );
  }
  return withLocks(context, names, options, async (lock) => {
    const made = await findHeld(context, names);
    if (!isDeepStrictEqual(made, seen)) {
      throw new Error(
        `The held generation of ${name} has changed meanwhile: it is ${made[name] ?? 'none'}. No changes were made. See \`npm run ingest -- status\`.`,
      );
    }
    const complaints: string[] = [];
    for (const each of names) {
      const index = made[each];
      if (index !== undefined)
        complaints.push(...(await check(context, each, index, made, options)));
      else complaints.push(`it was held without its ${each}: hold it again`);
    }
    if (complaints.length > 0) {
      throw new RefusedError(
        `The held generation of ${name}, ${made[name]}, is refused. No changes were made:\n- ${complaints.join('\n- ')}`,
      );
    }
    options.signal?.throwIfAborted();
    const register =
      name === 'cities' ? await registrationOf(context, made[name] ?? '') : undefined;
    if (name === 'cities' && register === undefined) {
      throw new RefusedError(
        `Another run has given out city ids since ${made[name]} was made, which has other ones. Hold cities again.`,
      );
    }
    if (made.markers !== undefined) await ensureBuilds(context, options);
    for (const index of Object.values(made)) await rememberPromotion(context.client, index);
    await lock.assertHeld();
    await promote(context, made);
    await storeIds(register?.(), options.progress);
    return made;
  });
}

async function findHeld(context: Context, names: readonly string[]): Promise<Made> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const { held } = await findGenerations(context, name);
    if (held !== undefined) found[name] = held;
  }
  return found;
}

async function check(
  context: Context,
  name: ResourceName,
  held: string,
  promoted: Made,
  options: PromoteOptions,
): Promise<string[]> {
  const { client } = context;
  const count = await readCount(client, held);
  if (count === undefined) return ['it cannot be read: open it, or see the cluster health'];
  const meta = await readMeta(client, held);
  const provenance = readProvenance(meta);
  const { live, pinned } = await findGenerations(context, name);
  const { beside, replaceSource: wasReplacing } = readHeldNote(meta) ?? {};
  const isOvertaken = beside !== live;
  const { allowShrink, replaceSource, allowChange = false } = options;
  const complaints = live && pinned ? [refusalOf(pinConflict(name, live))] : [];
  const { counts: { indexed } = { indexed: count }, sources = [] } = provenance ?? {};
  if (indexed !== count)
    complaints.push(`it holds ${counted(count, 'document')}, though ${indexed} were written`);
  if (isOvertaken) {
    const tolerance = { allowShrink, ...(allowChange && { maxChanged: 1 }) };
    const made = { name, index: held, sources, count };
    complaints.push(...(await compareWithLive(context, made, tolerance)));
    const from = typeof beside === 'string' ? beside : 'nothing';
    const now = `but ${live ?? 'nothing'} is live`;
    if (sources.some(isOfChanges))
      complaints.push(`it is a copy of ${from} with changes, ${now}: apply the changes again`);
    else if (!allowChange)
      complaints.push(
        `it was compared with ${from} when it was held, ${now}: hold it again, or pass --allow-change`,
      );
  }
  // The exception that was accepted for `--hold` counts only for the generation that was live then.
  const isAccepted = replaceSource === true || (wasReplacing === true && !isOvertaken);
  if (live !== undefined && !isAccepted) {
    const present = readProvenance(await readMeta(client, live)) ?? { sources: [] };
    const lost = ownFiles(present).filter((file) => !ownFiles({ sources }).includes(file));
    const file = nameWithRole(present, 'sources');
    const isOfSameSources = file !== undefined && file === nameWithRole({ sources }, 'sources');
    const what = present.sources.length === 0 ? 'an unknown source' : lost.join(', ');
    if (what !== '' && !isOfSameSources)
      complaints.push(
        `it would replace live data of ${what}; if that is right, pass --replace-source`,
      );
  }
  const origin = await findOrigin(context, name, sources);
  const isOfPromoted = origin !== undefined && origin.madeFrom === promoted[origin.resource];
  if (origin !== undefined && !isOfPromoted && origin.madeFrom !== origin.live) {
    const { resource, madeFrom, live: now, held: beside } = origin;
    complaints.push(
      madeFrom === beside
        ? `it is made from ${madeFrom}, which is held, too: \`npm run ingest -- promote ${resource}\` first`
        : `it is made from ${madeFrom}, but ${now ?? 'nothing'} is live: hold it again`,
    );
  }
  return complaints;
}
