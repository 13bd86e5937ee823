import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { difference, groupBy } from 'es-toolkit/array';
import type { IndexDefinition } from '../../indices/definition.js';
import { unfitFields } from '../../indices/unfitFields.js';
import type { FaultDetail } from '../errors.js';
import {
  classify,
  explainKind,
  hasStatus,
  isOfProxy,
  kindOfStatus,
} from '../../core/elasticsearch/failures.js';

/** A resource and the mapping that its index must have. */
export interface Checked extends Pick<
  IndexDefinition,
  'resource' | 'mappings' | 'dispensable' | 'isOptional'
> {
  /** The resource with which its index is created once. Absent if each ingestion makes another one. */
  readonly createdWith?: string;
}

/** The answer of all shards of an index. */
export interface ShardsAnswer {
  readonly status?: number;
  readonly error?: { readonly type?: string };
  readonly _shards?: {
    readonly failed: number;
    readonly failures?: readonly { readonly reason?: { readonly type?: string } }[];
  };
}

const LOST =
  'If data was live before, give its alias back, or restore a backup (docs/operations.md#geonotready).';
/** A full disk breaks shards, and nothing is lost then. */
export const SHARDS_MISSING =
  'Some shards are missing. Check first whether a disk is full, then the health of the cluster.';
const SHARDLESS: readonly string[] = ['no_shard_available_action_exception', 'search_phase_execution_exception']; // prettier-ignore
const NOT_ELASTICSEARCH =
  'ELASTICSEARCH_URL does not point to Elasticsearch, or a proxy in between does not reach it. Correct it, or check the proxy.';

/** True if Elasticsearch was too busy to search. This says nothing about the index. */
export function isRejected({ status, _shards: shards }: ShardsAnswer = {}): boolean {
  const failures = shards?.failures ?? [];
  const isOfAll = failures.every(
    ({ reason }) => reason?.type === 'es_rejected_execution_exception',
  );
  return status === 429 || (failures.length > 0 && isOfAll);
}

/** True for a failed poll that may be answered soon. */
export function isBusyFailure(error: unknown): boolean {
  return ['timeout', 'busy'].includes(classify(error).kind);
}

/** True for an index that cannot be searched. */
export function isClosed({ settings }: estypes.IndicesIndexState): boolean {
  return settings?.index?.verified_before_close !== undefined;
}

/**
 * Returns what is wrong with a resource and what to do. Undefined if nothing is.
 * @param live the only index behind its alias
 */
export function faultOf(
  { resource, mappings, dispensable = [], createdWith, isOptional }: Checked,
  live: estypes.IndicesIndexState | undefined,
  shards: ShardsAnswer | undefined,
): string | undefined {
  const ingestion = `\`npm run ingest -- ${createdWith ?? resource}\``;
  if (live !== undefined && isClosed(live))
    return `The live index is closed. Open it${createdWith === undefined ? `, or run ${ingestion} with \`--allow-shrink\`` : ''}.`;
  if (shards?.error !== undefined || shards === undefined) {
    const { status = 503, error } = shards ?? {};
    const kind = kindOfStatus(status, shards);
    if (kind === 'no_index' && isOptional) return undefined;
    if (kind === 'no_index') return `Nothing is live. ${LOST} Else run ${ingestion}.`;
    // With one shard, which is the default, some are all.
    const lacksShards = status === 503 && SHARDLESS.includes(error?.type ?? '');
    return lacksShards ? SHARDS_MISSING : explainKind(kind);
  }
  if ((shards._shards?.failed ?? 0) > 0) return SHARDS_MISSING;
  const differing = live === undefined ? [] : unfitFields(mappings.properties, live.mappings?.properties); // prettier-ignore
  const unfit = difference(differing, dispensable);
  if (unfit.length === 0) return undefined;
  const fields = unfit.map((path) => `\`${path}\``).join(', ');
  return `The live index was made by another version; the fields ${fields} differ. ${createdWith === undefined ? `Run ${ingestion}` : 'Restore it from a backup'}.`;
}

/** Returns why the live generations cannot be read, and what to do. */
export function faultOfFailure(error: unknown): string {
  const { kind, advice } = classify(error);
  // A proxy may also reject the login, or limit the rate.
  const isKnown = !isOfProxy(error) || kind === 'login' || hasStatus(error, 429);
  return error instanceof errors.ElasticsearchClientError && isKnown
    ? explainKind(kind, advice)
    : NOT_ELASTICSEARCH;
}

/** Groups the resources that have the same fault. */
export function byMessage(faults: readonly FaultDetail[]): { of: string[]; message: string }[] {
  const groups = Object.entries(groupBy(faults, ({ message }) => message));
  return groups.map(([message, group]) => ({ of: group.map(({ path }) => path), message }));
}

/** Searches all shards, because they may be missing while their index exists. */
export async function askShards(
  client: Client,
  aliases: readonly string[],
  timeoutMs: number,
): Promise<Map<string, ShardsAnswer | undefined>> {
  const lines = aliases.map((index) => `{"index":"${index}"}\n{"size":0,"track_total_hits":false}`);
  const { responses } = await client.transport.request<{ responses?: ShardsAnswer[] }>(
    { method: 'POST', path: '/_msearch', bulkBody: lines },
    { requestTimeout: timeoutMs },
  );
  return new Map(aliases.map((alias, position) => [alias, responses?.[position]]));
}
