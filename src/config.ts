import { existsSync } from 'node:fs';
import Joi from 'joi';
import {
  apiVariables,
  dataVariables,
  LOG_LEVELS,
  SECRETS,
  type ApiValues,
  type DataValues,
} from './variables.js';

export { LOG_LEVELS };

/** How to reach Elasticsearch. */
export interface ElasticsearchSettings {
  readonly urls: readonly string[];
  readonly auth?:
    { readonly apiKey: string } | { readonly username: string; readonly password: string };
  /** A readable file with the certificate authority of the cluster, in PEM. */
  readonly caFile?: string;
  /** How long one request to Elasticsearch may take. */
  readonly timeoutMs: number;
}

/** What reading and writing data needs: all that the ingestion and the token commands configure. */
export interface DataConfig {
  readonly elasticsearch: ElasticsearchSettings;
  /** Every index and alias of this service is named `<indexPrefix>-…`. */
  readonly indexPrefix: string;
}

/** What the API process needs. */
export interface Config extends DataConfig {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Whether `dev-public` and `dev-internal` are accepted as tokens. */
  readonly devTokens: boolean;
  /** Requests a second and token, in this process; 0: no limit. */
  readonly rateLimitPerSecond: number;
  /** The origins whose pages may call the API; `*`: all. */
  readonly corsOrigins: '*' | readonly string[];
  /** How many proxies in front of the API add to `X-Forwarded-For`; 0: none, the header is ignored. */
  readonly trustedProxies: number;
  /** Requests answered at the same time; further ones get 503. */
  readonly maxConcurrentRequests: number;
  /** How long running requests may go on after SIGTERM. */
  readonly shutdownGraceMs: number;
}

/** Settings that cannot be used. The message lists every faulty one. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(['The configuration is not valid:', ...faults.map((fault) => `  - ${fault}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

type Env = Readonly<Record<string, string | undefined>>;

const ENV_FILE = '.env';

/** The environment, completed from the file `.env` of the working folder where there is one. */
export function readEnvironment(): Env {
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
  return process.env;
}

/**
 * The settings of an API process.
 *
 * @throws {ConfigError} listing every faulty variable.
 */
export function loadConfig(env: Env): Config {
  const values = check(env, Joi.object<ApiValues>({ ...dataVariables, ...apiVariables }));
  return {
    ...dataConfig(values),
    host: values.HOST,
    port: values.PORT,
    logLevel: values.LOG_LEVEL,
    devTokens: values.DEV_TOKENS,
    rateLimitPerSecond: values.RATE_LIMIT_PER_SECOND,
    corsOrigins: values.CORS_ORIGIN,
    trustedProxies: values.TRUST_PROXY,
    maxConcurrentRequests: values.MAX_CONCURRENT_REQUESTS,
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
  };
}

/**
 * The settings of a process that only reads and writes data, such as the ingestion.
 *
 * @throws {ConfigError} listing every faulty variable.
 */
export function loadDataConfig(env: Env): DataConfig {
  return dataConfig(check(env, Joi.object<DataValues>(dataVariables)));
}

function check<Values>(env: Env, variables: Joi.ObjectSchema<Values>): Values {
  const result = variables.validate(env, { abortEarly: false, stripUnknown: true });
  const faults = [
    ...(result.error?.details ?? []).map(({ path, message }) =>
      describeFault(String(path[0]), message, env),
    ),
    ...authFaults(env),
  ];
  if (result.error !== undefined || faults.length > 0) throw new ConfigError(faults);
  return result.value;
}

function describeFault(name: string, message: string, env: Env): string {
  const value = env[name] ?? '';
  // An address may carry a password although it should not.
  const hidden = SECRETS.has(name) || (name === 'ELASTICSEARCH_URL' && value.includes('@'));
  return `${name}${hidden ? '' : `=${JSON.stringify(value)}`} ${message}`;
}

function authFaults(env: Env): string[] {
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  const faults: string[] = [];
  const user = isSet('ELASTICSEARCH_USERNAME');
  const password = isSet('ELASTICSEARCH_PASSWORD');
  if (isSet('ELASTICSEARCH_API_KEY') && (user || password)) {
    faults.push(
      'ELASTICSEARCH_API_KEY must not be set together with ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD: keep one of the two ways',
    );
  }
  if (user && !password)
    faults.push('ELASTICSEARCH_PASSWORD must be set with ELASTICSEARCH_USERNAME');
  if (password && !user)
    faults.push('ELASTICSEARCH_USERNAME must be set with ELASTICSEARCH_PASSWORD');
  return faults;
}

function dataConfig(values: DataValues): DataConfig {
  const { ELASTICSEARCH_API_KEY: apiKey, ELASTICSEARCH_USERNAME: username } = values;
  const { ELASTICSEARCH_PASSWORD: password, ELASTICSEARCH_CA_FILE: caFile } = values;
  const auth =
    apiKey !== undefined
      ? { auth: { apiKey } }
      : username !== undefined && password !== undefined
        ? { auth: { username, password } }
        : {};
  return {
    elasticsearch: {
      urls: values.ELASTICSEARCH_URL,
      timeoutMs: values.ELASTICSEARCH_TIMEOUT_MS,
      ...auth,
      ...(caFile === undefined ? {} : { caFile }),
    },
    indexPrefix: values.INDEX_PREFIX,
  };
}
