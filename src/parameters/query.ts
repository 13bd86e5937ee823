import { ApiError, invalidRequest } from '../errors.js';
import type { ParameterRules } from './rules.js';

/** The fault of a parameter that is there more than once. */
export const GIVEN_TWICE = 'must be given only once';

/** Of those that nobody reads, so many are told. */
const MAX_IGNORED = 100;
/** To decode more would hold up all others: what is malformed takes microseconds each. */
const MAX_PARAMETERS = 1_000;

interface SplitQuery {
  readonly values: Record<string, string>;
  readonly faults: Map<string, string>;
  readonly ignored: Set<string>;
}

/** What a query string says. */
export interface ReadQuery<P> {
  readonly parameters: P;
  /** The names of parameters that nobody reads. */
  readonly ignored: readonly string[];
}

/**
 * Checks a query string (without the leading `?`) and turns it into typed parameters.
 *
 * @throws {ApiError} 400 that lists every faulty parameter once. It names those that nobody reads, too: one of them may
 * be a misspelt required one.
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

const MAX_IGNORED_HEADER_CHARACTERS = 1_000;

/** The header that tells a caller the names of parameters that nobody reads; none if there are none. */
export function ignoredHeaders(names: readonly string[]): Readonly<Record<string, string>> {
  if (names.length === 0) return {};
  // Names come from the caller: whatever a header may not hold is percent-encoded.
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
