import { omit } from 'es-toolkit/object';
import { isEqual } from 'es-toolkit/predicate';
import { pascalCase } from 'es-toolkit/string';
import Joi from 'joi';
import { objectSchema } from '../lookups/answers.js';
import type { LookupEndpoint } from '../lookups/endpoint.js';
import type { ParameterRules } from '../parameters/rules.js';

/** A JSON Schema (draft 2020-12), or any other part of the document. */
export type Json = Record<string, unknown>;

const TARGET = { target: 'draft-2020-12' } as const;
const MAX_INT32 = 2 ** 31 - 1;

/** Returns the JSON Schema of what answers hold. A later version may add members. */
export function answerSchema(schema: Joi.Schema): Json {
  return forClients(schema['~standard'].jsonSchema.output(TARGET), true);
}

/** Adds what generators of clients need. */
function forClients(schema: Json, isOpen: boolean): Json {
  const refine = (name: string, part: unknown): unknown => {
    const { type, maximum, additionalProperties } = Object(part) as Json;
    const types = [type].flat();
    if (types.includes('number')) return { ...(part as Json), format: 'double' };
    if (types.includes('integer'))
      return { ...(part as Json), format: Number(maximum) <= MAX_INT32 ? 'int32' : 'int64' };
    // A name that the Rust generator can map to a type. Of itself it does not make a list of texts and null.
    if (name === 'items' && types.includes('null') && types.includes('string'))
      return { ...(part as Json), format: 'nullable-string' };
    // Maps have a schema there.
    if (!types.includes('object') || typeof additionalProperties === 'object') return part;
    return { ...(part as Json), additionalProperties: isOpen };
  };
  return JSON.parse(JSON.stringify(schema), refine) as Json;
}

/**
 * Moves the schemas that have a name to the components of a document, each once, and refers to them.
 * @throws {Error} if two schemas have the same name
 */
export function withComponents(parts: Json): Json {
  const schemas: Record<string, Json> = {};
  const refer = (_: string, part: unknown): unknown => {
    const { $anchor: name, description, ...schema } = Object(part) as Json;
    if (typeof name !== 'string') return part;
    const isNullable = Array.isArray(schema.type);
    const known = schemas[name];
    const found = { ...schema, type: 'object' };
    if (known !== undefined && !isEqual(omit(known, ['description']), found))
      throw new Error(`two schemas are named ${name}`);
    // The description of a value that may be null is not that of the schema.
    const described = isNullable || description === undefined ? {} : { description };
    schemas[name] = { ...described, ...known, ...found };
    const reference = { $ref: `#/components/schemas/${name}` };
    return isNullable ? { description, oneOf: [reference, { type: 'null' }] } : reference;
  };
  const moved = JSON.parse(JSON.stringify(parts), refer) as Json;
  return { ...moved, components: { ...(moved.components as Json), schemas } };
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
  const object = forClients(schema['~standard'].jsonSchema.input(TARGET), false);
  const properties = object.properties as Record<string, Json>;
  const required = (object.required ?? []) as string[];
  return [...names].map((name) => {
    const { description, ...rest } = properties[name] ?? {};
    const given = example[name];
    return {
      name,
      in: 'query',
      description: `${String(description)} ${exampleOf(schema.extract(name), given, rest.default)}`,
      required: required.includes(name),
      // Lists are separated by commas.
      ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
      schema: rest,
      ...(given === undefined ? {} : { example: typed(given, rest.type) }),
    };
  });
}

/** Returns the JSON Schema of an object in a request body. */
export function bodySchema(
  name: string,
  { schema }: Pick<ParameterRules<unknown>, 'schema'>,
): Json {
  const json = forClients(schema['~standard'].jsonSchema.input(TARGET), false);
  return { ...json, $anchor: name };
}

/** Returns what tools fill in: the example that is given, or the default. Other parameters stay empty. */
function exampleOf(schema: Joi.Schema, given: string | undefined, byDefault: unknown): string {
  if (given === undefined && byDefault !== undefined)
    return `Default: \`${JSON.stringify(byDefault).replaceAll('"', '')}\``;
  const { examples } = schema.describe() as { examples?: unknown[] };
  return `Example: \`${given ?? String(examples?.[0])}\``;
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

export const FAILURE = objectSchema('Failure', {
  code: Joi.string().required().description('For programs; the text of `message` may change.'),
  message: Joi.string().required().description('For people: what happened, and what to do.'),
  details: Joi.array()
    .items(
      objectSchema('Fault', {
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
});

/** The body of every answer other than success. */
export const ERROR_BODY = objectSchema('Error', {
  status: Joi.string().valid('error').required(),
  error: FAILURE.required(),
});

/** The schemas of what may stand beside `data`. */
const BESIDE = {
  missing: Joi.array()
    .items(Joi.string())
    .description('The ids that do not exist, in the order asked; absent if all exist.'),
  truncated: Joi.boolean().description(
    'True if there is more than `data` holds; absent if there is not.',
  ),
  matched_names: Joi.array()
    .items(Joi.string().allow(null))
    .description(
      'For each element of `data`, the name that matched if it is not the one shown, else `null`. Only with `match=fuzzy`.',
    ),
};

/** Returns the schema of the body of a success of a lookup. */
export function successSchema({ data, beside }: Pick<LookupEndpoint, 'data' | 'beside'>) {
  const more = beside === undefined ? {} : { [beside]: BESIDE[beside] };
  const name = `${nameOf(data)}${beside === undefined ? '' : `With${pascalCase(beside)}`}`;
  return objectSchema(name, { status: OK, data: data.required(), ...more });
}

interface Described {
  readonly flags?: { readonly label?: string };
  readonly items?: readonly Described[];
}

function nameOf(data: Joi.Schema): string {
  const { flags, items } = data.describe() as Described;
  const { label = '' } = (items === undefined ? flags : items[0]?.flags) ?? {};
  return `${label}${items === undefined ? 'Answer' : 'List'}`;
}
