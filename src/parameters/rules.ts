import Joi from 'joi';
import type { Rules, ValuesOf } from '../../core/elasticsearch/environment.js';
import { type FaultDetail, invalidRequest } from '../errors.js';
import { faultyElements, type ParameterMeta } from './joi.js';
import { Members } from './members.js';

/** Checks the parameters of a route, and turns them into typed ones. */
export interface ParameterRules<P> {
  /** Its keys are the names of the parameters. Also the source of the API documentation. */
  readonly schema: Joi.ObjectSchema;
  readonly names: ReadonlySet<string>;
  /**
   * @param faults messages by parameter name, of faults that were found before
   * @throws {ApiError} 400 that lists every faulty parameter once
   */
  read(values: Readonly<Record<string, unknown>>, faults: ReadonlyMap<string, string>): P;
}

/** The typed parameters that rules return. */
export type ParametersOf<Given> = Given extends ParameterRules<infer P> ? P : never;

/** Messages of faults between parameters, by Joi's names of these faults. */
const RELATIONS: Readonly<Record<string, string>> = {
  'object.missing': 'is required, or instead of it `lat` and `lng`',
  'object.and': 'is required: `lat` and `lng` go together',
  'object.oxor': 'must not be given together with `lat` or `lng`',
};

/** The most unknown members that an error names. */
const MAX_UNKNOWN = 10;

/**
 * Makes the schema of an object from those of its members.
 * @throws {Error} if a member is neither required nor optional and has no default, because its type
 * would then promise a value
 */
export function objectOf<Keys extends Rules>(keys: Keys): Joi.ObjectSchema<ValuesOf<Keys>> {
  for (const [name, schema] of Object.entries<Joi.Schema>(keys)) {
    const { flags = {} } = schema.describe() as { flags?: object };
    if (!('presence' in flags) && !('default' in flags))
      throw new Error(`${name} is neither required nor optional, and has no default`);
  }
  return Joi.object<ValuesOf<Keys>>(keys);
}

/** Makes a parameter optional, in its schema and in the type of its value. */
export function optional<Value>(schema: Joi.Schema<Value>): Joi.Schema<Value | undefined> {
  return schema.optional();
}

/**
 * Makes the rules of a route.
 * @param schema of a query string, whose values are all strings, or of a JSON body
 * @param toParameters a pure function of what the schema accepts
 */
export function parameterRules<Query, P>(
  schema: Joi.ObjectSchema<Query>,
  toParameters: (query: Query) => P,
): ParameterRules<P> {
  const rules = rulesByName(schema);
  // Joi would merge preferences that are given with each value for each value.
  const whole = schema.prefs({ abortEarly: false });
  const members = new Members(schema);
  return {
    schema,
    names: new Set(rules.keys()),
    read(values, faults) {
      const { known, unknown } = divide(values, rules);
      const hasFaults = faults.size + unknown.length > 0;
      const fast = hasFaults ? undefined : members.check(known);
      // The members have the values that the whole schema would return.
      if (fast !== undefined) return toParameters(fast as Query);
      const result: Joi.ValidationResult<Query> = whole.validate(known);
      const { error } = result;
      if (error === undefined && !hasFaults) {
        members.accept(known);
        // In the order of the schema, not of the caller.
        return toParameters((members.check(known) as Query | undefined) ?? result.value);
      }

      const messages = new Map(faults);
      for (const name of unknown) messages.set(name, 'is unknown. Leave it out.');
      for (const item of error?.details ?? []) {
        const name = faultyParameter(item);
        if (messages.has(name)) continue;
        const isOfElement = typeof item.path[1] === 'number';
        const elements = isOfElement ? faultyElements(schema.extract(name), known[name]) : [];
        messages.set(name, faultMessage(item.type, rules.get(name) ?? '', elements));
      }
      throw invalidRequest(
        [...messages].map(([path, message]): FaultDetail => ({ path, message })),
      );
    },
  };
}

/** The rules of routes without parameters. */
export const noParameters = parameterRules(objectOf({}), () => ({}));

function rulesByName(schema: Joi.Schema): ReadonlyMap<string, string> {
  const { keys = {} } = schema.describe() as { keys?: Record<string, { metas?: unknown[] }> };
  return new Map(
    Object.entries(keys).map(([name, { metas = [] }]) => {
      const { rule } = Object.assign({}, ...metas) as ParameterMeta;
      return [name, rule];
    }),
  );
}

// Joi would lose a member `__proto__` of a body in its own copy.
function divide(
  values: Readonly<Record<string, unknown>>,
  rules: ReadonlyMap<string, string>,
): { known: Readonly<Record<string, unknown>>; unknown: string[] } {
  const unknown = Object.keys(values)
    .filter((name) => !rules.has(name))
    .slice(0, MAX_UNKNOWN);
  if (unknown.length === 0) return { known: values, unknown };
  const entries = Object.entries(values).filter(([name]) => rules.has(name));
  return { known: Object.fromEntries(entries), unknown };
}

/** Returns the name for a fault. Faults between parameters name the one to add or to leave out. */
function faultyParameter({ path, context }: Joi.ValidationErrorItem): string {
  const [name] = path;
  if (name !== undefined) return String(name);
  const { missing, present, peers } = (context ?? {}) as Record<string, string[] | undefined>;
  return (missing ?? present ?? peers)?.[0] ?? '';
}

function faultMessage(type: string, rule: string, elements: readonly number[]): string {
  const relation = RELATIONS[type];
  if (relation !== undefined) return relation;
  if (type === 'any.required') return `is required: ${rule}`;
  if (elements.length === 0) return `must be ${rule}`;
  const noun = elements.length > 1 ? 'elements' : 'element';
  return `must be ${rule} (see ${noun} ${elements.join(', ')})`;
}
