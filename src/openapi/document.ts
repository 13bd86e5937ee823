import { camelCase, pascalCase } from 'es-toolkit/string';
import Joi from 'joi';
import { VERSION } from '../../core/version.js';
import type { ErrorCode } from '../errors.js';
import { type Answer, objectSchema, withName } from '../lookups/answers.js';
import { accessOf } from '../access/authentication.js';
import { MAX_BATCH, MAX_BATCH_BYTES } from '../middleware/body.js';
import type {
  BatchEndpoint,
  Endpoint,
  LookupEndpoint,
  WriteEndpoint,
} from '../lookups/endpoint.js';
import type { ParameterRules } from '../parameters/rules.js';
import { failureComponents, failureResponses, responseRef } from './failures.js';
import { TAGS } from './tags.js';
import {
  answerSchema,
  bodySchema,
  FAILURE,
  headersOf,
  type Json,
  OK,
  queryParameters,
  successSchema,
  withComponents,
} from './schemas.js';

const RATE_LIMIT = ['RateLimit-Policy', 'RateLimit'];

/** Returns the OpenAPI 3.1 document of the routes, made from the rules that check requests. */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  const parts = {
    paths: {
      ...pathItems(endpoints),
      '/health/live': healthItem('live', 'Whether the process answers'),
      '/health/ready': healthItem('ready', 'Whether lookups can be answered'),
    },
    components: {
      securitySchemes: {
        public: bearer('An access token of the scope `public` or `internal`.'),
        internal: bearer('An access token of the scope `internal`.'),
      },
      parameters: { IfNoneMatch: IF_NONE_MATCH },
      responses: failureComponents(),
      headers: HEADERS,
    },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Geographic Data Service',
      version: VERSION,
      description:
        'Countries, regions, cities, lands (H3 cells), places and markers of the world for games and for autocompletion, over HTTP and JSON. The tags describe what holds for all routes, and for each group of routes.',
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Relative to the document, which is the same at every address.
    servers: [{ url: '.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    ...withComponents(parts),
  };
}

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description });

function tagOf({ path }: Pick<Endpoint, 'path'>): string {
  return path.split('/')[1] ?? '';
}

function pathItems(endpoints: readonly Endpoint[]): Json {
  const items: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const { method, path, summary } = endpoint;
    const operationId = operationIdOf(path);
    const security = [{ [accessOf(path)]: [] }];
    const shared = { operationId, tags: [tagOf(endpoint)], summary, security };
    const posted = { ...shared, operationId: `${operationId}Batch` };
    const own = method === 'post' ? posted : shared;
    items[path] = { ...items[path], [method]: { ...own, ...operationOf(endpoint) } };
    if (method === 'get' && endpoint.parameters.withBody !== undefined)
      items[path].post = { ...posted, ...byIdsOperation(endpoint, endpoint.parameters.withBody) };
  }
  return items;
}

/** Returns a name for a method in any language. `data` alone is a word of Kotlin. */
function operationIdOf(path: string): string {
  const name = camelCase(path);
  return name === 'data' ? 'getData' : name;
}

function operationOf(endpoint: Endpoint): Json {
  if (endpoint.method === 'get') return lookupOperation(endpoint);
  return endpoint.method === 'put' ? writeOperation(endpoint) : batchOperation(endpoint);
}

function lookupOperation(endpoint: LookupEndpoint): Json {
  const { path, description, parameters, example, reads } = endpoint;
  const query = new URLSearchParams(example.query).toString();
  const cacheHeaders = [...(reads === undefined ? [] : ['ETag', 'Cache-Control']), 'Cache-Status'];
  const notModified = {
    description: 'The answer is still the one that `If-None-Match` names. There is no body.',
    headers: headersOf('X-Request-Id', ...cacheHeaders, ...RATE_LIMIT),
  };
  return {
    description: `${description}\n\nExample: \`GET ${path}${query === '' ? '' : `?${query}`}\``,
    parameters: [
      ...queryParameters(parameters, example.query),
      ...(reads === undefined ? [] : [{ $ref: '#/components/parameters/IfNoneMatch' }]),
    ],
    responses: {
      '200': success(successSchema(endpoint), example.answer, cacheHeaders),
      ...(reads === undefined ? {} : { '304': notModified }),
      ...failureResponses(accessOf(path)),
    },
  };
}

