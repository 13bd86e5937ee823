import { ApiError, invalidRequest } from '../errors.js';
import type { ParameterRules } from './rules.js';

/** The message for a parameter or member that is given more than once. */
export const GIVEN_TWICE = 'must be given only once';

/** The most unknown parameters that an answer names. */
const MAX_IGNORED = 100;
/** Decoding malformed names takes microseconds each, which would delay other requests. */
const MAX_PARAMETERS = 1_000;
const MAX_IGNORED_HEADER_CHARACTERS = 1_000;

interface SplitQuery {
  readonly values: Record<string, string>;
  readonly faults: Map<string, string>;
  readonly ignored: Set<string>;
}

/** The checked parameters of a query string. */
export interface ReadQuery<P> {
  readonly parameters: P;
  /** The names of unknown parameters. */
  readonly ignored: readonly string[];
}

/**
 * Checks a query string (without the leading `?`) and returns typed parameters.
 * @throws {ApiError} 400 that lists every faulty parameter once. It also names unknown parameters,
 * because one of them may be a misspelt required one.
 */
export function readQuery<P>(query: string, rules: ParameterRules<P>): ReadQuery<P> {
  const { values, faults, ignored } = split(query, rules.names);
  try {
    return { parameters: rules.read(values, faults), ignored: [...ignored] };
  } catch (error) {
    if (!(error instanceof ApiError) || ignored.size === 0) throw error;
    throw invalidRequest(error.details ?? [], error.message, ignoredHeaders([...ignored]));
  }
}

/** Returns the header that names unknown parameters; none if there are none. */
export function ignoredHeaders(names: readonly string[]): Readonly<Record<string, string>> {
  if (names.length === 0) return {};
  // Names come from the caller, so characters that a header must not hold are percent-encoded.
  const list = names.map((name) => encodeURIComponent(name.toWellFormed())).join(', ');
  return { 'X-Ignored-Params': list.slice(0, MAX_IGNORED_HEADER_CHARACTERS) };
}

// A faulty value stays in `values`, so that its parameter does not count as missing as well.
function split(query: string, known: ReadonlySet<string>): SplitQuery {
  const values: Record<string, string> = {};
  const faults = new Map<string, string>();
  const ignored = new Set<string>();
  const pairs = query.split('&').filter((pair) => pair !== '');
  if (pairs.length > MAX_PARAMETERS)
    throw invalidRequest([], `A request may have at most ${MAX_PARAMETERS} parameters. Leave out the others and send it again.`); // prettier-ignore
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const rawName = equals === -1 ? pair : pair.slice(0, equals);
    const rawValue = equals === -1 ? '' : pair.slice(equals + 1);
    const name = decode(rawName) ?? rawName;
    if (!known.has(name)) {
      if (ignored.size < MAX_IGNORED) ignored.add(name);
      continue;
    }
    const value = decode(rawValue);
    if (Object.hasOwn(values, name)) faults.set(name, GIVEN_TWICE);
    else if (value === undefined) faults.set(name, 'must be percent-encoded UTF-8');
    values[name] = value ?? rawValue;
  }
  return { values, faults, ignored };
}

function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
