import Joi from 'joi';
import type { Rules, ValuesOf } from '../../core/elasticsearch/environment.js';
import { type FaultDetail, invalidRequest } from '../errors.js';
import { faultyElements } from './joi.js';
import { Members } from './members.js';

/** Checks what a route is given, and turns it into typed parameters. */
export interface ParameterRules<P> {
  /** The keys are the names of the parameters. Also the source of the API documentation. */
  readonly schema: Joi.ObjectSchema;
  readonly names: ReadonlySet<string>;
  /**
   * @param values the given parameters.
   * @param faults what is known to be wrong already: name → message.
   * @throws {ApiError} 400 that lists every faulty parameter once.
   */
  read(values: Readonly<Record<string, unknown>>, faults: ReadonlyMap<string, string>): P;
}

/** The typed parameters that rules make. */
export type ParametersOf<Given> = Given extends ParameterRules<infer P> ? P : never;

/**
 * Makes the schema of an object from those of its members.
 *
 * @throws {Error} if a member says neither that it is required or optional nor what it is when absent:
 * its type would promise a value.
 */
export function objectOf<Keys extends Rules>(keys: Keys): Joi.ObjectSchema<ValuesOf<Keys>> {
  for (const [name, schema] of Object.entries<Joi.Schema>(keys)) {
    const { flags = {} } = schema.describe() as { flags?: object };
    if (!('presence' in flags) && !('default' in flags))
      throw new Error(`${name} is neither required nor optional, and has no default`);
  }
  return Joi.object<ValuesOf<Keys>>(keys);
}

/** Lets a parameter be absent, and makes the type of its value say so. */
export function optional<Value>(schema: Joi.Schema<Value>): Joi.Schema<Value | undefined> {
  return schema.optional();
}

/**
 * The `meta` of a parameter's schema. Not in `messages`, which Joi would merge anew
 * for every parameter of every request.
 */
export interface ParameterMeta {
  /** The accepted values, as they follow "must be". */
  readonly rule: string;
}

/** Faults between parameters, by the names that Joi has for them. */
const RELATIONS: Readonly<Record<string, string>> = {
  'object.missing': 'is required, or instead of it `lat` and `lng`',
  'object.and': 'is required: `lat` and `lng` go together',
  'object.oxor': 'must not be given together with `lat` or `lng`',
};

/**
 * @param schema of the query string, where Joi has to find strings only, or of a JSON body.
 * @param toParameters pure, from what the schema lets through.
 */
export function parameterRules<Query, P>(
  schema: Joi.ObjectSchema<Query>,
  toParameters: (query: Query) => P,
): ParameterRules<P> {
  const accepted = rulesOf(schema);
  // Given with every value, preferences would be made anew for every one.
  const checked = schema.prefs({ abortEarly: false });
  const members = new Members(schema);
  return {
    schema,
    names: new Set(accepted.keys()),
    read(values, faults) {
      const { known, unknown } = divide(values, accepted);
      if (faults.size + unknown.length === 0) {
        const right = members.check(known);
        // By its members it is what the schema makes.
        if (right !== undefined) return toParameters(right as Query);
      }
      const result = checked.validate(known);
      const isFaulty = result.error !== undefined || faults.size + unknown.length > 0;
      if (!isFaulty) {
        members.learn(known);
        // Members in the order of the schema, not of the caller.
        return toParameters((members.check(known) as Query | undefined) ?? result.value);
      }

      const messages = new Map(faults);
      for (const name of unknown) messages.set(name, 'is not known here: leave it out');
      for (const item of result.error?.details ?? []) {
        const name = faultyParameter(item);
        if (messages.has(name)) continue;
        const isOfElement = typeof item.path[1] === 'number';
        const elements = isOfElement ? faultyElements(schema.extract(name), known[name]) : [];
        messages.set(name, describe(item, accepted.get(name) ?? '', elements));
      }
      const details = [...messages].map(([path, message]): FaultDetail => ({ path, message }));
      throw invalidRequest(details);
    },
  };
}

/** Of unknown names, so many are told. */
const MAX_TOLD = 10;

/** For routes that take none. */
export const noParameters = parameterRules(objectOf({}), () => ({}));

function rulesOf(schema: Joi.Schema): ReadonlyMap<string, string> {
  const { keys = {} } = schema.describe() as { keys?: Record<string, { metas?: unknown[] }> };
  return new Map(
    Object.entries(keys).map(([name, { metas = [] }]) => {
      const { rule } = Object.assign({}, ...metas) as ParameterMeta;
      return [name, rule];
    }),
  );
}

// Not left to Joi, which would lose a member `__proto__` of a body in the copy that it makes.
function divide(
  values: Readonly<Record<string, unknown>>,
  accepted: ReadonlyMap<string, string>,
): { known: Readonly<Record<string, unknown>>; unknown: string[] } {
  const unknown = Object.keys(values)
    .filter((name) => !accepted.has(name))
    .slice(0, MAX_TOLD);
  if (unknown.length === 0) return { known: values, unknown };
  const entries = Object.entries(values).filter(([name]) => accepted.has(name));
  return { known: Object.fromEntries(entries), unknown };
}

// A fault between parameters has no path: the one to add or to leave out stands for it.
function faultyParameter({ path, context }: Joi.ValidationErrorItem): string {
  const [name] = path;
  if (name !== undefined) return String(name);
  const { missing, present, peers } = (context ?? {}) as Record<string, string[] | undefined>;
  return (missing ?? present ?? peers)?.[0] ?? '';
}

function describe(
  { type }: Joi.ValidationErrorItem,
  rule: string,
  elements: readonly number[],
): string {
  const relation = RELATIONS[type];
  if (relation !== undefined) return relation;
  if (type === 'any.required') return `is required: ${rule}`;
  const seen =
    elements.length > 1 ? `elements ${elements.join(', ')}` : `element ${elements.join()}`;
  return elements.length > 0 ? `must be ${rule} (see ${seen})` : `must be ${rule}`;
}
