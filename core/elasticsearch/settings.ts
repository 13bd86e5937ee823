import { accessSync, closeSync, constants, existsSync, openSync, readSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import Joi from 'joi';
import { builds } from '../../indices/builds.js';
import { RESOURCE_NAMES } from '../../indices/resources.js';
import {
  ConfigError,
  type Environment,
  integer,
  text,
  type Rules,
  type ValuesOf,
} from './environment.js';

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

/** Secret variables. Their values are never shown, and can come from files. */
const SECRETS = /^ELASTICSEARCH_(API_KEY|PASSWORD)(_FILE)?$/;
/** A longer file is not a secret, and may never end. */
const MOST_BYTES = 64 * 1_024;
/** A header, which transports the secret, cannot hold these. */
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Reads the secret of a variable `…_FILE`. A line end at the end of the file is removed. */
const readSecret: Joi.CustomValidator<string> = (file, { state }) => {
  const [env] = state.ancestors as [Environment];
  const name = String(state.path?.[0]).replace(/_FILE$/, '');
  if ((env[name] ?? '') !== '')
    throw new Error(`must not be set together with ${name}: keep one of them`);
  const bytes = readStart(file);
  const secret = bytes.toString('utf8').replace(/\r?\n$/, '');
  if (secret === '') throw new Error('is empty: the file must hold the secret');
  if (bytes.length > MOST_BYTES) throw new Error('is too long for a secret');
  if (CONTROL_CHARACTER.test(secret))
    throw new Error('must hold only the secret, in one line without control characters');
  return secret;
};

/** False for the text of a variable `…_FILE` that may be the secret itself. */
const isPath = (file: string): boolean => isAbsolute(file) || existsSync(file);

const secretFile = text<string | undefined>()
  .custom(readSecret)
  .messages({ 'any.custom': '{{#error.message}}' });

/** One copy on every cluster with a second node. */
export const DEFAULT_LAYOUT: IndexLayout = { shards: '1', replicas: '0-1' };

type ByResource = (resource: string) => string;

const NAMES = [...RESOURCE_NAMES, builds.resource];
const PART = new RegExp(`^(?:(${NAMES.join('|')}):)?([^:]+)$`);

/** Returns a rule for one value, or for values by resource: `places:2,markers:3`. */
const byResource = (isValid: (value: string) => boolean, unset: string, which: string) =>
  text<ByResource>()
    .default(() => () => unset)
    .custom((given: string): ByResource => {
      const values = new Map<string, string>();
      for (const part of given.split(',')) {
        const [, name = '', value = ''] = PART.exec(part.trim()) ?? [];
        if (!isValid(value) || values.has(name)) throw new Error('value');
        values.set(name, value);
      }
      return (resource) => values.get(resource) ?? values.get('') ?? unset;
    })
    .messages({ '*': `must be ${which}, or one for each resource, such as places:2,markers:1` });

function isReplicas(value: string): boolean {
  const [least = '', most = '9'] = value.split('-');
  return /^\d(-(\d|all))?$/.test(value) && (most === 'all' || least <= most);
}

/** Joi rules for the variables that all commands and the API need. */
export const dataVariables = {
  ELASTICSEARCH_URL: text<string[]>()
    .default(['http://127.0.0.1:9200'])
    .custom((value: string) => value.split(',').map((part) => url(part.trim())))
    .messages({
      '*': 'must be one or more http:// or https:// addresses, separated by commas, without user and password (set ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD)',
    }),
  ELASTICSEARCH_API_KEY: text<string | undefined>(),
  ELASTICSEARCH_API_KEY_FILE: secretFile,
  ELASTICSEARCH_USERNAME: text<string | undefined>(),
  ELASTICSEARCH_PASSWORD: Joi.string<string | undefined>().empty(''),
  ELASTICSEARCH_PASSWORD_FILE: secretFile,
  ELASTICSEARCH_CA_FILE: text<string | undefined>()
    .custom(readable)
    .messages({ '*': 'must be a readable file' }),
  ELASTICSEARCH_TIMEOUT_MS: integer(100, 600_000).default(2_000),
  ELASTICSEARCH_SNIFF: Joi.boolean().empty('').default(false).messages({
    '*': 'must be true or false',
  }),
  SHARDS: byResource(
    (value) => /^([1-9]|[1-9]\d|100)$/.test(value),
    DEFAULT_LAYOUT.shards,
    'a number from 1 to 100',
  ),
  REPLICAS: byResource(
    isReplicas,
    DEFAULT_LAYOUT.replicas,
    'a number from 0 to 9, a range such as 0-2, or 0-all',
  ),
  INDEX_PREFIX: text()
    .pattern(/^[a-z0-9][a-z0-9._-]{0,63}$/)
    .default('geo')
    .messages({
      '*': 'must be 1 to 64 lower-case letters, digits, `.`, `_` and `-`, starting with a letter or digit',
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
  /** Ask the nodes for the other nodes of the cluster. */
  readonly sniff?: boolean;
}

/** How the indices of a resource are divided and copied. */
export interface IndexLayout {
  readonly shards: string;
  /** A number, or a range from which Elasticsearch chooses by the number of nodes. */
  readonly replicas: string;
}

/** The settings of the ingestion and the token commands. */
export interface DataConfig {
  readonly elasticsearch: ElasticsearchSettings;
  /** Every index and alias is named `<indexPrefix>-…`. */
  readonly indexPrefix: string;
  readonly layoutOf: (resource: string) => IndexLayout;
}

/**
 * Returns the settings of a command that reads and writes data.
 * @throws {ConfigError} listing every faulty variable.
 */
export function loadDataConfig(env: Environment): DataConfig {
  return dataConfig(readVariables(env, dataVariables));
}

/**
 * Validates variables.
 * @throws {ConfigError} listing every faulty variable.
 */
export function readVariables<Given extends Rules>(
  env: Environment,
  rules: Given,
): ValuesOf<Given> {
  const schema = Joi.object<ValuesOf<Given>>(rules);
  const result = schema.validate(env, { abortEarly: false, stripUnknown: true });
  const details = result.error?.details ?? [];
  const faults = details.map(({ path, message }) => describeFault(String(path[0]), message, env));
  // An unreadable login is not a missing one.
  if (!details.some(({ path }) => SECRETS.test(String(path[0])))) faults.push(...authFaults(env));
  if (faults.length > 0) throw new ConfigError(faults);
  return result.value as ValuesOf<Given>;
}

/** Reads a file or pipe to its end, but at most one byte more than a secret may have. */
function readStart(file: string): Buffer {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const buffer = Buffer.alloc(MOST_BYTES + 1);
    let length = 0;
    let read: number;
    do {
      read = readSync(descriptor, buffer, length, buffer.length - length, null);
      length += read;
    } while (read > 0 && length < buffer.length);
    return buffer.subarray(0, length);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = isPath(file) ? message : (code ?? 'not readable');
    throw new Error(`must be a readable file (${reason})`, { cause: error });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function describeFault(name: string, message: string, env: Environment): string {
  const value = env[name] ?? '';
  // A faulty address may hold a password.
  const isSecret = SECRETS.test(name) && !(name.endsWith('_FILE') && isPath(value.trim()));
  const hidden = isSecret || (name.endsWith('_URL') && value.includes('@'));
  return `${name}${hidden ? '' : `=${JSON.stringify(value)}`} ${message}`;
}

function authFaults(env: Environment): string[] {
  const isSet = (name: string): boolean =>
    [env[name] ?? '', (env[`${name}_FILE`] ?? '').trim()].some((value) => value !== '');
  const faults: string[] = [];
  const user = isSet('ELASTICSEARCH_USERNAME');
  const password = isSet('ELASTICSEARCH_PASSWORD');
  if (isSet('ELASTICSEARCH_API_KEY') && (user || password)) {
    faults.push(
      'ELASTICSEARCH_API_KEY must not be set together with ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD: keep only one of them',
    );
  }
  if (user && !password)
    faults.push('ELASTICSEARCH_PASSWORD must be set with ELASTICSEARCH_USERNAME');
  if (password && !user)
    faults.push('ELASTICSEARCH_USERNAME must be set with ELASTICSEARCH_PASSWORD');
  return faults;
}

/** Returns the settings that `dataVariables` configure. */
export function dataConfig(values: ValuesOf<typeof dataVariables>): DataConfig {
  const { ELASTICSEARCH_USERNAME: username, ELASTICSEARCH_CA_FILE: caFile } = values;
  const apiKey = values.ELASTICSEARCH_API_KEY ?? values.ELASTICSEARCH_API_KEY_FILE?.trim();
  const password = values.ELASTICSEARCH_PASSWORD ?? values.ELASTICSEARCH_PASSWORD_FILE;
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
    layoutOf: (resource) => ({
      shards: values.SHARDS(resource),
      replicas: values.REPLICAS(resource),
    }),
  };
}
