import Joi from 'joi';
import { nearest } from '../../core/cli/nearest.js';
import { readShare } from '../../core/cli/share.js';

export type Members = Readonly<Record<string, Joi.Schema>>;

/** An object of these members; the fault of an unknown one suggests the nearest of them. */
export function members(known: Members, others: readonly string[] = []): Joi.ObjectSchema {
  const names = [...Object.keys(known), ...others];
  const meant = (name: unknown): string => {
    const near = nearest(String(name), names);
    return near === undefined ? `; known are ${names.join(', ')}` : `; is ${near} meant?`;
  };
  // Its types do not know of functions.
  const options = { functions: { meant } } as Joi.ReferenceOptions;
  return Joi.object(known).messages({
    'object.base': 'must be an object',
    'object.unknown': Joi.expression('is not known{meant(#child)}', options) as string,
    'any.custom': '{{#error.message}}',
  });
}

/** Accepts one kind of value if it is of a type, and another kind if it is not. */
export function eitherOf(
  type: Joi.Schema,
  then: Joi.Schema,
  otherwise: Joi.Schema,
): Joi.AlternativesSchema {
  return Joi.alternatives().conditional(type, { then, otherwise });
}

export const text = (description: string): Joi.StringSchema =>
  Joi.string().description(description);

/** Accepts a share as a number from 0 to 1, or as a text such as `0.5%`. */
export function share(description: string): Joi.Schema {
  const written = Joi.string().custom((value: string) => {
    const read = readShare(value);
    if (read === undefined) throw new Error('must be a share, such as 0.005 or 0.5%');
    return read;
  });
  return eitherOf(Joi.string(), written, Joi.number().min(0).max(1)).description(description);
}
