import Joi from 'joi';
import type { Rules, ValuesOf } from '../../core/elasticsearch/environment.js';
import { invalidRequest } from '../errors.js';
import { faultyElements, type ParameterMeta } from './joi.js';

/** Values before they are checked, by the name of their parameter. */
export type GivenValues = Readonly<Record<string, unknown>>;

/** Messages by parameter name. */
export type Faults = ReadonlyMap<string, string>;

/** Checks the parameters of a route, and turns them into typed ones. */
export interface ParameterRules<P> {
  /** Shown in the API documentation. */
  readonly schema: Joi.ObjectSchema;
  readonly names: ReadonlySet<string>;
  /**
   * @param faults those that were found before
   * @throws {ApiError} 400 that lists every faulty parameter once
   */
  read(given: GivenValues, faults: Faults): P;
}

/** The typed parameters that rules return. */
export type ParametersOf<Given> = Given extends ParameterRules<infer P> ? P : never;

/** The most unknown members that an error names. */
const MAX_UNKNOWN = 10;

/** Makes a parameter optional, in its schema and in the type of its value. */
export function optional<Value>(schema: Joi.Schema<Value>): Joi.Schema<Value | undefined> {
  return schema.optional();
}

/**
 * Makes the rules of a route.
 * @param keys the schemas of the values: all strings in a query string, JSON in a body
 * @param toParameters a pure function of what the schemas accept
 * @param relationFaults returns the faults between parameters
 * @throws {Error} if a schema is neither required nor optional and has no default, because its type
 * would then promise a value
 */
export function parameterRules<Keys extends Rules, P>(
  keys: Keys,
  toParameters: (values: ValuesOf<Keys>) => P,
  relationFaults: (given: GivenValues) => Faults = () => new Map(),
): ParameterRules<P> {
  const members = Object.entries<Joi.Schema>(keys).map(([name, schema]) => {
    const { flags = {}, metas = [] } = schema.describe() as { flags?: object; metas?: object[] };
    if (!('presence' in flags) && !('default' in flags))
      throw new Error(`${name} is neither required nor optional, and has no default`);
    const { rule } = Object.assign({}, ...metas) as ParameterMeta;
    const absent: Joi.ValidationResult<unknown> = schema.validate(undefined);
    return { name, schema, rule, absent };
  });
  const names = new Set(Object.keys(keys));
  return {
    schema: Joi.object(keys),
    names,
    read(given, faults) {
      const unknown = Object.keys(given).filter((name) => !names.has(name));
      const messages = new Map(faults);
      for (const name of unknown.slice(0, MAX_UNKNOWN))
        messages.set(name, 'is unknown. Leave it out.');
      const values: Record<string, unknown> = {};
      // One by one, which takes half of the time that Joi takes for an object.
      for (const { name, schema, rule, absent } of members) {
        const result: Joi.ValidationResult<unknown> =
          given[name] === undefined ? absent : schema.validate(given[name]);
        const { error } = result;
        if (error === undefined) {
          if (result.value !== undefined) values[name] = result.value;
        } else if (!messages.has(name)) {
          messages.set(
            name,
            faultMessage(error, rule, () => faultyElements(schema, given[name])),
          );
        }
      }
      for (const [name, message] of relationFaults(given))
        if (!messages.has(name)) messages.set(name, message);
      if (messages.size > 0)
        throw invalidRequest([...messages].map(([path, message]) => ({ path, message })));
      return toParameters(values as ValuesOf<Keys>);
    },
  };
}

/** The rules of routes without parameters. */
export const noParameters = parameterRules({}, () => ({}));

function faultMessage(
  { details: [detail] }: Joi.ValidationError,
  rule: string,
  faultyPositions: () => readonly number[],
): string {
  if (detail?.type === 'any.required') return `is required: ${rule}`;
  if (typeof detail?.path[0] !== 'number') return `must be ${rule}`;
  const elements = faultyPositions();
  const noun = elements.length > 1 ? 'elements' : 'element';
  return `must be ${rule} (see ${noun} ${elements.join(', ')})`;
}
