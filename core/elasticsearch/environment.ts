import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { pickBy } from 'es-toolkit/object';
import Joi from 'joi';
import { nearest } from '../cli/nearest.js';
import { sayAside } from '../cli/printable.js';
import { findProjectFile, readProjectFile } from '../version.js';

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
/** Holds the settings of the Elasticsearch that `npm run quickstart` has started. */
const QUICKSTART_FILE = 'data/quickstart.env';
const CONNECTION = /^ELASTICSEARCH_(URL|API_KEY|USERNAME|PASSWORD)/;

/**
 * Reads the environment, and adds the settings of the file `.env` in the working folder. Unknown settings in
 * the file are reported on standard error. Without an address or login of Elasticsearch, adds those that quickstart
 * has left in the working folder or in the project's folder.
 */
export function readEnvironment(): Environment {
  if (existsSync(ENV_FILE)) {
    process.loadEnvFile(ENV_FILE);
    const names = Object.keys(parseEnv(readFileSync(ENV_FILE, 'utf8')));
    for (const warning of describeUnknown(names)) sayAside(warning);
  }
  const given = pickBy(process.env, (value) => value?.trim() !== '');
  const isConnected = Object.keys(given).some((name) => CONNECTION.test(name));
  const file = existsSync(QUICKSTART_FILE) ? QUICKSTART_FILE : findProjectFile(QUICKSTART_FILE);
  if (isConnected || file === undefined) return process.env;
  sayAside(`Using the Elasticsearch of ${file}, because ELASTICSEARCH_URL is not set.`);
  return { ...parseEnv(readFileSync(file, 'utf8')), ...given };
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

/** Returns the names of all settings: of our commands, docker-compose.yml and the local Elasticsearch. */
export function knownSettings(): string[] {
  // The image has no `.env.example`, and gets its settings from the environment.
  const example = readProjectFile('.env.example') ?? '';
  return [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name);
}

/** Settings of Docker itself, which Compose reads from `.env`, too. */
const FOREIGN = /^(DOCKER|COMPOSE)_/;

/** Returns a warning for each unknown name, with the setting that may be meant. */
export function describeUnknown(names: readonly string[]): string[] {
  const known = knownSettings();
  return names.flatMap((name) => {
    // Node joins a line without `=` with the lines below it.
    if (name.includes('\n')) {
      const [line, ...below] = name.split('\n').filter((part) => !/^\s*(#|$)/.test(part));
      const lost = below.length === 0 ? '' : `, so that ${below.join(', ')} below it is not read`;
      return `.env: the line "${line}" has no "="${lost}. Write NAME=value, or delete it.`;
    }
    // The image has no list of settings.
    if (known.length === 0 || known.includes(name) || FOREIGN.test(name)) return [];
    const near = nearest(name, known);
    const remedy =
      near === undefined ? '.env.example lists all settings.' : `Did you mean ${near}?`;
    return `.env: ${name} is ignored, because there is no such setting. ${remedy}`;
  });
}
