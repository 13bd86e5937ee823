import { Argument, InvalidArgumentError } from 'commander';
import { nearest } from '../../core/cli/nearest.js';
import { RESOURCE_NAMES, type ResourceName } from '../generations/resource.js';

const COMMANDS = ['run', 'status', 'history', 'diff', 'promote', 'discard', 'rollback'];
/** A mistyped command is taken for a resource of a run, which needs not be named. */
const WORDS: readonly string[] = [...RESOURCE_NAMES, ...COMMANDS];

/** An argument that is one resource, or several; a mistyped one is answered with the nearest. */
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
 * Returns what to tell of a first word that is neither a command nor a resource: options that follow
 * it are not those of a run, which it would be taken for. Undefined when there is nothing to tell.
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

/** @throws what a person is told of another value */
export function wholeNumber(
  least: number,
  what: string,
  most = Number.MAX_SAFE_INTEGER,
): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number of ${what}.`);
  };
}

/** Reads `0.001` or `0.1%`. */
export function share(value: string): number {
  const [, digits = '', percent = ''] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(value) ?? [];
  const number = Number(digits) / (percent === '' ? 1 : 100);
  if (digits !== '' && number <= 1) return number;
  throw new InvalidArgumentError('It must be a share, such as 0.001 or 0.1%.');
}

/** None stand for the default area. */
export function countryCodes(value: string): string[] {
  if (value === 'default') return [];
  const codes = value.split(',').map((code) => code.trim().toUpperCase());
  if (codes.every((code) => /^[A-Z]{3}$/.test(code))) return [...new Set(codes)];
  throw new InvalidArgumentError('It must be alpha-3 codes, separated by commas, or `default`.');
}
