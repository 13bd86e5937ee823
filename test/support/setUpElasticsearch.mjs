import { provideElasticsearch } from './elasticsearch.mjs';

/**
 * Without the collector whose threads work beside: to load all data took 159 s of processor time with it, 119 s without.
 * And the thorough compiler, which took half of that, compiles what is run ten times as often as by default: 78 s.
 */
const JAVA_OPTIONS = [
  '-XX:-UseG1GC -XX:+UseParallelGC',
  '-XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000',
  '-XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000',
].join(' ');
/**
 * Of the servers that single tests start, for seconds: the thorough compiler costs them more than it gains, too, and so
 * does the verification of classes, a tenth of a start.
 */
const SHORT_LIVED_JAVA_OPTIONS =
  '-XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote';

/**
 * Gives all tests of a run an Elasticsearch, at ELASTICSEARCH_URL; globalTeardown.mjs stops it.
 * @returns {Promise<string>} its URL
 */
export async function setUpElasticsearch() {
  const given = process.env.ES_JAVA_OPTS;
  const isOurs = !process.env.ELASTICSEARCH_URL;
  process.env.ES_JAVA_OPTS = given ?? JAVA_OPTIONS;
  const { url, stop } = await provideElasticsearch();
  process.env.ES_JAVA_OPTS = given ?? SHORT_LIVED_JAVA_OPTIONS;
  if (isOurs) await neverBreak(url);
  process.env.ELASTICSEARCH_URL = url;
  globalThis.stopElasticsearch = stop;
  return url;
}

/**
 * Lets Elasticsearch take requests whatever its memory holds. This collector leaves garbage until there is no room: from
 * 95 % on Elasticsearch would refuse every request, for minutes, since whoever refuses makes no garbage.
 */
async function neverBreak(url) {
  const persistent = { 'indices.breaker.total.limit': '100%' };
  const response = await fetch(`${url}/_cluster/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ persistent }),
  });
  if (!response.ok) throw new Error(`Elasticsearch refuses a setting: ${await response.text()}`);
}
