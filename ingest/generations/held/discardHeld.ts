import { heldAlias } from '../../../core/elasticsearch/names.js';
import { deleteRemains, findGenerations } from '../generation.js';
import { acquireLock, lockOptions } from '../lock.js';
import type { Progress } from '../../../core/cli/progress.js';
import type { Context } from '../resource.js';
import type { ResourceName } from '../resourceNames.js';

/**
 * Deletes the held generation of a resource.
 * @returns its index
 * @throws when nothing is held, or an ingestion of the resource is running
 */
export async function discardHeld(
  context: Context,
  name: ResourceName,
  { progress }: { progress: Progress },
): Promise<string> {
  const { client, indexPrefix } = context;
  const lock = await acquireLock(client, indexPrefix, name, lockOptions({ progress }));
  try {
    const { held } = await findGenerations(client, indexPrefix, name);
    if (held === undefined) throw new Error(`Nothing is held of ${name}; nothing was done.`);
    await lock.assertHeld();
    // Remains from now on, which the next run clears if this one does not.
    const request = { index: held, name: heldAlias(indexPrefix, name) };
    await client.indices.deleteAlias(request, { ignore: [404] });
    await deleteRemains(context, name, held);
    const { live } = await findGenerations(client, indexPrefix, name);
    if (live === held) throw new Error(`${held} went live meanwhile; nothing was done.`);
    return held;
  } finally {
    await lock.release().catch(() => undefined);
  }
}
