import type { ParameterRules } from './rules.js';

/**
 * Checks the members of a JSON body and turns them into typed parameters.
 *
 * Unknown ones are found here: one called `__proto__` would be lost in the copy that Joi makes.
 *
 * @throws {ApiError} 400 that lists every faulty or unknown member once.
 */
export function readMembers<P>(
  body: Readonly<Record<string, unknown>>,
  rules: ParameterRules<P>,
): P {
  const entries = Object.entries(body);
  const unknown = entries.filter(([name]) => !rules.names.has(name));
  const known = Object.fromEntries(entries.filter(([name]) => rules.names.has(name)));
  return rules.read(
    known,
    new Map(unknown.map(([name]) => [name, 'is not known here: leave it out'])),
  );
}
