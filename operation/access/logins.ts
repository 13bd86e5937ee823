import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '@elastic/elasticsearch';
import type { Connection } from '../../core/elasticsearch/withClient.js';
import { UsageError } from '../../core/cli/failure.js';
import { loginName, rolesOf, WHO, type Who } from './roles.js';

/** Elasticsearch rejects shorter passwords. */
const LEAST_CHARACTERS = 6;

/**
 * Reads passwords from a folder with one file per user: `api`, `ingest`, ….
 * @throws when there are none, or one is too short
 */
export function readPasswords(folder: string): Map<Who, string> {
  const names = listed(folder);
  const passwords = new Map<Who, string>();
  for (const who of WHO) {
    if (!names.includes(who)) continue;
    const password = readFileSync(join(folder, who), 'utf8').replace(/\r?\n$/, '');
    if (password.length < LEAST_CHARACTERS) {
      throw new UsageError(
        `The password in ${join(folder, who)} is shorter than ${LEAST_CHARACTERS} characters. Make one with \`openssl rand -hex 16\`.`,
      );
    }
    passwords.set(who, password);
  }
  if (passwords.size > 0) return passwords;
  throw new UsageError(
    `There are no passwords in ${folder}. Write one into a file called ${WHO.join(', or ')}.`,
  );
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new UsageError(
      `The folder ${folder} cannot be read (${(error as Error).message}). Correct --passwords.`,
      { cause: error },
    );
  }
}

/**
 * Creates a user and its role for each password. An existing user gets the new password and role.
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

/** Creates an API key with the privileges of a program. The key cannot be read again later. */
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

/** Explains the failure of an Elasticsearch without security, which does not know these paths. */
async function secured<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((error: unknown) => {
    const status = error instanceof errors.ResponseError ? (error.statusCode ?? 0) : 0;
    if (![400, 404, 405, 500].includes(status)) throw error;
    throw new Error(
      'This Elasticsearch has no logins. Turn its security on: `xpack.security.enabled: true`.',
      { cause: error },
    );
  });
}
