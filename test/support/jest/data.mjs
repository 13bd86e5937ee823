import { randomBytes } from 'node:crypto';

const requestTimeoutMs = 120_000;

/**
 * Ingests all built-in data once for all tests of a run, under an index prefix of its own. If TEST_INDEX_PREFIX names a
 * prefix, its data is ingested only if it is not current, and stays for the next run.
 * @param {string} url of Elasticsearch
 * @returns {Promise<{ indexPrefix: string, remove: () => Promise<void> }>}
 */
export async function provideData(url) {
  const given = process.env.TEST_INDEX_PREFIX;
  const indexPrefix = given || `test-${randomBytes(6).toString('hex')}`;
  const { createClient } = await import('../../../dist/core/elasticsearch/client.js');
  const client = createClient({ urls: [url], timeoutMs: requestTimeoutMs });
  await ingest(client, indexPrefix);
  return {
    indexPrefix,
    remove: async () => {
      if (!given) await removeIndices(client, indexPrefix);
      await client.close();
    },
  };
}

async function ingest(client, indexPrefix) {
  const { silentProgress: progress } = await import('../../../dist/core/cli/progress.js');
  const { DEFAULT_PRIMARY_MINIMUM_POPULATION: primaryMinimumPopulation } =
    await import('../../../dist/ingest/cities/ids.js');
  const { JOBS } = await import('../../../dist/ingest/runs/jobs.js');
  const { isCurrent } = await import('../../../dist/ingest/generations/provenance.js');
  const { ingestResource } = await import('../../../dist/ingest/generations/ingestResource.js');
  const context = { client, indexPrefix };
  // Regions and lands are made from cities, markers from places. With two rows, neither this process nor Elasticsearch is idle.
  const rows = [
    ['countries', 'cities', 'regions', 'lands'],
    ['places', 'markers'],
  ];
  const missing = Object.keys(JOBS).filter((name) => !rows.flat().includes(name));
  if (missing.length > 0) throw new Error(`add ${missing.join(', ')} to the rows`);
  await Promise.all(
    rows.map(async (names) => {
      for (const name of names) {
        const options = { primaryMinimumPopulation };
        const resource = await JOBS[name](context, options);
        if (!(await isCurrent(context, resource)))
          await ingestResource(context, resource, { progress });
      }
    }),
  );
}

/** Deletes by name, because a cluster may reject wildcards. */
async function removeIndices(client, indexPrefix) {
  const index = Object.keys(await client.indices.get({ index: `${indexPrefix}-*` }));
  if (index.length > 0) await client.indices.delete({ index, ignore_unavailable: true });
}
