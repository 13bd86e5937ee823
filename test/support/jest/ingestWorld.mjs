const requestTimeoutMs = 120_000;

/** Regions and lands are made from cities, markers from places. With two rows, neither this process nor Elasticsearch is idle. */
const ROWS = [
  ['countries', 'cities', 'regions', 'lands'],
  ['places', 'markers'],
];

/**
 * Ingests what is not current of a world. A generation is promoted when it is complete, so a run that is killed leaves
 * nothing that the next one takes for current.
 * @param {string} url of Elasticsearch
 * @param {string} indexPrefix
 * @param {import('../../../ingest/runs/jobs.js').Jobs} jobs
 * @returns {Promise<{ made: string[] }>} the resources that were made
 */
export async function ingestWorld(url, indexPrefix, jobs) {
  const { createClient } = await import('../../../dist/core/elasticsearch/client.js');
  const { silentProgress: progress } = await import('../../../dist/core/cli/progress.js');
  const { DEFAULT_PRIMARY_MINIMUM_POPULATION: primaryMinimumPopulation } =
    await import('../../../dist/ingest/cities/ids.js');
  const { isCurrent } = await import('../../../dist/ingest/generations/provenance.js');
  const { ingestResource } = await import('../../../dist/ingest/generations/ingestResource.js');
  const missing = Object.keys(jobs).filter((name) => !ROWS.flat().includes(name));
  if (missing.length > 0) throw new Error(`add ${missing.join(', ')} to the rows`);
  const client = createClient({ urls: [url], timeoutMs: requestTimeoutMs });
  const context = { client, indexPrefix };
  // Newer data may differ from that of another branch as much as it likes.
  const accepting = { progress, allowShrink: true, allowChange: true, allowOlder: true, replaceSource: true }; // prettier-ignore
  const made = [];
  try {
    await Promise.all(
      ROWS.map(async (names) => {
        for (const name of names) {
          const resource = await jobs[name](context, { primaryMinimumPopulation });
          if (await isCurrent(context, resource)) continue;
          await ingestResource(context, resource, accepting, accepting);
          made.push(name);
        }
      }),
    );
    return { made };
  } finally {
    await client.close();
  }
}
