import { printFaultTable, removeFaultReport } from './faultTable.mjs';
import { provideElasticsearch } from './elasticsearch.mjs';

/** Runs once before the suite of faults: gives the tests an empty Elasticsearch at ELASTICSEARCH_URL. */
export default async function setup() {
  removeFaultReport();
  globalThis.reportTests = printFaultTable;
  const { url, stop } = await provideElasticsearch();
  process.env.ELASTICSEARCH_URL = url;
  globalThis.stopTestElasticsearch = stop;
}
