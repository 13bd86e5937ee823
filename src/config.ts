import Joi from 'joi';
import { type Environment, integer, text } from '../core/elasticsearch/environment.js';
import { dataConfig, dataVariables, readVariables } from '../core/elasticsearch/settings.js';
import { LOGGED_REQUESTS } from './observe/accessLog.js';
import { isOrigin, localOrigins } from './origin.js';
import { MAX_RATE_LIMIT } from './access/tokens/caller.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const origin = (value: string): string => {
  if (!isOrigin(value)) throw new Error('origin');
  return value;
};

/** One host, as a content security policy can name it without naming more. */
const HOST_NAME = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

const publicAddress = (value: string): string => {
  const { hostname, username, password } = new URL(value);
  const isPublic = HOST_NAME.test(hostname) && username === '' && password === '';
  if (!isPublic) throw new Error('address');
  return value;
};

// Absent: as RATE_LIMIT_PER_SECOND says.
const optionalRateLimit = integer(0, MAX_RATE_LIMIT) as Joi.Schema<number | undefined>;

/** Joi rules of the variables of the API process, besides those that data needs. */
export const apiVariables = {
  NODE_ENV: text<string | undefined>(),
  HOST: text()
    .hostname()
    .default('127.0.0.1')
    .messages({ '*': 'must be a host name or IP address' }),
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
  METRICS_HOST: text()
    .hostname()
    .default('127.0.0.1')
    .messages({ '*': 'must be a host name or IP address' }),
  METRICS_PORT: integer(0, 65_535),
  DEV_TOKENS: Joi.boolean()
    .empty('')
    .default(false)
    .messages({ '*': 'must be true or false' })
    .when('NODE_ENV', {
      is: 'production',
      then: Joi.valid(false).messages({
        '*': 'must be false with NODE_ENV=production: the development tokens are publicly known',
      }),
    }),
  RATE_LIMIT_PER_SECOND: integer(0, MAX_RATE_LIMIT).default(0),
  RATE_LIMIT_PUBLIC_PER_SECOND: optionalRateLimit,
  RATE_LIMIT_INTERNAL_PER_SECOND: optionalRateLimit,
  CORS_ORIGIN: text<'*' | readonly string[] | undefined>()
    .custom((value: string) =>
      value === '*' ? value : value.split(',').map((part) => origin(part.trim())),
    )
    .messages({
      '*': 'must be * or one or more origins such as https://example.com, separated by commas',
    }),
  TRUST_PROXY: integer(0, 10).default(0),
  PAGES: Joi.boolean().empty('').default(true).messages({ '*': 'must be true or false' }),
  MAP_STYLE_URL: text<string | undefined>()
    .uri({ scheme: ['http', 'https'] })
    .custom(publicAddress)
    .messages({ '*': 'must be an http:// or https:// address, without user and password' }),
  MAX_CONCURRENT_REQUESTS: integer(1, 1_000_000).default(1_000),
  CACHE_MEGABYTES: integer(0, 65_536).default(64),
  CACHE_MAX_AGE_SECONDS: integer(0, 31_536_000).default(60),
  SHUTDOWN_DELAY_MS: integer(0, 600_000).default(1_000),
  SHUTDOWN_GRACE_MS: integer(0, 600_000).default(8_000),
};

/** The settings of the API process. */
export type Config = Readonly<ReturnType<typeof loadConfig>>;

/**
 * The settings of an API process.
 *
 * @throws {ConfigError} listing every faulty variable.
 */
export function loadConfig(env: Environment) {
  const values = readVariables(env, { ...dataVariables, ...apiVariables });
  const { CORS_ORIGIN: origins, DEV_TOKENS: devTokens, HOST: host } = values;
  const devTokenOrigins =
    devTokens && origins !== '*' ? [...(origins ?? []), ...localOrigins(host)] : undefined;
  return {
    ...dataConfig(values),
    host,
    /** 0: any free port. */
    port: values.PORT,
    logLevel: values.LOG_LEVEL,
    /** A request that takes so long is logged with the parts of its time; 0: none is. */
    slowRequestMs: values.SLOW_REQUEST_MS,
    logRequests: values.LOG_REQUESTS,
    metricsHost: values.METRICS_HOST,
    /** Where `GET /metrics` is; undefined: nowhere. 0: any free port. */
    metricsPort: values.METRICS_PORT as number | undefined,
    /** True if `dev-public` and `dev-internal` are accepted as tokens. */
    devTokens,
    /** The origins whose pages may use these; undefined: all. */
    devTokenOrigins,
    /** Requests a second and token, in this process; 0: no limit. */
    rateLimitPerSecond: values.RATE_LIMIT_PER_SECOND,
    /** The same for the tokens of one scope; undefined: there is none of its own. */
    publicRateLimitPerSecond: values.RATE_LIMIT_PUBLIC_PER_SECOND,
    internalRateLimitPerSecond: values.RATE_LIMIT_INTERNAL_PER_SECOND,
    /** The origins whose pages may call the API; `*`: all. */
    corsOrigins: origins ?? devTokenOrigins ?? '*',
    /** Proxies in front of the API that add to `X-Forwarded-For`; 0: the header is ignored. */
    trustedProxies: values.TRUST_PROXY,
    /** True if it serves the explorer and the widget, too. */
    pages: values.PAGES,
    /** The style that the explorer's map is drawn by; undefined: its own. */
    mapStyleUrl: values.MAP_STYLE_URL,
    /** Requests answered at the same time; further ones get 503. */
    maxConcurrentRequests: values.MAX_CONCURRENT_REQUESTS,
    /** Memory of the caches. 0 switches them off. */
    cacheMegabytes: values.CACHE_MEGABYTES,
    /** As long as callers may take an answer for the present one without asking. */
    cacheMaxAgeSeconds: values.CACHE_MAX_AGE_SECONDS,
    /** The time after SIGTERM in which connections are still accepted, but it is not ready. */
    shutdownDelayMs: values.SHUTDOWN_DELAY_MS,
    /** The time that running requests have after that. */
    shutdownGraceMs: values.SHUTDOWN_GRACE_MS,
  };
}
