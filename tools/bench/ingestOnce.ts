/** The program of a process that runs one ingestion and prints its result. */
import { silentProgress } from '../../core/cli/progress.js';
import { createClient } from '../../core/elasticsearch/client.js';
import { ingestResource } from '../../ingest/generations/ingestResource.js';
import { type IngestionResult, resourceOf, type Task } from './ingestion.js';

const [url = '', indexPrefix = '', task = ''] = process.argv.slice(2);
const client = createClient({ urls: [url], timeoutMs: 120_000 });
try {
  const begun = performance.now();
  const context = { client, indexPrefix };
  const resource = await resourceOf(context, JSON.parse(task) as Task);
  const options = { progress: silentProgress, allowShrink: true };
  const [{ counts }] = await ingestResource(context, resource, options);
  const documents = counts.indexed;
  const seconds = (performance.now() - begun) / 1_000;
  const peakMegabytes = process.resourceUsage().maxRSS / 1_024;
  console.log(JSON.stringify({ documents, seconds, peakMegabytes } satisfies IngestionResult));
} finally {
  await client.close();
}
