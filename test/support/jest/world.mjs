import { provideBrowsers } from './browser.mjs';
import { ingestWorld } from './ingestWorld.mjs';
import { provideElasticsearch } from './elasticsearch.mjs';

/**
 * Gives the tests an Elasticsearch at ELASTICSEARCH_URL, in it a world under TEST_INDEX_PREFIX, and browsers at
 * TEST_BROWSERS. What is current of the last run is used again.
 * @param {'small' | 'whole'} name
 * @param {() => Promise<import('../../../ingest/runs/jobs.js').Jobs>} loadJobs
 */
export async function provideWorld(name, loadJobs) {
  if (globalThis.stopTestElasticsearch !== undefined)
    throw new Error(
      'These tests need different worlds. Run the suites store and pages, or world and browsers, or faults alone.',
    );
  const given = process.env.TEST_INDEX_PREFIX;
  const indexPrefix = given || `tests-${name}`;
  const elasticsearch = await provideElasticsearch(name);
  globalThis.stopTestElasticsearch = elasticsearch.stop;
  globalThis.stopTestBrowsers = (await provideBrowsers()).stop;
  const { url } = elasticsearch;
  const { made } = await ingestWorld(url, indexPrefix, await loadJobs());
  if (made.length > 0) await elasticsearch.keep();
  process.env.ELASTICSEARCH_URL = url;
  process.env.TEST_INDEX_PREFIX = indexPrefix;
}
