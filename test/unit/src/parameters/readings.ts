import { ApiError, type FaultDetail } from '../../../../src/errors.js';
import { type ParameterRules, readQuery } from '../../../../src/parameters/rules.js';

/** The typed parameters of a query string. */
export function read<P>(rules: ParameterRules<P>, query: string): P {
  return readQuery(query, rules).parameters;
}

/** What is wrong with a query string: parameter → message; empty if nothing is. */
export function faultsOf(rules: ParameterRules<unknown>, query: string): Record<string, string> {
  try {
    readQuery(query, rules);
    return {};
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const details: readonly FaultDetail[] = error.details;
    const faults = Object.fromEntries(details.map(({ path, message }) => [path, message]));
    if (Object.keys(faults).length !== details.length)
      throw new Error('a parameter is named twice', { cause: error });
    return faults;
  }
}
