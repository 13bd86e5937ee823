import type { Client } from '@elastic/elasticsearch';
import { describeAnswer, hasStatus, isErrorOfType } from '../../core/elasticsearch/failures.js';
import { UsageError } from '../../core/cli/failure.js';

const FILE_INSTEAD = '`--file` needs none';

/**
 * Makes sure that a snapshot repository is there.
 * @param location of a shared file system, below `path.repo` of every node; absent: it is there already
 * @throws with what to do
 */
export async function ensureRepository(
  client: Client,
  name: string,
  location: string | undefined,
): Promise<void> {
  const found = await client.snapshot.getRepository({ name }, { ignore: [404] });
  const present = (found as Partial<typeof found>)[name];
  if (present !== undefined) {
    const { settings } = present;
    const place = settings && 'location' in settings ? settings.location : undefined;
    if (location === undefined || place === location) return;
    throw new UsageError(
      `The repository ${name} is another one (${place ?? present.type}): leave out --location, or choose another name.`,
    );
  }
  if (location === undefined) throw noRepository(name);
  const repository = { type: 'fs' as const, settings: { location } };
  await client.snapshot.createRepository({ name, repository }).catch((error: unknown) => {
    if (!isErrorOfType(error, 'repository_exception', 'repository_verification_exception'))
      throw error;
    const reason = hasStatus(error, 400, 500) ? describeAnswer(error.body) : '';
    throw new Error(
      `The repository ${name} cannot be made at ${location}: every node needs \`path.repo\` with a folder that all of them share, and the location within; ${FILE_INSTEAD}. (${reason})`,
      { cause: error },
    );
  });
}

/** Returns what to say where a repository is not there. */
export function noRepository(name: string): UsageError {
  return new UsageError(
    `There is no snapshot repository ${name}: \`save\` with --location makes one on a shared file system, Elasticsearch's documentation tells of others; ${FILE_INSTEAD}.`,
  );
}
