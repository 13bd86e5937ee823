import { accessSync, constants } from 'node:fs';
import Joi from 'joi';
import {
  ConfigError,
  type Environment,
  integer,
  text,
  type Rules,
  type ValuesOf,
} from './environment.js';
import { SECRETS, withSecretFiles } from './secretFiles.js';

const url = (value: string): string => {
  const parsed = new URL(value);
  if (!['http:', 'https:'].includes(parsed.protocol)) throw new Error('protocol');
  if (parsed.username !== '' || parsed.password !== '') throw new Error('credentials');
  return value;
};

const readable = (path: string): string => {
  accessSync(path, constants.R_OK);
  return path;
};

/** Joi rules of the variables that reading and writing data needs. */
export const dataVariables = {
  ELASTICSEARCH_URL: text<string[]>()
    .default(['http://127.0.0.1:9200'])
    .custom((value: string) => value.split(',').map((part) => url(part.trim())))
    .messages({
      '*': 'must be one or more http:// or https:// addresses, separated by commas, without user and password in them (these go to ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD)',
    }),
  ELASTICSEARCH_API_KEY: text<string | undefined>(),
  ELASTICSEARCH_API_KEY_FILE: text<string | undefined>(),
  ELASTICSEARCH_USERNAME: text<string | undefined>(),
  ELASTICSEARCH_PASSWORD: Joi.string<string | undefined>().empty(''),
  ELASTICSEARCH_PASSWORD_FILE: text<string | undefined>(),
  ELASTICSEARCH_CA_FILE: text<string | undefined>()
    .custom(readable)
    .messages({ '*': 'must be a file that can be read' }),
  ELASTICSEARCH_TIMEOUT_MS: integer(100, 600_000).default(2_000),
  ELASTICSEARCH_SNIFF: Joi.boolean().empty('').default(false).messages({
    '*': 'must be true or false',
  }),
  INDEX_PREFIX: text()
    .pattern(/^[a-z0-9][a-z0-9._-]{0,63}$/)
    .default('geo')
    .messages({
      '*': 'must be 1 to 64 lower-case letters, digits, `.`, `_` and `-`, beginning with a letter or digit',
    }),
};

/** Connection settings for Elasticsearch. */
export interface ElasticsearchSettings {
  readonly urls: readonly string[];
  readonly auth?:
    { readonly apiKey: string } | { readonly username: string; readonly password: string };
  /** A readable file with the certificate authority of the cluster, in PEM. */
  readonly caFile?: string;
  /** The time limit of one request. */
  readonly timeoutMs: number;
  /** Finds the other nodes of the cluster by those of the addresses. */
  readonly sniff?: boolean;
}

/** Settings to read and write data: all that the ingestion and the token commands configure. */
export interface DataConfig {
  readonly elasticsearch: ElasticsearchSettings;
  /** Every index and alias of this service is named `<indexPrefix>-…`. */
  readonly indexPrefix: string;
}

/**
 * The settings of a process that only reads and writes data, such as the ingestion.
 *
 * @throws {ConfigError} listing every faulty variable.
 */
export function loadDataConfig(env: Environment): DataConfig {
  return dataConfig(readVariables(env, dataVariables));
}

/**
 * The values of these variables, and of those that reading and writing data needs; of secrets also
 * from the files that hold them.
 *
 * @throws {ConfigError} listing every faulty variable.
 */
export function readVariables<Given extends Rules>(
  environment: Environment,
  rules: Given,
): ValuesOf<Given> {
  const { env, faults: faultsOfFiles } = withSecretFiles(environment);
  const schema = Joi.object<ValuesOf<Given>>(rules);
  const result = schema.validate(env, { abortEarly: false, stripUnknown: true });
  const faults = [
    ...(result.error?.details ?? []).map(({ path, message }) =>
      describeFault(String(path[0]), message, env),
    ),
    ...faultsOfFiles,
    // A login that could not be read is not one that is missing.
    ...(faultsOfFiles.length > 0 ? [] : authFaults(env)),
  ];
  if (result.error !== undefined || faults.length > 0) throw new ConfigError(faults);
  return result.value;
}

function describeFault(name: string, message: string, env: Environment): string {
  const value = env[name] ?? '';
  // An address may carry a password although it should not.
  const hidden =
    SECRETS.some((secret) => secret === name) || (name.endsWith('_URL') && value.includes('@'));
  return `${name}${hidden ? '' : `=${JSON.stringify(value)}`} ${message}`;
}

function authFaults(env: Environment): string[] {
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

/** Puts the values of `dataVariables` into their places. */
export function dataConfig(values: ValuesOf<typeof dataVariables>): DataConfig {
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
      ...(values.ELASTICSEARCH_SNIFF && { sniff: true }),
      ...auth,
      ...(caFile === undefined ? {} : { caFile }),
    },
    indexPrefix: values.INDEX_PREFIX,
  };
}
