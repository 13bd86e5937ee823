import { upperFirst } from 'es-toolkit/string';
import { findGenerations } from './generation.js';
import { assertStillLive } from './promotion.js';
import { type Context, type Follower, FOLLOWERS, type Origin, type Resource } from './resource.js';

/**
 * Returns a follower of the live generation, or of the one that this run has made.
 * @param make makes it from a generation of its origin
 * @throws if no origin is live
 */
export async function followerOfLive(
  context: Context,
  name: Follower,
  make: (origin: Origin) => Resource,
): Promise<Resource> {
  const origin = FOLLOWERS[name];
  const { live } = await findGenerations(context, origin);
  const index = context.overrides?.[origin] ?? live;
  if (index === undefined) {
    throw new Error(
      `${upperFirst(name)} need ${origin}, and none are live. Run \`npm run ingest -- ${origin}\`, which makes both.`,
    );
  }
  const made = make({ index });
  return {
    ...made,
    isAnew: true,
    async begin(using) {
      // A rollback may have changed what is live during the wait for the lock.
      await assertStillLive(using, origin, live);
      return made.begin(using);
    },
  };
}
