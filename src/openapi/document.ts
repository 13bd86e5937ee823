import Joi from 'joi';
import { VERSION } from '../../core/version.js';
import type { ErrorCode } from '../errors.js';
import type { Answer } from '../lookups/answers.js';
import { accessOf } from '../access/authentication.js';
import { MAX_BATCH } from '../middleware/body.js';
import type {
  BatchEndpoint,
  Endpoint,
  LookupEndpoint,
  WriteEndpoint,
} from '../lookups/endpoint.js';
import { errorSchema, failureComponents, failureResponses } from './failures.js';
import { introduction } from './introduction.js';
import {
  ERROR_BODY,
  type Json,
  jsonSchema,
  queryParameters,
  requestBodySchema,
  successBody,
  WRITTEN_BODY,
} from './schemas.js';

const JSON_BODY = 'application/json';

/** Returns the OpenAPI 3.1 document of the routes, made from the rules that check requests. */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Geographic Data Service',
      version: VERSION,
      description: introduction(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Relative to this document, which may be below a path of a proxy.
    servers: [{ url: '.', description: 'This service' }],
    security: [{ bearer: [] }],
    tags: tags(endpoints),
    paths: {
      ...pathItems(endpoints),
      '/health/live': healthItem('live', 'Whether the process answers'),
      '/health/ready': healthItem('ready', 'Whether lookups can be answered'),
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token.' },
      },
      schemas: { Error: errorSchema() },
      responses: failureComponents(),
      headers: headers(),
    },
  };
}

function tagOf({ path }: Pick<Endpoint, 'path'>): string {
  return path.split('/')[1] ?? '';
}

function tags(endpoints: readonly Endpoint[]): Json[] {
  const names = new Set([...endpoints.map(tagOf), 'health']);
  return [...names].map((name) => ({ name }));
}

function pathItems(endpoints: readonly Endpoint[]): Json {
  const items: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const { method, path, summary } = endpoint;
    const name = path.slice(1).replace('/', '.');
    const operationId = method === 'post' ? `${name}.batch` : name;
    const operation = { operationId, tags: [tagOf(endpoint)], summary, ...operationOf(endpoint) };
    items[path] = { ...items[path], [method]: operation };
  }
  return items;
}

function operationOf(endpoint: Endpoint): Json {
  if (endpoint.method === 'get') return lookupOperation(endpoint);
  return endpoint.method === 'put' ? writeOperation(endpoint) : batchOperation(endpoint);
}

function lookupOperation(endpoint: LookupEndpoint): Json {
  const { example } = endpoint;
  const query = new URLSearchParams(example.query).toString();
  return {
    description: `${endpoint.description}\n\nExample: \`GET ${endpoint.path}${query === '' ? '' : `?${query}`}\``,
    parameters: queryParameters(endpoint.parameters, example.query),
    responses: {
      '200': success(successBody(endpoint), example.answer, {
        ...(endpoint.reads === undefined ? {} : CACHE_HEADERS),
        ...CACHE_STATUS,
      }),
      ...(endpoint.reads === undefined ? {} : { '304': notModified() }),
      ...failureResponses(accessOf(endpoint.path)),
    },
  };
}

function writeOperation(endpoint: WriteEndpoint): Json {
  const schema = requestBodySchema(endpoint.body);
  return bodyOperation(endpoint, schema, success(WRITTEN_BODY, {}), endpoint.errorCodes);
}

function batchOperation(endpoint: BatchEndpoint): Json {
  const { parameters, element, example } = endpoint;
  const items = requestBodySchema(element);
  const schema = { type: 'array', minItems: 1, maxItems: MAX_BATCH, items };
  const failed = Joi.object({ error: ERROR_BODY.extract('error') });
  const data = Joi.array().items(Joi.alternatives(endpoint.data, failed));
  const answer = success(successBody({ data }), example.answer);
  return {
    parameters: queryParameters(parameters, {}),
    ...bodyOperation(endpoint, schema, answer),
  };
}

