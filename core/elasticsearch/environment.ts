import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import Joi from 'joi';
import leven from 'leven';

/** Invalid settings. The message lists all of them. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(['The configuration is not valid:', ...faults.map((fault) => `  - ${fault}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Joi rules by name, for variables or parameters. */
export type Rules = Readonly<Record<string, Joi.Schema>>;

/** The validated values. The type of a rule says whether its value may be absent. */
export type ValuesOf<Given extends Rules> = {
  readonly [Name in keyof Given]: Given[Name] extends Joi.Schema<infer Value> ? Value : never;
};

const ENV_FILE = '.env';

/**
 * Reads the environment, and adds the settings of the file `.env` in the working folder. Unknown settings in
 * the file are reported on standard error.
 */
export function readEnvironment(): Environment {
  if (existsSync(ENV_FILE)) {
    process.loadEnvFile(ENV_FILE);
    const names = Object.keys(parseEnv(readFileSync(ENV_FILE, 'utf8')));
    for (const warning of describeUnknown(names)) console.error(warning);
  }
  return process.env;
}

/** Returns a rule for text. An empty variable is unset: Compose and shells pass unset ones so. */
export const text = <Value = string>(): Joi.StringSchema<Value> =>
  Joi.string<Value>().empty('').trim();

/** Returns a rule for an integer within bounds, both included. */
export const integer = (min: number, max: number): Joi.NumberSchema =>
  Joi.number()
    .empty('')
    .integer()
    .min(min)
    .max(max)
    .messages({ '*': `must be an integer from ${min} to ${max}` });

/** The settings that `.env` may hold: for our commands, docker-compose.yml and the local Elasticsearch. */
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

/** Settings of Docker itself, which Compose reads from `.env`, too. */
const FOREIGN = /^(DOCKER|COMPOSE)_/;
/** A name with more wrong letters is not a misspelling. */
const MOST_MISTYPED = 4;

/** Returns a warning for each unknown name, with the setting that may be meant. */
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
      const remedy =
        nearest === undefined ? '.env.example lists all settings.' : `Did you mean ${nearest}?`;
      return `.env: ${name} is ignored, because there is no such setting. ${remedy}`;
    });
}

/** True for a line without `=`, which Node joins with the lines below it. */
function isGlued(name: string): boolean {
  return name.includes('\n');
}

function nearestSetting(name: string): string | undefined {
  const written = name.toUpperCase();
  const [nearest] = KNOWN_SETTINGS.map((setting) => ({
    setting,
    // An incomplete name counts as a small error.
    edits: setting.startsWith(written) ? 1 : leven(written, setting),
  })).sort((one, other) => one.edits - other.edits);
  if (nearest === undefined) return undefined;
  const most = Math.min(MOST_MISTYPED, name.length / 2);
  return nearest.edits <= most ? nearest.setting : undefined;
}
