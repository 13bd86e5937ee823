import { RefusedError } from '../../core/cli/failure.js';
import { places } from '../../indices/places.js';
import { readProvenance } from '../../indices/provenance.js';
import { registerHeldIds } from '../cities/registry.js';
import { checkShrinking, readCount } from '../generations/gate.js';
import { findGenerations } from '../generations/generation.js';
import type { IngestOptions } from '../generations/ingestResource.js';
import { withLock } from '../generations/lock.js';
import { promote } from '../generations/promotion.js';
import { ownFiles, readHeldNote, readMeta, rememberPromotion } from '../generations/provenance.js';
import { type Context, type ResourceName } from '../generations/resource.js';
import { checkMarkers } from '../markers/preview.js';
import { findOrigin } from './status.js';

export interface PromoteOptions extends Pick<IngestOptions, 'progress' | 'signal'> {
  allowShrink?: boolean;
  /** Replace data of other sources. */
  replaceSource?: boolean;
}

/**
 * Promotes the held generation of a resource. It passed its gate when it was held. If another
 * generation is live by now, it is compared with that one.
 * @returns its index
 * @throws if nothing is held, or it is refused; the live generation stays live then
 */
export async function promoteHeld(
  context: Context,
  name: ResourceName,
  options: PromoteOptions,
): Promise<string> {
  const { held: seen } = await findGenerations(context, name);
  return withLock(context, name, options, async (lock) => {
    const { held } = await findGenerations(context, name);
    if (held === undefined || held !== seen) {
      throw new Error(
        seen === undefined
          ? `Nothing is held of ${name}. \`npm run ingest -- ${name} --hold\` makes and holds a generation.`
          : `The held generation of ${name} has changed meanwhile: it is ${held ?? 'none'}. No changes were made. See \`npm run ingest -- status\`.`,
      );
    }
    const complaints = await check(context, name, held, options);
    if (complaints.length > 0) {
      throw new RefusedError(
        `The held generation of ${name}, ${held}, is refused. No changes were made:\n- ${complaints.join('\n- ')}`,
      );
    }
    options.signal?.throwIfAborted();
    if (name === 'cities' && !(await registerHeldIds(context, held))) {
      throw new RefusedError(
        `Another run has given out city ids since ${held} was made, which has other ones. Hold cities again.`,
      );
    }
    await rememberPromotion(context.client, held);
    await lock.assertHeld();
    await promote(context, name, held);
    return held;
  });
}

async function check(
  context: Context,
  name: ResourceName,
  held: string,
  { replaceSource = false, ...options }: PromoteOptions,
): Promise<string[]> {
  const { client } = context;
  const count = await readCount(client, held);
  if (count === undefined) return ['it cannot be read: open it, or see the cluster health'];
  const meta = await readMeta(client, held);
  const provenance = readProvenance(meta);
  const note = readHeldNote(meta);
  const { live } = await findGenerations(context, name);
  const isBesideSame = note?.beside === live;
  const allowShrink = options.allowShrink === true || (isBesideSame && note?.allowShrink === true);
  const complaints: string[] = [];
  const { counts: { indexed } = { indexed: count }, sources = [] } = provenance ?? {};
  if (indexed !== count)
    complaints.push(`it holds ${count} documents, though ${indexed} were written`);
  const present = live && readProvenance(await readMeta(client, live));
  if (!isBesideSame && !replaceSource && present) {
    // Data of the user's own files that was promoted since.
    const lost = ownFiles(present);
    if (!lost.every((file) => ownFiles({ sources }).includes(file)))
      complaints.push(
        `since it was held, data of ${lost.join(', ')} was promoted; to replace that, pass --replace-source`,
      );
  }
  if (!allowShrink) complaints.push(...(await checkShrinking(context, name, count)));
  const origin = await findOrigin(context, name, sources);
  if (origin !== undefined && origin.madeFrom !== origin.live) {
    const { resource, madeFrom, live: now, held: beside } = origin;
    complaints.push(
      madeFrom === beside
        ? `it is made from ${madeFrom}, which is held, too: \`npm run ingest -- promote ${resource}\` first`
        : `it is made from ${madeFrom}, but ${now ?? 'nothing'} is live: hold it again`,
    );
  }
  if (name === places.resource)
    complaints.push(...(await checkMarkers(context, held, { ...options, allowShrink })));
  return complaints;
}
