import Joi from 'joi';
import type { LookupEndpoint } from '../lookups/endpoint.js';
import type { ParameterRules } from '../parameters/rules.js';

/** A JSON Schema (draft 2020-12), or any other part of the document. */
export type Json = Record<string, unknown>;

/** Returns the JSON Schema of the values that a Joi schema returns. */
export function jsonSchema(schema: Joi.Schema): Json {
  return schema['~standard'].jsonSchema.output({ target: 'draft-2020-12' });
}

/**
 * Returns the parameters of a query string as OpenAPI lists them.
 * @param example a query that works as it is. Other parameters get no example, because tools fill in
 * all examples at once.
 */
export function queryParameters(
  { schema, names }: ParameterRules<unknown>,
  example: Readonly<Record<string, string>>,
): Json[] {
  const object = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  const properties = object.properties as Record<string, Json>;
  const required = (object.required ?? []) as string[];
  return [...names].map((name) => {
    const { description, ...rest } = properties[name] ?? {};
    const given = example[name];
    return {
      name,
      in: 'query',
      description: `${String(description)} Example: \`${exampleOf(schema.extract(name))}\``,
      required: required.includes(name),
      // Lists are separated by commas.
      ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
      schema: rest,
      ...(given === undefined ? {} : { example: typed(given, rest.type) }),
    };
  });
}

/** Returns the schema of the body that a write takes. */
export function requestBodySchema({ schema }: ParameterRules<unknown>): Json {
  return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
}

function exampleOf(schema: Joi.Schema): string {
  const { examples } = schema.describe() as { examples?: unknown[] };
  return String(examples?.[0]);
}

function typed(text: string, type: unknown): unknown {
  if (type === 'array') return text.split(',');
  return type === 'string' ? text : (JSON.parse(text.toLowerCase()) as unknown);
}

/** Returns references to the components of headers. */
export function headersOf(...names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const OK = Joi.string().valid('ok').required();

/** The body of every answer other than success. */
export const ERROR_BODY = Joi.object({
  status: Joi.string().valid('error').required(),
  error: Joi.object({
    code: Joi.string().required().description('For programs; the text of `message` may change.'),
    message: Joi.string().required().description('For people: what happened, and what to do.'),
    details: Joi.array()
      .items(
        Joi.object({
          // A member of a body may have an empty name.
          path: Joi.string().allow('').required().description('The faulty parameter.'),
          message: Joi.string().required().description('What is accepted.'),
          progress: Joi.number()
            .min(0)
            .max(1)
            .description(
              'In `/health/ready`: the share that is loaded of data that is being ingested.',
            ),
        }),
      )
      .description('One entry for every faulty parameter.'),
    request_id: Joi.string()
      .required()
      .description('The same as in the header `X-Request-Id`; name it when reporting a fault.'),
  }).required(),
});

/** The schemas of what may stand beside `data`. */
const BESIDE = {
  missing: Joi.array()
    .items(Joi.string())
    .description('The ids that do not exist, in the order asked; absent if all exist.'),
  truncated: Joi.boolean()
    .valid(true)
    .description('There is more than `data` holds; absent if there is not.'),
  matched_names: Joi.array()
    .items(Joi.string().allow(null))
    .description(
      'For each element of `data`, the name that matched if it is not the one shown, else `null`. Only with `match=fuzzy`.',
    ),
};

/** Returns the schema of the body of a success of a lookup. */
export function successSchema({ data, beside }: Pick<LookupEndpoint, 'data' | 'beside'>) {
  const more = beside === undefined ? {} : { [beside]: BESIDE[beside] };
  return Joi.object({ status: OK, data: data.required(), ...more });
}
