import { provideData } from './data.mjs';
import { setUpElasticsearch } from './setUpElasticsearch.mjs';

/**
 * Runs once before all tests: gives them an Elasticsearch, at ELASTICSEARCH_URL, and in it the built-in data,
 * under TEST_INDEX_PREFIX. A run of nothing but `test/unit` goes without.
 */
export default async function globalSetup({ nonFlagArgs }) {
  if (nonFlagArgs.length > 0 && nonFlagArgs.every((path) => path.startsWith('test/unit'))) return;
  const url = await setUpElasticsearch();
  const { indexPrefix, remove } = await provideData(url);
  process.env.TEST_INDEX_PREFIX = indexPrefix;
  globalThis.removeTestData = remove;
}
