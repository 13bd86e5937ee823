import { provideElasticsearch } from './elasticsearch.mjs';

/** Runs once before all tests: gives them an Elasticsearch, at ELASTICSEARCH_URL. */
export default async function globalSetup() {
  const { url, stop } = await provideElasticsearch();
  process.env.ELASTICSEARCH_URL = url;
  globalThis.stopElasticsearch = stop;
}
