import type Joi from 'joi';
import type { ParameterMeta } from './rules.js';

/** The texts of a parameter in documentation and refusals. */
export interface Texts {
  /** Its purpose. */
  readonly meaning: string;
  /** The accepted values, as they follow "must be". */
  readonly rule: string;
  readonly example: unknown;
}

/** Gives a schema its texts. */
export function documented<Schema extends Joi.Schema>(
  schema: Schema,
  { meaning, rule, example }: Texts,
): Schema {
  return schema
    .description(`${meaning}: ${rule}.`)
    .example(example)
    .meta({ rule } satisfies ParameterMeta) as Schema;
}
