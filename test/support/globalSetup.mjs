import { provideData } from './data.mjs';
import { provideElasticsearch } from './elasticsearch.mjs';

/**
 * For servers that live for minutes at most, several of them on few processors: the thorough compiler, and a collector
 * with threads of its own, cost more than they gain. To load all data took 158 s of processor time with them, 105 s
 * without.
 */
const JAVA_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC';

/**
 * Runs once before all tests: gives them an Elasticsearch, at ELASTICSEARCH_URL, and in it the built-in data,
 * under TEST_INDEX_PREFIX. A run of nothing but `test/unit` goes without the data.
 */
export default async function globalSetup({ nonFlagArgs }) {
  // The engines that single tests start take it, too.
  process.env.ES_JAVA_OPTS ??= JAVA_OPTIONS;
  const { url, stop } = await provideElasticsearch();
  process.env.ELASTICSEARCH_URL = url;
  globalThis.stopElasticsearch = stop;
  if (nonFlagArgs.length > 0 && nonFlagArgs.every((path) => path.startsWith('test/unit'))) return;
  const { indexPrefix, remove } = await provideData(url);
  process.env.TEST_INDEX_PREFIX = indexPrefix;
  globalThis.removeTestData = remove;
}