function bodyOperation(
  { method, path, description, example: { body } }: WriteEndpoint | BatchEndpoint,
  schema: Json,
  answer: Json,
  refusals: readonly ErrorCode[] = [],
): Json {
  return {
    description: `${description}\n\nExample: \`${method.toUpperCase()} ${path}\` with \`${JSON.stringify(body)}\``,
    requestBody: { required: true, content: { [JSON_BODY]: { schema, example: body } } },
    responses: {
      '200': answer,
      ...failureResponses(accessOf(path), [
        'payload_too_large',
        'unsupported_media_type',
        ...refusals,
      ]),
    },
  };
}

const CACHE_HEADERS = {
  ETag: { $ref: '#/components/headers/ETag' },
  'Cache-Control': { $ref: '#/components/headers/Cache-Control' },
};

const RATE_LIMIT = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

const CACHE_STATUS = { 'Cache-Status': { $ref: '#/components/headers/Cache-Status' } };

function notModified(): Json {
  return {
    description: 'The answer is still the one that `If-None-Match` names. There is no body.',
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...CACHE_HEADERS,
      ...CACHE_STATUS,
      ...RATE_LIMIT,
    },
  };
}

function success(schema: Joi.Schema, answer: Answer, more: Json = {}): Json {
  return {
    description: 'Success.',
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      'X-Ignored-Params': { $ref: '#/components/headers/X-Ignored-Params' },
      ...RATE_LIMIT,
      ...more,
    },
    content: {
      [JSON_BODY]: { schema: jsonSchema(schema), example: { status: 'ok', ...answer } },
    },
  };
}

function healthItem(name: 'live' | 'ready', summary: string): Json {
  const data = Joi.object({ [name]: Joi.boolean().valid(true).required() });
  const content = {
    schema: jsonSchema(successBody({ data })),
    example: { status: 'ok', data: { [name]: true } },
  };
  return {
    get: {
      operationId: `health.${name}`,
      tags: ['health'],
      summary,
      description: 'Needs no token.',
      security: [],
      responses: {
        '200': { description: 'Yes.', content: { [JSON_BODY]: content } },
        ...(name === 'ready' ? { '503': { $ref: '#/components/responses/Unavailable' } } : {}),
      },
    },
  };
}

function headers(): Record<string, Json> {
  const header = (description: string, schema: Json, example: unknown): Json => ({
    description,
    schema,
    example,
  });
  const text = { type: 'string' };
  return {
    'X-Request-Id': header('Names this request in reports and logs.', text, 'my-request-17'),
    'X-Ignored-Params': header(
      'The unknown parameters of the query, percent-encoded and separated by `, `; absent if there are none, and cut after 1,000 characters.',
      text,
      'primaryonly',
    ),
    ETag: header('Names this answer, for `If-None-Match`.', text, 'W/"GTMNI4OQimsHeMDDeFs_8G"'),
    'Cache-Control': header(
      'How long the caller may cache the answer.',
      text,
      'private, max-age=60',
    ),
    'Cache-Status': header(
      'Whether the answer came from the cache (`geographic-data; hit`) or from Elasticsearch (`geographic-data; fwd=miss`), as in RFC 9211.',
      text,
      'geographic-data; hit',
    ),
    'Retry-After': header('Seconds to wait.', { type: 'integer', minimum: 1 }, 1),
    'RateLimit-Policy': header(
      'The limit of the token: `q` requests in `w` seconds, as in draft 10 of the RateLimit header fields for HTTP (IETF). On every answer to a counted request; absent if there is no limit. Each process of the service counts for itself.',
      text,
      '"token";q=100;w=1',
    ),
    RateLimit: header(
      'What is left of the limit: `r` requests, within the next `t` seconds.',
      text,
      '"token";r=99;t=1',
    ),
    'WWW-Authenticate': header('Always `Bearer`.', text, 'Bearer'),
    Allow: header('The methods of the path.', text, 'GET, HEAD, OPTIONS'),
  };
}
