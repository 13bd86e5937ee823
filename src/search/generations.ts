import { createHash } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { type IndexDefinition, PROVENANCE } from '../../indices/definition.js';
import { opaqueIds } from '../observe/elasticsearch.js';
import { isClosed } from './readiness.js';

/** The resource of an index. */
export type Read = Pick<IndexDefinition, 'resource' | 'isOptional'>;

/** The only index behind the alias of a resource. */
export interface LiveIndex {
  readonly index: string;
  /** Changes with any document of a generation. Undefined while the index is closed. */
  readonly version: string | undefined;
  readonly state: estypes.IndicesIndexState;
}

/**
 * Reads the live index of each resource that has one.
 * @param aliases the resources, by their live alias
 * @throws errors of the client, or TypeError if a proxy in between answers nonsense
 */
export async function readGenerations(
  client: Client,
  aliases: ReadonlyMap<string, Read>,
  timeoutMs: number,
): Promise<ReadonlyMap<string, LiveIndex>> {
  const request = {
    index: [...aliases.keys()],
    ignore_unavailable: true,
    filter_path: [
      '*.aliases',
      '*.settings.index.uuid',
      '*.settings.index.verified_before_close',
      `*.mappings._meta.${PROVENANCE}`,
      '*.mappings.properties',
    ],
  };
  const found = await client.indices.get(request, {
    requestTimeout: timeoutMs,
    ...opaqueIds(),
  });
  const live = new Map<string, LiveIndex>();
  for (const [alias, { resource }] of aliases) {
    const behind = Object.entries(found).filter(([, { aliases: names = {} }]) => alias in names);
    const [only] = behind;
    // Two indices behind one alias are an accident. They are read through the alias, uncached.
    if (only === undefined || behind.length > 1) continue;
    const [index, state] = only;
    live.set(resource, { index, version: versionOf(state), state });
  }
  return live;
}

/** Documents of a generation never change, so the version is the identity of its index. */
function versionOf(state: estypes.IndicesIndexState): string | undefined {
  return isClosed(state) ? undefined : state.settings?.index?.uuid;
}

/** Returns a version that changes with each of these. Undefined if one has none. */
export function combinedVersion(
  resources: readonly Read[],
  live: ReadonlyMap<string, LiveIndex>,
): string | undefined {
  const hash = createHash('sha256');
  for (const { resource, isOptional = false } of resources) {
    // Its absence is an answer, too.
    if (isOptional && !live.has(resource)) continue;
    const version = live.get(resource)?.version;
    if (version === undefined) return undefined;
    hash.update(`${resource} ${version}\n`);
  }
  return hash.digest('base64url').slice(0, 16);
}
