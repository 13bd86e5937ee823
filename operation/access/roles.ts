import type { estypes } from '@elastic/elasticsearch';

/** Who asks Elasticsearch, each with a login of its own. */
export const WHO = ['api', 'ingest', 'tokens', 'backup'] as const;

export type Who = (typeof WHO)[number];

export interface Role {
  cluster: estypes.SecurityClusterPrivilege[];
  indices: { names: string[]; privileges: estypes.SecurityIndexPrivilege[] }[];
}

const RESOURCES = ['countries', 'cities', 'lands', 'places', 'markers'];

/** Returns the least that each needs of Elasticsearch, with this index prefix. */
export function rolesOf(indexPrefix: string): Record<Who, Role> {
  const named = (...names: string[]): string[] => names.map((name) => `${indexPrefix}-${name}`);
  // With the generations behind the aliases.
  const generations = named(...RESOURCES.map((name) => `${name}*`));
  const readable: estypes.SecurityIndexPrivilege[] = ['read', 'view_index_metadata'];
  const all: estypes.SecurityIndexPrivilege[] = ['read', 'write', 'manage'];
  return {
    api: {
      // To tell a node that has lost its master, and knows nothing of the latest writes, from the others.
      cluster: ['monitor'],
      indices: [
        { names: [...generations, ...named('tokens', 'token-uses')], privileges: readable },
        // The index of the uses of tokens is made with the first token.
        { names: named('markers*', 'token-uses'), privileges: ['write'] },
      ],
    },
    ingest: {
      // To wait for the replicas of a new generation.
      cluster: ['monitor'],
      indices: [
        { names: [...generations, ...named('city-ids', 'ingestions', 'runs')], privileges: all },
      ],
    },
    tokens: {
      cluster: [],
      indices: [{ names: named('tokens', 'token-names', 'token-uses'), privileges: all }],
    },
    backup: {
      // Snapshots to a repository that is there; making one, and restoring from it, takes `manage`.
      cluster: ['create_snapshot'],
      indices: [
        {
          names: [
            ...generations,
            ...named('tokens', 'city-ids', 'ingestions', 'runs', 'backup-notes'),
          ],
          privileges: all,
        },
      ],
    },
  };
}

/** Returns the name of a role, and of the user who has it. */
export function loginName(indexPrefix: string, who: Who): string {
  return `${indexPrefix}-${who}`;
}
