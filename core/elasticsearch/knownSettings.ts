import leven from 'leven';

/**
 * The names that a file `.env` may hold, each read by some command: by those that read settings, by
 * Docker Compose for docker-compose.yml, and by the local Elasticsearch.
 */
export const KNOWN_SETTINGS: readonly string[] = [
  'ELASTICSEARCH_URL',
  'ELASTICSEARCH_API_KEY',
  'ELASTICSEARCH_API_KEY_FILE',
  'ELASTICSEARCH_USERNAME',
  'ELASTICSEARCH_PASSWORD',
  'ELASTICSEARCH_PASSWORD_FILE',
  'ELASTICSEARCH_CA_FILE',
  'ELASTICSEARCH_TIMEOUT_MS',
  'ELASTICSEARCH_SNIFF',
  'INDEX_PREFIX',
  'REJECTS_FOLDER',
  'SOURCES_FILE',
  'NODE_ENV',
  'HOST',
  'PORT',
  'LOG_LEVEL',
  'SLOW_REQUEST_MS',
  'LOG_REQUESTS',
  'METRICS_HOST',
  'METRICS_PORT',
  'DEV_TOKENS',
  'RATE_LIMIT_PER_SECOND',
  'RATE_LIMIT_PUBLIC_PER_SECOND',
  'RATE_LIMIT_INTERNAL_PER_SECOND',
  'CORS_ORIGIN',
  'TRUST_PROXY',
  'PAGES',
  'MAP_STYLE_URL',
  'MAX_CONCURRENT_REQUESTS',
  'CACHE_MEGABYTES',
  'CACHE_MAX_AGE_SECONDS',
  'SHUTDOWN_DELAY_MS',
  'SHUTDOWN_GRACE_MS',
  'ELASTIC_PASSWORD',
  'API_PORT',
  'API_ADDRESS',
  'ELASTICSEARCH_HEAP',
  'ELASTICSEARCH_MEMORY',
  'API_MEMORY',
  'INGEST_MEMORY',
  'DATA_FOLDER',
  'BACKUP_FOLDER',
  'JAVA_HOME',
  'ES_JAVA_OPTS',
];

/** Docker's own, which its Compose reads there, too. */
const FOREIGN = /^(DOCKER|COMPOSE)_/;
/** More letters than these are not mistyped. */
const MOST_MISTYPED = 4;

/** One sentence for each of these names that no setting has, with the setting that may be meant. */
export function describeUnknown(names: readonly string[]): string[] {
  return names
    .filter((name) => !KNOWN_SETTINGS.includes(name) && (isGlued(name) || !FOREIGN.test(name)))
    .map((name) => {
      if (isGlued(name)) {
        const [line, ...below] = name.split('\n').filter((part) => !/^\s*(#|$)/.test(part));
        const lost = below.length === 0 ? '' : `, so that ${below.join(', ')} below it is not read`;
        return `.env: the line "${line}" has no "="${lost}. Write NAME=value, or delete it.`;
      }
      const nearest = nearestSetting(name);
      const remedy = nearest === undefined ? '.env.example lists them.' : `Is ${nearest} meant?`;
      return `.env: ${name} is ignored, because no setting is called so. ${remedy}`;
    });
}

/** Tells whether a name is a line without `=`, which Node reads together with those below it. */
function isGlued(name: string): boolean {
  return name.includes('\n');
}

function nearestSetting(name: string): string | undefined {
  const written = name.toUpperCase();
  const [nearest] = KNOWN_SETTINGS.map((setting) => ({
    setting,
    // A beginning is a name that was not remembered whole.
    edits: setting.startsWith(written) ? 1 : leven(written, setting),
  })).sort((one, other) => one.edits - other.edits);
  if (nearest === undefined) return undefined;
  const most = Math.min(MOST_MISTYPED, name.length / 2);
  return nearest.edits <= most ? nearest.setting : undefined;
}
