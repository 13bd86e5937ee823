import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '@elastic/elasticsearch';
import type { Connection } from '../../core/elasticsearch/withClient.js';
import { UsageError } from '../../core/cli/failure.js';
import { loginName, rolesOf, WHO, type Who } from './roles.js';

/** Elasticsearch refuses shorter ones. */
const LEAST_CHARACTERS = 6;

/**
 * Reads the passwords of users from a folder, in files called as they are: `api`, `ingest`, ….
 * @throws when none is there, or one cannot be used
 */
export function readPasswords(folder: string): Map<Who, string> {
  const names = listed(folder);
  const passwords = new Map<Who, string>();
  for (const who of WHO) {
    if (!names.includes(who)) continue;
    const password = readFileSync(join(folder, who), 'utf8').replace(/\r?\n$/, '');
    if (password.length < LEAST_CHARACTERS) {
      throw new UsageError(
        `The password in ${join(folder, who)} is shorter than ${LEAST_CHARACTERS} characters: \`openssl rand -hex 16\` makes one.`,
      );
    }
    passwords.set(who, password);
  }
  if (passwords.size > 0) return passwords;
  throw new UsageError(
    `There are no passwords in ${folder}: write one into a file called ${WHO.join(', or ')}.`,
  );
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new UsageError(
      `The folder ${folder} cannot be read (${(error as Error).message}): correct --passwords.`,
      { cause: error },
    );
  }
}

/**
 * Gives each a user of its own with the role that it needs; one that is there already gets this
 * password and the role as it is now.
 * @returns the names of the users
 */
export async function makeUsers(
  { client, indexPrefix }: Connection,
  passwords: ReadonlyMap<Who, string>,
): Promise<string[]> {
  const roles = rolesOf(indexPrefix);
  const made: string[] = [];
  for (const [who, password] of passwords) {
    const name = loginName(indexPrefix, who);
    await secured(client.security.putRole({ name, ...roles[who] }));
    await secured(client.security.putUser({ username: name, password, roles: [name] }));
    made.push(name);
  }
  return made;
}

/** Makes an API key with the privileges of one of them; it cannot be read again later. */
export async function makeKey(
  { client, indexPrefix }: Connection,
  who: Who,
  expiresDays: number | undefined,
): Promise<string> {
  const name = loginName(indexPrefix, who);
  const { encoded } = await secured(
    client.security.createApiKey({
      name,
      role_descriptors: { [name]: rolesOf(indexPrefix)[who] },
      ...(expiresDays === undefined ? {} : { expiration: `${expiresDays}d` }),
    }),
  );
  return encoded;
}

/** Where there is no security, its paths are not known. */
async function secured<Answer>(asking: Promise<Answer>): Promise<Answer> {
  return asking.catch((error: unknown) => {
    const status = error instanceof errors.ResponseError ? (error.statusCode ?? 0) : 0;
    if (![400, 404, 405, 500].includes(status)) throw error;
    throw new Error(
      'This Elasticsearch does not make logins: is its security on (`xpack.security.enabled: true`)?',
      { cause: error },
    );
  });
}
