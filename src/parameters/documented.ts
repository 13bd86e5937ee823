import type Joi from 'joi';
import type { ParameterMeta } from './rules.js';

/** What documentation and refusals say of a parameter. */
export interface Texts {
  /** What the parameter is for. */
  readonly meaning: string;
  /** What is accepted, as it follows "must be". */
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
