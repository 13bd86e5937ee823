import { removeFaultReport } from './faultTable.mjs';
import { provideData } from './data.mjs';
import { provideElasticsearch } from './elasticsearch.mjs';

/**
 * Runs once before all tests: gives them an Elasticsearch at ELASTICSEARCH_URL, and in it the built-in data under
 * TEST_INDEX_PREFIX. The suite of faults needs no data, and a run of `test/unit` only needs nothing.
 */
export default async function setup({ nonFlagArgs }, { roots }) {
  if (nonFlagArgs.length > 0 && nonFlagArgs.every((path) => path.startsWith('test/unit'))) return;
  const { url, stop } = await provideElasticsearch();
  process.env.ELASTICSEARCH_URL = url;
  globalThis.stopTestElasticsearch = stop;
  if (roots.every((root) => root.endsWith('faults'))) {
    removeFaultReport();
    return;
  }
  const { indexPrefix, remove } = await provideData(url);
  process.env.TEST_INDEX_PREFIX = indexPrefix;
  globalThis.removeTestData = remove;
}