/** Returns the operation of a lookup whose ids are in its body. */
function byIdsOperation(endpoint: LookupEndpoint, rules: ParameterRules<unknown>): Json {
  const { parameters, example } = endpoint;
  const [list = ''] = parameters.lists;
  const { [list]: ids = '', ...query } = example.query;
  const body = Joi.object({ ids: rules.schema.extract('ids') });
  const posted: BodyDescription = {
    method: 'post',
    path: endpoint.path,
    description: `The same as \`GET\`, with the ids in a JSON body of at most ${MAX_BATCH_BYTES / 1_024} KiB. ${endpoint.description}`,
    example: { body: { ids: ids.split(',') } },
  };
  const answer = success(successSchema(endpoint), example.answer);
  return {
    parameters: queryParameters(rules, query),
    ...bodyOperation(posted, bodySchema(pascalCase(list), { schema: body }), answer),
  };
}

function writeOperation(endpoint: WriteEndpoint): Json {
  const answer = success(objectSchema('Written', { status: OK }), {});
  const body = bodySchema(pascalCase(endpoint.path), endpoint.body);
  return bodyOperation(endpoint, body, answer, endpoint.errorCodes);
}

function batchOperation(endpoint: BatchEndpoint): Json {
  const { parameters, element, example } = endpoint;
  const items = bodySchema('Position', element);
  const schema = { type: 'array', minItems: 1, maxItems: MAX_BATCH, items };
  // One object, because many generators of clients cannot read a choice of several.
  const either = endpoint.data.append({ error: FAILURE });
  const data = Joi.array().items(withName(either, 'LocationOrError'));
  return {
    parameters: queryParameters(parameters, {}),
    ...bodyOperation(endpoint, schema, success(successSchema({ data }), example.answer)),
  };
}

type BodyDescription = Pick<Endpoint, 'method' | 'path' | 'description'> & {
  readonly example: { readonly body: object };
};

function bodyOperation(
  { method, path, description, example: { body } }: BodyDescription,
  schema: Json,
  answer: Json,
  errorCodes: readonly ErrorCode[] = [],
): Json {
  const failures = failureResponses(accessOf(path), [
    'payload_too_large',
    'unsupported_media_type',
    ...errorCodes,
  ]);
  return {
    description: `${description}\n\nExample: \`${method.toUpperCase()} ${path}\` with \`${JSON.stringify(body)}\``,
    requestBody: { required: true, content: { 'application/json': { schema, example: body } } },
    responses: { '200': answer, ...failures },
  };
}

function success(schema: Joi.Schema, answer: Answer, more: readonly string[] = []): Json {
  return {
    description: 'Success.',
    headers: headersOf('X-Request-Id', 'X-Ignored-Params', ...RATE_LIMIT, ...more),
    content: {
      'application/json': { schema: answerSchema(schema), example: { status: 'ok', ...answer } },
    },
  };
}

function healthItem(name: 'live' | 'ready', summary: string): Json {
  const data = objectSchema(pascalCase(name), { [name]: Joi.boolean().required() });
  const schema = answerSchema(successSchema({ data }));
  const example = { status: 'ok', data: { [name]: true } };
  const unavailable = { '503': responseRef('Unavailable') };
  return {
    get: {
      operationId: operationIdOf(`/health/${name}`),
      tags: ['health'],
      summary,
      description: 'Needs no token.',
      security: [],
      responses: {
        '200': { description: 'Yes.', content: { 'application/json': { schema, example } } },
        '405': responseRef('MethodNotAllowed'),
        ...(name === 'ready' ? unavailable : {}),
      },
    },
  };
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an answer that the caller has. If it is current, the answer is 304.',
  schema: { type: 'string' },
};

const header = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string' },
  example,
});

const HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': header('Names this request in reports and logs.', 'my-request-17'),
  'X-Ignored-Params': header(
    'The unknown parameters of the query, percent-encoded and separated by `, `; absent if there are none, and cut after 1,000 characters.',
    'primaryonly',
  ),
  ETag: header('Names this answer, for `If-None-Match`.', 'W/"GTMNI4OQimsHeMDDeFs_8G"'),
  'Cache-Control': header('How long the caller may cache the answer.', 'private, max-age=60'),
  'Cache-Status': header(
    'Whether the answer came from the cache (`geographic-data; hit`) or from Elasticsearch (`geographic-data; fwd=miss`), as in RFC 9211.',
    'geographic-data; hit',
  ),
  'Retry-After': {
    description: 'Seconds to wait.',
    schema: { type: 'integer', format: 'int32', minimum: 1 },
    example: 1,
  },
  'RateLimit-Policy': header(
    'The limit of the token: `q` requests in `w` seconds, as in draft 10 of the RateLimit header fields for HTTP (IETF). On every answer to a counted request; absent if there is no limit. Each process of the service counts for itself.',
    '"token";q=100;w=1',
  ),
  RateLimit: header(
    'What is left of the limit: `r` requests, within the next `t` seconds.',
    '"token";r=99;t=1',
  ),
  'WWW-Authenticate': header('Always `Bearer`.', 'Bearer'),
  Allow: header('The methods of the path.', 'GET, HEAD, OPTIONS'),
};
