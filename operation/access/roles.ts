import type { estypes } from '@elastic/elasticsearch';

/** The programs that have a login of their own to Elasticsearch. */
export const WHO = ['api', 'ingest', 'tokens', 'backup'] as const;

export type Who = (typeof WHO)[number];

export interface Role {
  cluster: estypes.SecurityClusterPrivilege[];
  indices: { names: string[]; privileges: estypes.SecurityIndexPrivilege[] }[];
}

const RESOURCES = ['countries', 'cities', 'lands', 'places', 'markers'];

/** Returns the least privileges that each program needs. */
export function rolesOf(indexPrefix: string): Record<Who, Role> {
  const named = (...names: string[]): string[] => names.map((name) => `${indexPrefix}-${name}`);
  // The aliases and the generations behind them.
  const generations = named(...RESOURCES.map((name) => `${name}*`));
  const readable: estypes.SecurityIndexPrivilege[] = ['read', 'view_index_metadata'];
  const all: estypes.SecurityIndexPrivilege[] = ['read', 'write', 'manage'];
  return {
    api: {
      // To notice a node without a master, which may not have the latest writes.
      cluster: ['monitor'],
      indices: [
        { names: [...generations, ...named('tokens', 'token-uses')], privileges: readable },
        // Never creates `token-uses`: the first token does.
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
      cluster: [],
      indices: [
        {
          names: [...generations, ...named('tokens', 'city-ids', 'ingestions', 'runs')],
          privileges: all,
        },
      ],
    },
  };
}

/** Returns the name of a role, which is also the name of its user. */
export function loginName(indexPrefix: string, who: Who): string {
  return `${indexPrefix}-${who}`;
}
