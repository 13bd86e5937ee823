import { accessSync, constants } from 'node:fs';
import Joi from 'joi';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Variables whose values are never shown. */
export const SECRETS = new Set(['ELASTICSEARCH_API_KEY', 'ELASTICSEARCH_PASSWORD']);

// An empty variable counts as not set: that is how compose files and shells pass on unset ones.
const text = Joi.string().empty('').trim();
const integer = (min: number, max: number): Joi.NumberSchema =>
  Joi.number()
    .empty('')
    .integer()
    .min(min)
    .max(max)
    .messages({
      '*': `must be an integer from ${min} to ${max}`,
    });

const url = (value: string): string => {
  const parsed = new URL(value);
  if (!['http:', 'https:'].includes(parsed.protocol)) throw new Error('protocol');
  if (parsed.username !== '' || parsed.password !== '') throw new Error('credentials');
  return value;
};

const origin = (value: string): string => {
  if (new URL(value).origin !== value) throw new Error('origin');
  return value;
};

const readable = (path: string): string => {
  accessSync(path, constants.R_OK);
  return path;
};

/** Joi rules of the variables that reading and writing data needs. */
export const dataVariables = {
  ELASTICSEARCH_URL: text
    .default(['http://127.0.0.1:9200'])
    .custom((value: string) => value.split(',').map((part) => url(part.trim())))
    .messages({
      '*': 'must be one or more http:// or https:// addresses, separated by commas, without user and password in them (these go to ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD)',
    }),
  ELASTICSEARCH_API_KEY: text,
  ELASTICSEARCH_USERNAME: text,
  ELASTICSEARCH_PASSWORD: Joi.string().empty(''),
  ELASTICSEARCH_CA_FILE: text.custom(readable).messages({ '*': 'must be a file that can be read' }),
  ELASTICSEARCH_TIMEOUT_MS: integer(100, 600_000).default(2_000),
  INDEX_PREFIX: text
    .pattern(/^[a-z0-9][a-z0-9._-]{0,63}$/)
    .default('geo')
    .messages({
      '*': 'must be 1 to 64 lower-case letters, digits, `.`, `_` and `-`, beginning with a letter or digit',
    }),
};

/** Joi rules of the further variables of the API process. */
export const apiVariables = {
  NODE_ENV: text,
  HOST: text.hostname().default('127.0.0.1').messages({ '*': 'must be a host name or IP address' }),
  PORT: integer(0, 65_535).default(3_000),
  LOG_LEVEL: text
    .valid(...LOG_LEVELS)
    .default('info')
    .messages({ '*': `must be one of ${LOG_LEVELS.join(', ')}` }),
  DEV_TOKENS: Joi.when('NODE_ENV', {
    is: 'production',
    then: Joi.boolean().empty('').valid(false).default(false).messages({
      '*': 'must be false with NODE_ENV=production: the development tokens are publicly known',
    }),
    otherwise: Joi.boolean().empty('').default(false).messages({ '*': 'must be true or false' }),
  }),
  RATE_LIMIT_PER_SECOND: integer(0, 1_000_000).default(0),
  CORS_ORIGIN: text
    .default('*')
    .custom((value: string) =>
      value === '*' ? value : value.split(',').map((part) => origin(part.trim())),
    )
    .messages({
      '*': 'must be * or one or more origins such as https://example.com, separated by commas',
    }),
  TRUST_PROXY: integer(0, 10).default(0),
  MAX_CONCURRENT_REQUESTS: integer(1, 1_000_000).default(1_000),
  SHUTDOWN_GRACE_MS: integer(0, 600_000).default(8_000),
};

/** What `dataVariables` make of the environment. */
export interface DataValues {
  ELASTICSEARCH_URL: string[];
  ELASTICSEARCH_API_KEY?: string;
  ELASTICSEARCH_USERNAME?: string;
  ELASTICSEARCH_PASSWORD?: string;
  ELASTICSEARCH_CA_FILE?: string;
  ELASTICSEARCH_TIMEOUT_MS: number;
  INDEX_PREFIX: string;
}

/** What `dataVariables` and `apiVariables` make of the environment. */
export interface ApiValues extends DataValues {
  HOST: string;
  PORT: number;
  LOG_LEVEL: (typeof LOG_LEVELS)[number];
  DEV_TOKENS: boolean;
  RATE_LIMIT_PER_SECOND: number;
  CORS_ORIGIN: '*' | string[];
  TRUST_PROXY: number;
  MAX_CONCURRENT_REQUESTS: number;
  SHUTDOWN_GRACE_MS: number;
}
