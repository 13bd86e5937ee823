import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import Joi from 'joi';
import { describeUnknown } from './knownSettings.js';

/** Settings that cannot be used. The message lists every faulty one. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(['The configuration is not valid:', ...faults.map((fault) => `  - ${fault}`)].join('\n'));
    this.name = 'ConfigError';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Joi rules by name: of variables, or of parameters. */
export type Rules = Readonly<Record<string, Joi.Schema>>;

/** The values that rules let through; a rule says by its own type whether its value may be absent. */
export type ValuesOf<Given extends Rules> = {
  readonly [Name in keyof Given]: Given[Name] extends Joi.Schema<infer Value> ? Value : never;
};

const ENV_FILE = '.env';

/**
 * Reads the environment, completed from the file `.env` of the working folder where there is one.
 * Lines of the file that are no setting are told on standard error.
 */
export function readEnvironment(): Environment {
  if (existsSync(ENV_FILE)) {
    process.loadEnvFile(ENV_FILE);
    const names = Object.keys(parseEnv(readFileSync(ENV_FILE, 'utf8')));
    for (const warning of describeUnknown(names)) console.error(warning);
  }
  return process.env;
}

// An empty variable counts as not set: that is how compose files and shells pass on unset ones.
/** A rule for a variable of text, without blanks around it. */
export const text = <Value = string>(): Joi.StringSchema<Value> =>
  Joi.string<Value>().empty('').trim();

/** A rule for a variable of an integer within bounds, both included. */
export const integer = (min: number, max: number): Joi.NumberSchema =>
  Joi.number()
    .empty('')
    .integer()
    .min(min)
    .max(max)
    .messages({ '*': `must be an integer from ${min} to ${max}` });
