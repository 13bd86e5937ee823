import Joi from 'joi';
import type { ParameterRules } from '../rules.js';

/** A JSON Schema (draft 2020-12), or any other part of the document. */
export type Json = Record<string, unknown>;

/** The JSON Schema of what a Joi schema lets out, made by Joi. */
export function jsonSchema(schema: Joi.Schema): Json {
  return schema['~standard'].jsonSchema.output({ target: 'draft-2020-12' });
}

/** The parameters of a query string as OpenAPI lists them. */
export function queryParameters({ schema, names }: ParameterRules<unknown>): Json[] {
  const object = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  const properties = object.properties as Record<string, Json>;
  const required = (object.required ?? []) as string[];
  return [...names].map((name) => {
    const { description, ...rest } = properties[name] ?? {};
    return {
      name,
      in: 'query',
      description,
      required: required.includes(name),
      // Lists are separated by commas.
      ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
      schema: rest,
      example: exampleOf(schema.extract(name)),
    };
  });
}

function exampleOf(schema: Joi.Schema): unknown {
  return (schema.describe() as { examples?: unknown[] }).examples?.[0];
}

const requestId = Joi.string()
  .required()
  .description('The same as in the header `X-Request-Id`; name it when reporting a fault.');

/** The body of every answer other than success. */
export const ERROR_BODY = Joi.object({
  status: Joi.string().valid('error').required(),
  error: Joi.object({
    code: Joi.string().required().description('For programs; the text of `message` may change.'),
    message: Joi.string().required().description('For people: what to do next.'),
    details: Joi.array()
      .items(
        Joi.object({
          path: Joi.string().required().description('The faulty parameter.'),
          message: Joi.string().required().description('What is accepted.'),
        }),
      )
      .description('One entry for every faulty parameter.'),
    request_id: requestId,
  }).required(),
});

/** The body of a success with this `data`. */
export function successBody(data: Joi.Schema, mayMiss: boolean): Joi.ObjectSchema {
  const missing = Joi.array()
    .items(Joi.string())
    .description('The asked ids that do not exist, in the order asked; absent if all exist.');
  return Joi.object({
    status: Joi.string().valid('ok').required(),
    data: data.required(),
    ...(mayMiss ? { missing } : {}),
  });
}
