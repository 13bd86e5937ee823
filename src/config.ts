import { omit, toCamelCaseKeys } from 'es-toolkit/object';
import Joi from 'joi';
import { type Environment, integer, text } from '../core/elasticsearch/environment.js';
import { dataConfig, dataVariables, readVariables } from '../core/elasticsearch/settings.js';
import { LOGGED_REQUESTS } from './observe/accessLog.js';
import { isOrigin, localOrigins } from './origin.js';
import { MAX_RATE_LIMIT } from './access/tokens/token.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const origin = (value: string): string => {
  if (!isOrigin(value)) throw new Error('origin');
  return value;
};

/** A single host, as a content security policy can name it. */
const HOST_NAME = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

const publicAddress = (value: string): string => {
  const { hostname, username, password } = new URL(value);
  const isPublic = HOST_NAME.test(hostname) && username === '' && password === '';
  if (!isPublic) throw new Error('address');
  return value;
};

const host = text()
  .hostname()
  .default('127.0.0.1')
  .messages({ '*': 'must be a host name or IP address' });

const flag = Joi.boolean().empty('').messages({ '*': 'must be true or false' });

const optionalInteger: (min: number, max: number) => Joi.Schema<number | undefined> = integer;

/** Joi rules of the settings of the API process, except those for Elasticsearch. */
export const apiVariables = {
  NODE_ENV: text<string | undefined>(),
  HOST: host,
  PORT: integer(0, 65_535).default(3_000),
  LOG_LEVEL: text<(typeof LOG_LEVELS)[number]>()
    .valid(...LOG_LEVELS)
    .default('info')
    .messages({ '*': `must be one of ${LOG_LEVELS.join(', ')}` }),
  SLOW_REQUEST_MS: integer(0, 600_000).default(1_000),
  LOG_REQUESTS: text<(typeof LOGGED_REQUESTS)[number]>()
    .valid(...LOGGED_REQUESTS)
    .default('all')
    .messages({ '*': `must be one of ${LOGGED_REQUESTS.join(', ')}` }),
  METRICS_HOST: host,
  /** Absent: no metrics. 0: any free port. */
  METRICS_PORT: optionalInteger(0, 65_535),
  DEV_TOKENS: flag.default(false).when('NODE_ENV', {
    is: 'production',
    then: Joi.valid(false).messages({
      '*': 'must be false with NODE_ENV=production: the development tokens are publicly known',
    }),
  }),
  /** Absent: 600 for public tokens, no limit for internal ones. */
  RATE_LIMIT_PER_SECOND: optionalInteger(0, MAX_RATE_LIMIT),
  /** RATE_LIMIT_PER_SECOND when absent. */
  RATE_LIMIT_PUBLIC_PER_SECOND: optionalInteger(0, MAX_RATE_LIMIT),
  RATE_LIMIT_INTERNAL_PER_SECOND: optionalInteger(0, MAX_RATE_LIMIT),
  CORS_ORIGIN: text<'*' | readonly string[] | undefined>()
    .custom((value: string) =>
      value === '*' ? value : value.split(',').map((part) => origin(part.trim())),
    )
    .messages({
      '*': 'must be * or one or more origins such as https://example.com, separated by commas',
    }),
  TRUST_PROXY: integer(0, 10).default(0),
  PAGES: flag.default(true),
  MAP_STYLE_URL: text<string | undefined>()
    .uri({ scheme: ['http', 'https'] })
    .custom(publicAddress)
    .messages({ '*': 'must be an http:// or https:// address, without user and password' }),
  /** Requests at the same time. Further requests get 503. */
  MAX_CONCURRENT_REQUESTS: integer(1, 1_000_000).default(1_000),
  CACHE_MEGABYTES: integer(0, 65_536).default(96),
  CACHE_MAX_AGE_SECONDS: integer(0, 31_536_000).default(60),
  /** The time after SIGTERM in which connections are accepted, but readiness fails. */
  SHUTDOWN_DELAY_MS: integer(0, 600_000).default(1_000),
  SHUTDOWN_GRACE_MS: integer(0, 600_000).default(8_000),
};

/** The settings of the API process; `.env.example` explains them. */
export type Config = Readonly<ReturnType<typeof loadConfig>>;

const DATA_NAMES = Object.keys(dataVariables) as (keyof typeof dataVariables)[];

/**
 * Reads the settings of an API process. They are named like their variables, in camel case.
 * @throws {ConfigError} which lists every faulty setting
 */
export function loadConfig(env: Environment) {
  const values = readVariables(env, { ...dataVariables, ...apiVariables });
  const { CORS_ORIGIN: origins, DEV_TOKENS, HOST } = values;
  const devTokenOrigins =
    DEV_TOKENS && origins !== '*' ? [...(origins ?? []), ...localOrigins(HOST)] : undefined;
  const own = omit(values, [...DATA_NAMES, 'CORS_ORIGIN']);
  return {
    ...omit(dataConfig(values), ['layoutOf']),
    ...toCamelCaseKeys(own),
    /** The origins whose pages may use the development tokens. Undefined: all. */
    devTokenOrigins,
    /** The origins whose pages may call the API. `*` means all. */
    corsOrigins: origins ?? devTokenOrigins ?? '*',
  };
}
