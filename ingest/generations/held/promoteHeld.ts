import { places } from '../../../indices/places.js';
import { type Provenance, readProvenance } from '../../../indices/provenance.js';
import { registerHeldIds } from '../../cities/heldIds.js';
import { RefusedError } from '../../../core/cli/failure.js';
import { checkShrinking, readCount } from '../gate.js';
import { findGenerations, readMeta } from '../generation.js';
import type { IngestOptions } from '../ingestResource.js';
import { acquireLock, type Lock, lockOptions } from '../lock.js';
import { checkMarkers } from '../../markers/gate.js';
import { noteLive, promote } from '../promotion.js';
import { ownFiles } from '../provenance.js';
import type { Context } from '../resource.js';
import { MADE_FROM, type ResourceName } from '../resourceNames.js';
import { readHeldNote } from './note.js';

export interface PromoteOptions extends Pick<IngestOptions, 'progress' | 'signal'> {
  allowShrink?: boolean;
  /** Let it go live in the place of data of other sources. */
  replaceSource?: boolean;
}

/**
 * Makes the held generation of a resource live. It was judged when it was held; where something else
 * is live by now, it is judged beside that.
 * @returns its index
 * @throws when nothing is held, or it may not go live; what is live stays so then
 */
export async function promoteHeld(
  context: Context,
  name: ResourceName,
  options: PromoteOptions,
): Promise<string> {
  const { client, indexPrefix } = context;
  const { held: seen } = await findGenerations(client, indexPrefix, name);
  const lock = await acquireLock(client, indexPrefix, name, lockOptions(options));
  try {
    const { held } = await findGenerations(client, indexPrefix, name);
    if (held === undefined || held !== seen) {
      throw new Error(
        seen === undefined
          ? `Nothing is held of ${name}: \`npm run ingest -- ${name} --hold\` makes and keeps a generation.`
          : `Another generation of ${name} is held by now, ${held ?? 'or none'}; nothing was done. See \`npm run ingest -- status\`.`,
      );
    }
    await judge(context, name, held, options);
    options.signal?.throwIfAborted();
    await goLive(context, name, held, lock);
    return held;
  } finally {
    await lock.release().catch(() => undefined);
  }
}

async function goLive(
  context: Context,
  name: ResourceName,
  held: string,
  lock: Lock,
): Promise<void> {
  const { client, indexPrefix } = context;
  if (name === 'cities' && !(await registerHeldIds(context, held))) {
    throw new RefusedError(
      `Another run has given out city ids since ${held} was made, which has others: hold cities again.`,
    );
  }
  await noteLive(client, held);
  await lock.assertHeld();
  await promote(client, indexPrefix, name, held);
}

/** @throws when it may not go live */
async function judge(
  context: Context,
  name: ResourceName,
  held: string,
  { progress, signal, replaceSource = false, ...options }: PromoteOptions,
): Promise<void> {
  const { client, indexPrefix } = context;
  const meta = await readMeta(client, held);
  const provenance = readProvenance(meta);
  const note = readHeldNote(meta);
  const { live } = await findGenerations(client, indexPrefix, name);
  const isAsJudged = note?.beside === live;
  const allowShrink = options.allowShrink === true || (isAsJudged && note?.allowShrink === true);
  const complaints = await checkCount(context, held, provenance);
  if (!isAsJudged && !replaceSource)
    complaints.push(...(await checkLoss(context, live, provenance)));
  if (!allowShrink && complaints.length === 0) {
    const { count } = await client.count({ index: held });
    complaints.push(...(await checkShrinking(context, name, count)));
  }
  complaints.push(...(await checkOrigin(context, name, provenance)));
  if (name === places.resource) {
    const ingestOptions = { progress, allowShrink, ...(signal && { signal }) };
    complaints.push(...(await checkMarkers(context, held, ingestOptions)));
  }
  if (complaints.length === 0) return;
  throw new RefusedError(
    `The held generation of ${name}, ${held}, may not go live; nothing was changed:\n- ${complaints.join('\n- ')}`,
  );
}

async function checkCount(
  context: Context,
  held: string,
  provenance: Provenance | undefined,
): Promise<string[]> {
  const count = await readCount(context, held);
  if (count === undefined) return ['it cannot be read: open it, or see the health of the cluster'];
  const indexed = provenance?.counts.indexed;
  return indexed === undefined || indexed === count
    ? []
    : [`it holds ${count} documents, though ${indexed} were written`];
}

/** What went live since then may be of files of one's own. */
async function checkLoss(
  { client }: Context,
  live: string | undefined,
  held: Provenance | undefined,
): Promise<string[]> {
  const present = live && readProvenance(await readMeta(client, live));
  if (!present) return [];
  const [own, others] = [ownFiles(present), held ? ownFiles(held) : []];
  return own.length === 0 || own.every((file) => others.includes(file))
    ? []
    : [
        `what went live since it was held is of ${own.join(', ')}; to have it replaced, give --replace-source`,
      ];
}

/** Its origin must be live, or it would speak of what nobody finds. */
async function checkOrigin(
  { client, indexPrefix }: Context,
  name: ResourceName,
  provenance: Provenance | undefined,
): Promise<string[]> {
  const origin = MADE_FROM[name];
  const source = provenance?.sources.find((each) => 'generation' in each);
  if (origin === undefined || source === undefined) return [];
  const { generation } = source;
  const { live, held } = await findGenerations(client, indexPrefix, origin);
  if (generation === live) return [];
  return generation === held
    ? [`it is made from ${held}, which is held, too: \`npm run ingest -- promote ${origin}\` first`]
    : [`it is made from ${generation}, and live is ${live ?? 'nothing'}: hold it again`];
}
