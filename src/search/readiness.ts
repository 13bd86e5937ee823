import { type Client, errors } from '@elastic/elasticsearch';
import type { IndexDefinition } from '../../indices/definition.js';
import type { FaultDetail } from '../errors.js';
import { kindOfFailure } from './failureKind.js';
import { unfitFields } from './liveFields.js';
import { errorType } from '../../core/elasticsearch/failures.js';
import { liveAlias } from '../../core/elasticsearch/names.js';

/** Precise, unlike the client's own timeout, so that callers are told what is wrong in time. */
const CHECK_WITHIN_MS = 1_500;

type Checked = Pick<IndexDefinition, 'resource' | 'mappings' | 'inPlace'>;

/**
 * Lists what is missing to answer lookups, and what to do about it; empty when all is there: every
 * resource has a live generation with the fields of its definition, and all its shards answer.
 */
export async function checkReadiness(
  client: Client,
  indexPrefix: string,
  resources: readonly Checked[],
): Promise<FaultDetail[]> {
  const checks = await Promise.all(
    resources.map(async (checked) => {
      const message = await findFault(client, liveAlias(indexPrefix, checked.resource), checked);
      return message === undefined ? [] : [{ path: checked.resource, message }];
    }),
  );
  return checks.flat();
}

async function findFault(
  client: Client,
  alias: string,
  checked: Checked,
): Promise<string | undefined> {
  const within = { signal: AbortSignal.timeout(CHECK_WITHIN_MS) };
  try {
    const { _shards: shards } = await client.search({ index: alias, size: 0 }, within);
    if (shards.failed > 0) return 'Some of its shards are missing. See the cluster.';
    const live = Object.values(await client.indices.getMapping({ index: alias }, within));
    const wanted = checked.mappings.properties;
    const unfit = live.flatMap(({ mappings }) => unfitFields(wanted, mappings.properties));
    if (unfit.length === 0) return undefined;
    const fields = unfit.map((path) => `\`${path}\``).join(', ');
    return `The live index was made by another version: its fields ${fields} are not as needed. Run ${ingestion(checked)}.`;
  } catch (error) {
    return describe(error, checked);
  }
}

function ingestion({ resource }: Pick<Checked, 'resource'>): string {
  return `\`npm run ingest -- ${resource}\``;
}

function describe(error: unknown, { resource, inPlace = false }: Checked): string {
  if (kindOfFailure(error) === 'timeout')
    return 'Elasticsearch does not answer in time: it hangs, or has too much to do. See how it is.';
  if (!(error instanceof errors.ResponseError)) {
    return 'Elasticsearch does not answer. Start it, or correct ELASTICSEARCH_URL.';
  }
  const again = ingestion({ resource });
  const type = errorType(error.body);
  const status = error.statusCode ?? 0;
  if (type === 'index_not_found_exception') return `Nothing is live. Run ${again}.`;
  if (type === 'index_closed_exception')
    return `The live index is closed. Open it${inPlace ? '' : `, or run ${again} with \`--allow-shrink\``}.`;
  if (status === 401 || status === 403)
    return 'Elasticsearch refuses the login. Correct ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD, or its privileges.';
  if (status === 429) return 'Elasticsearch is overloaded.';
  if (error.headers?.['x-elastic-product'] !== 'Elasticsearch')
    return 'What answers is no Elasticsearch, or a proxy that does not reach it. Look there, or correct ELASTICSEARCH_URL.';
  return 'Its shards do not answer. See the health of the cluster.';
}
