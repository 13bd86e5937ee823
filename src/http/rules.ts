import type Joi from 'joi';
import { type FaultDetail, invalidRequest } from '../errors.js';

/** What a route accepts, and how the accepted values become its typed parameters. */
export interface ParameterRules<P> {
  /** The keys are the names of the parameters. Also the source of the API documentation. */
  readonly schema: Joi.ObjectSchema;
  readonly names: ReadonlySet<string>;
  /**
   * @param values the given parameters, no other names.
   * @param faults what is known to be wrong already: name → message.
   * @throws {ApiError} 400 that lists every faulty parameter once.
   */
  read(values: Readonly<Record<string, string>>, faults?: ReadonlyMap<string, string>): P;
}

/**
 * @param schema of the query string; Joi has to find strings only.
 * @param toParameters pure, from what the schema lets through.
 */
export function parameterRules<Query, P>(
  schema: Joi.ObjectSchema<Query>,
  toParameters: (query: Query) => P,
): ParameterRules<P> {
  const described = schema.describe() as { keys?: Record<string, unknown> };
  return {
    schema,
    names: new Set(Object.keys(described.keys ?? {})),
    read(values, faults) {
      const result = schema.validate(values, { abortEarly: false });
      if (result.error === undefined && (faults === undefined || faults.size === 0)) {
        return toParameters(result.value);
      }
      throw invalidRequest(merge(faults, result.error?.details ?? []));
    },
  };
}

function merge(
  known: ReadonlyMap<string, string> = new Map(),
  items: readonly Joi.ValidationErrorItem[],
): FaultDetail[] {
  const messages = new Map(known);
  for (const item of items) {
    const path = faultyParameter(item);
    if (!messages.has(path)) messages.set(path, describe(item));
  }
  return [...messages].map(([path, message]) => ({ path, message }));
}

// A rule about several parameters has no path: the one to add or to leave out stands for it.
function faultyParameter({ path, context }: Joi.ValidationErrorItem): string {
  const [name] = path;
  if (name !== undefined) return String(name);
  const { missing, peers, present } = (context ?? {}) as Record<string, string[] | undefined>;
  return (missing ?? present ?? peers)?.[0] ?? '';
}

function describe({ path, message }: Joi.ValidationErrorItem): string {
  const [, index] = path;
  return typeof index === 'number' ? `${message} (see element ${index + 1})` : message;
}
