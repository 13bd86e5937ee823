import { provideData } from './data.mjs';
import { provideElasticsearch } from './elasticsearch.mjs';

/**
 * Runs once before all tests: gives them an Elasticsearch, at ELASTICSEARCH_URL, and in it the built-in data,
 * under TEST_INDEX_PREFIX. A run of nothing but `test/unit` goes without the data.
 */
export default async function globalSetup({ nonFlagArgs }) {
  const { url, stop } = await provideElasticsearch();
  process.env.ELASTICSEARCH_URL = url;
  globalThis.stopElasticsearch = stop;
  // Engines that tests start and kill: the best machine code is not worth making for a few requests.
  process.env.ES_JAVA_OPTS ??= '-XX:TieredStopAtLevel=1';
  if (nonFlagArgs.length > 0 && nonFlagArgs.every((path) => path.startsWith('test/unit'))) return;
  const { indexPrefix, remove } = await provideData(url);
  process.env.TEST_INDEX_PREFIX = indexPrefix;
  globalThis.removeTestData = remove;
}
