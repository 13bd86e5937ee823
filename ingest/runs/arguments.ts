import { Argument, InvalidArgumentError } from 'commander';
import { nearest } from '../../core/cli/nearest.js';
import { RESOURCE_NAMES, type ResourceName } from '../generations/resource.js';

const COMMANDS = ['run', 'status', 'history', 'diff', 'promote', 'discard', 'rollback'];
/** A mistyped command looks like a resource of the command `run`, which is the default. */
const WORDS: readonly string[] = [...RESOURCE_NAMES, ...COMMANDS];

/** Returns an argument for one resource, or several. The error for a mistyped one suggests a word. */
export function resourceArgument(name: string, { several = false } = {}): Argument {
  const argument = new Argument(name).choices(RESOURCE_NAMES);
  return several
    ? argument
        .argParser((value: string, before: ResourceName[]) => [
          ...before,
          resourceName(value, WORDS),
        ])
        .default([], 'all')
    : argument.argParser((value: string) => resourceName(value, RESOURCE_NAMES));
}

/**
 * Returns the error for a first word that is neither a command nor a resource. Without it, commander would
 * complain about the options of a mistyped command.
 */
export function faultOfFirst(word = '-'): string | undefined {
  if (word.startsWith('-') || word === 'help' || WORDS.includes(word)) return undefined;
  return `error: command-argument value '${word}' is invalid for argument 'resources'. ${choices(word, WORDS)}`;
}

function resourceName(value: string, meant: readonly string[]): ResourceName {
  const name = RESOURCE_NAMES.find((each) => each === value);
  if (name !== undefined) return name;
  throw new InvalidArgumentError(choices(value, meant));
}

function choices(value: string, meant: readonly string[]): string {
  const near = nearest(value, meant);
  const suggestion = near === undefined ? '' : ` Did you mean ${near}?`;
  return `Allowed choices are ${RESOURCE_NAMES.join(', ')}.${suggestion}`;
}

/** Parses a share such as `0.001` or `0.1%`. */
export function share(value: string): number {
  const [, digits = '', percent = ''] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(value) ?? [];
  const number = Number(digits) / (percent === '' ? 1 : 100);
  if (digits !== '' && number <= 1) return number;
  throw new InvalidArgumentError('It must be a share, such as 0.001 or 0.1%.');
}

/** Parses country codes. An empty list stands for all countries. */
export function countryCodes(value: string): string[] {
  if (value === 'default') return [];
  const codes = value.split(',').map((code) => code.trim().toUpperCase());
  if (codes.every((code) => /^[A-Z]{3}$/.test(code))) return [...new Set(codes)];
  throw new InvalidArgumentError('It must be alpha-3 codes, separated by commas, or `default`.');
}
