import { beginFaultReport } from './faultReport.mjs';
import { setUpElasticsearch } from './setUpElasticsearch.mjs';

/**
 * Runs once before the suite of faults: gives it an Elasticsearch, at ELASTICSEARCH_URL, without data, for the tests that
 * do not start one of their own.
 */
export default async function faultsSetup() {
  beginFaultReport();
  await setUpElasticsearch();
}
