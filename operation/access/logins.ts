import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { estypes } from '@elastic/elasticsearch';
import { difference } from 'es-toolkit/array';
import { UsageError } from '../../core/cli/failure.js';
import { silentProgress } from '../../core/cli/progress.js';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import { retrying } from '../../core/elasticsearch/retry.js';
import type { Connection } from '../../core/elasticsearch/withClient.js';
import { RESOURCE_NAMES } from '../../ingest/generations/resource.js';

/** The programs that have a login of their own to Elasticsearch. */
export const WHO = ['api', 'ingest', 'tokens', 'backup'] as const;

export type Who = (typeof WHO)[number];

export interface Role {
  cluster: estypes.SecurityClusterPrivilege[];
  indices: { names: string[]; privileges: estypes.SecurityIndexPrivilege[] }[];
}

/** Returns the least privileges that each program needs. */
export function rolesOf(indexPrefix: string): Record<Who, Role> {
  const named = (...names: string[]): string[] => names.map((name) => `${indexPrefix}-${name}`);
  // The aliases and the generations behind them.
  const generations = named(...RESOURCE_NAMES.map((name) => `${name}*`));
  const readable: estypes.SecurityIndexPrivilege[] = ['read', 'view_index_metadata'];
  const all: estypes.SecurityIndexPrivilege[] = ['read', 'write', 'manage'];
  return {
    api: {
      // To notice a node without a master, which may not have the latest writes.
      cluster: ['monitor'],
      indices: [
        {
          names: [
            ...generations,
            ...named('builds*', 'tokens', 'token-uses', 'runs', 'ingestions'),
          ],
          privileges: readable,
        },
        // Never creates them: the first markers and the first token do.
        { names: named('builds*', 'token-uses'), privileges: ['write'] },
      ],
    },
    ingest: {
      // To wait for the replicas of a new generation.
      cluster: ['monitor'],
      indices: [
        { names: [...generations, ...named('city-ids', 'ingestions', 'runs')], privileges: all },
        {
          names: named('builds*'),
          // Creates the index, and copies builds of an earlier version into it. It may not change or delete a build.
          privileges: [
            ...readable,
            'create_index',
            'create_doc',
            'maintenance',
            // Narrower than `manage`, although a request for aliases can also remove an index.
            'indices:admin/aliases',
          ],
        },
      ],
    },
    tokens: {
      cluster: [],
      indices: [{ names: named('tokens', 'token-names', 'token-uses'), privileges: all }],
    },
    backup: {
      // Into the repositories that an administrator has registered.
      cluster: ['create_snapshot'],
      indices: [
        { names: named('cities*', 'markers*'), privileges: readable },
        {
          names: named('builds*', 'tokens', 'token-uses', 'city-ids', 'ingestions'),
          privileges: all,
        },
      ],
    },
  };
}

/** Lists the indices of a role, without the prefix. */
export function indicesOfRole(who: Who): string[] {
  return rolesOf('')[who].indices.flatMap(({ names }) => names.map((name) => name.slice(1)));
}

/** Elasticsearch rejects shorter passwords. */
const LEAST_CHARACTERS = 6;

/**
 * Reads passwords from a folder with one file per user: `api`, `ingest`, ….
 * @throws when there are none, or one is too short
 */
export function readPasswords(folder: string): Map<Who, string> {
  const passwords = new Map<Who, string>();
  for (const who of WHO.filter((each) => listed(folder).includes(each))) {
    const file = join(folder, who);
    const password = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (password.length < LEAST_CHARACTERS)
      throw new UsageError(
        `The password in ${file} is shorter than ${LEAST_CHARACTERS} characters. Make one with \`openssl rand -hex 16\`.`,
      );
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

/** A user that was made. */
export interface MadeUser {
  name: string;
  /** Privileges of another version, such as `write on geo-markers*`. They are kept unless they are pruned. */
  surplus: string[];
}

/**
 * Creates a user and its role for each password. An existing user gets the new password, and its role what it lacks.
 * @param isPruned removes what this version does not need, and a running process of another version may need
 */
export async function makeUsers(
  { client, indexPrefix }: Connection,
  passwords: ReadonlyMap<Who, string>,
  isPruned: boolean,
): Promise<MadeUser[]> {
  const made: MadeUser[] = [];
  const nameOf = (who: Who): string => `${indexPrefix}-${who}`;
  const names = [...passwords.keys()].map(nameOf);
  // The index of roles may just have been created. With 404, the body is empty: there are none yet.
  const read = () => client.security.getRole({ name: names }, { ignore: [404] });
  const found = await secured(retrying({ progress: silentProgress }, read));
  for (const [who, password] of passwords) {
    const name = nameOf(who);
    const needed = rolesOf(indexPrefix)[who];
    const surplus = surplusOf(needed, isPruned ? undefined : found[name]);
    const role: Role = {
      cluster: [...needed.cluster, ...surplus.cluster],
      indices: [...needed.indices, ...surplus.indices],
    };
    await secured(client.security.putRole({ name, ...role }));
    await secured(client.security.putUser({ username: name, password, roles: [name] }));
    const ofIndices = surplus.indices.map(({ names, privileges }) => `${privileges.join(', ')} on ${names.join(', ')}`); // prettier-ignore
    made.push({ name, surplus: [...surplus.cluster, ...ofIndices] });
  }
  return made;
}

/** Returns what an existing role may do beyond the needed one, with an entry for each name of indices. */
export function surplusOf(
  needed: Role,
  existing: Pick<estypes.SecurityGetRoleRole, 'cluster' | 'indices'> = { cluster: [], indices: [] },
): Role {
  const isNeeded = (name: string, privilege: estypes.SecurityIndexPrivilege): boolean =>
    needed.indices.some(
      ({ names, privileges }) => names.includes(name) && privileges.includes(privilege),
    );
  const indices = existing.indices.flatMap((entry) =>
    [entry.names].flat().map((name) => ({
      ...entry,
      names: [name],
      privileges: entry.privileges.filter((privilege) => !isNeeded(name, privilege)),
    })),
  );
  return {
    cluster: difference(existing.cluster, needed.cluster),
    indices: indices.filter(({ privileges }) => privileges.length > 0),
  };
}

/** Creates an API key with the privileges of a program. The key cannot be read again later. */
export async function makeKey(
  { client, indexPrefix }: Connection,
  who: Who,
  expiresDays: number | undefined,
): Promise<string> {
  const name = `${indexPrefix}-${who}`;
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
    if (!hasStatus(error, 400, 404, 405, 500)) throw error;
    throw new Error(
      'This Elasticsearch has no logins. Turn its security on: `xpack.security.enabled: true`.',
      { cause: error },
    );
  });
}
