import { NO_KIND, sourcesSchema } from './schema.js';

type Json = Record<string, unknown>;

export function sourcesJsonSchema(): Json {
  const schema = sourcesSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Sources of the data of a deployment',
    ...(plain(schema) as Json),
  };
}

/** Makes one list of alternatives within alternatives. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, plain(value)]),
  ) as Json & { anyOf?: Json[] };
  if (anyOf === undefined) return rest;
  const kinds = anyOf
    .filter(({ description }) => description !== NO_KIND)
    .flatMap((kind) => (Array.isArray(kind.anyOf) ? (kind.anyOf as Json[]) : [kind]));
  const [only, another] = kinds;
  return only !== undefined && another === undefined
    ? { ...only, ...rest }
    : { ...rest, anyOf: kinds };
}
