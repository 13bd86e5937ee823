import { isDeepStrictEqual } from 'node:util';
import { RefusedError, UsageError } from '../../core/cli/failure.js';
import { OPTIONAL } from '../../indices/resources.js';
import { registrationOf } from '../cities/registry.js';
import { runChecks } from '../generations/checks/check.js';
import { CHECKS_OF_HELD, liveToCompare } from '../generations/checks/checks.js';
import { findGenerations } from '../generations/generation.js';
import type { IngestOptions } from '../generations/ingestResource.js';
import { withLocks } from '../generations/lock.js';
import { change, changesOf, findHeld, type Made, storeIds } from '../generations/promotion.js';
import { readNote, rememberPromotion } from '../generations/provenance.js';
import { readCount } from '../generations/readable.js';
import { type Context, madeTogether, type ResourceName } from '../generations/resource.js';
import { ensureBuilds } from '../markers/builds.js';

export type PromoteOptions = Pick<
  IngestOptions,
  'progress' | 'signal' | 'allowShrink' | 'allowChange' | 'allowOlder' | 'replaceSource'
>;

/**
 * Promotes the held generation of a resource, and of those made with it. It passed its checks when it was held,
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
  const seen = await findHeld(context, name);
  if (seen[name] === undefined) {
    throw new UsageError(
      `Nothing is held of ${name}. \`npm run ingest -- ${name} --hold\` makes and holds a generation.`,
    );
  }
  return withLocks(context, names, options, async (lock) => {
    const made = await findHeld(context, name);
    const { [name]: index = 'none' } = made;
    if (!isDeepStrictEqual(made, seen)) {
      throw new Error(
        `The held generation of ${name} has changed meanwhile: it is ${index}. No changes were made. See \`npm run ingest -- status\`.`,
      );
    }
    const complaints: string[] = [];
    for (const each of names) complaints.push(...(await check(context, each, made, options)));
    if (complaints.length > 0) {
      throw new RefusedError(
        `The held generation of ${name}, ${index}, is refused. No changes were made:\n- ${complaints.join('\n- ')}`,
      );
    }
    options.signal?.throwIfAborted();
    const register = name === 'cities' ? await registrationOf(context, index) : undefined;
    if (name === 'cities' && register === undefined) {
      throw new RefusedError(
        `Another run has given out city ids since ${index} was made. Hold cities again.`,
      );
    }
    if (made.markers !== undefined) await ensureBuilds(context, options);
    for (const each of Object.values(made)) await rememberPromotion(context.client, each);
    await lock.assertHeld();
    await change(context, changesOf('promote', made));
    await storeIds(register?.(), options.progress);
    return made;
  });
}

async function check(
  context: Context,
  name: ResourceName,
  promoted: Made,
  options: PromoteOptions,
): Promise<string[]> {
  const { [name]: index } = promoted;
  if (index === undefined)
    return OPTIONAL.has(name) ? [] : [`it was held without its ${name}: hold it again`];
  const count = await readCount(context.client, index);
  if (count === undefined) return ['it cannot be read: open it, or see the cluster health'];
  const note = await readNote(context.client, index);
  const generations = await findGenerations(context, name);
  const { live } = generations;
  const { complaints } = await runChecks(CHECKS_OF_HELD, {
    ...options,
    ...{ context, name, index, count, note, generations, promoted },
    sources: note.provenance?.sources ?? [],
    options: note.provenance?.options,
    // It was compared with the generation that was live when it was held.
    live: note.beside === live ? undefined : await liveToCompare(context, live, options),
  });
  return complaints;
}
