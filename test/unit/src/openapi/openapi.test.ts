import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Joi from 'joi';
import { landAt } from '../../../../core/geo/land.js';
import { openApiDocument } from '../../../../src/openapi/document.js';
import { answerSchema } from '../../../../src/openapi/schemas.js';
import { BATCHES, ENDPOINTS, LOOKUPS, WRITES } from '../../../support/endpoints.js';
import { seeded } from '../../../support/random.js';

interface Media {
  content: { 'application/json': { schema: object; example: unknown } };
}
interface Operation {
  parameters: { name: string; description: string; schema: { type: string }; example?: unknown }[];
  requestBody: Media;
  responses: Record<string, Media & { $ref?: string }>;
}
interface Document {
  openapi: string;
  info: { version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, { get?: Operation; put?: Operation; post?: Operation }>;
  components: Record<string, Record<string, object>> & { responses: Record<string, Media> };
}

const document = openApiDocument(ENDPOINTS) as unknown as Document;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, 'openapi.json');
const operation = (method: 'get' | 'put' | 'post', path: string): Operation => {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`${method} ${path} is not documented`);
  const { parameters = [] } = found as Partial<Operation>;
  // Without the reference to a header.
  return { ...found, parameters: parameters.filter((each) => 'name' in each) };
};
const schemaOf = (media?: Media): object =>
  absolute(media?.content['application/json'].schema ?? {});
const absolute = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi.json#/')) as object;

// The linters of clients.test.ts hold it to the structure of this version.
test('is OpenAPI 3.1, and has the version of the package', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(document.info.version).toBe(version);
});

test.each(LOOKUPS)(
  '$path shows the rule of each parameter, and what tools fill in',
  ({ path, example }) => {
    for (const { name, description, schema, example: given } of operation('get', path).parameters) {
      const [, label, shown] = /: .+\. (Example|Default): `([^`]+)`$/.exec(description) ?? [];
      expect([name, label]).toEqual([
        name,
        given === undefined && 'default' in schema ? 'Default' : 'Example',
      ]);
      expect(description).not.toContain('undefined');
      const filled =
        given?.toString() ?? (schema as { default?: string | number | boolean }).default;
      if (filled !== undefined) expect(shown).toBe(String(filled));
      expect(given?.toString()).toBe(example.query[name]);
    }
  },
);

test.each([
  ['get', '/places/findByIds', 403, 'Forbidden'],
  ['get', '/cities/findByIds', 403, 'ForeignOrigin'],
  ['put', '/markers/update', 404, 'NoMarker'],
  ['put', '/markers/update', 409, 'StaleSeason'],
  ['post', '/locate', 413, 'PayloadTooLarge'],
] as const)('%s %s: %d is %s', (method, path, status, name) => {
  const { $ref } = operation(method, path).responses[status] ?? {};
  expect($ref).toBe(`#/components/responses/${name}`);
});

test('only answers with a tag can be unchanged', () => {
  const unchanged = LOOKUPS.filter(({ path }) => 304 in operation('get', path).responses);
  expect(unchanged).toEqual(LOOKUPS.filter(({ reads }) => reads !== undefined));
});

test.each(Object.entries(document.components.responses))('%s has an example of the error body', (_, { content }) => {
  const isError = ajv.compile(schemaOf({ content }));
  expect(isError(content['application/json'].example)).toBe(true);
}); // prettier-ignore

test.each(BATCHES)('POST $path documents the errors of its elements', ({ path }) => {
  const { requestBody, responses } = operation('post', path);
  const { example } = requestBody.content['application/json'];
  expect(ajv.validate(schemaOf(requestBody), example)).toBe(true);
  expect(ajv.validate(schemaOf(requestBody), [])).toBe(false);
  const isAnswer = ajv.compile(schemaOf(responses['200']));
  const error = { code: 'invalid_request', message: 'a', request_id: 'b' };
  expect(isAnswer({ status: 'ok', data: [{ error }] })).toBe(true);
  expect(isAnswer({ status: 'ok', data: [{}] })).toBe(false);
});

test.each(LOOKUPS.filter(({ parameters }) => parameters.withBody))('POST $path documents its ids, and is otherwise its GET', ({ path, parameters, example }) => {
  const [get, post] = [operation('get', path), operation('post', path)];
  const [list = ''] = parameters.lists;
  const names = ({ parameters: all }: Operation) => all.map(({ name }) => name);
  expect([list, ...names(post)]).toEqual(names(get));
  expect(schemaOf(post.responses['200'])).toEqual(schemaOf(get.responses['200']));
  expect(post.requestBody.content['application/json'].example).toEqual({ ids: example.query[list]?.split(',') });
  const validate = ajv.compile(schemaOf(post.requestBody));
  expect(validate(post.requestBody.content['application/json'].example)).toBe(true);
  for (const body of [{}, { ids: [] }, { ids: ['FRA'], lang: 'fr' }, { ids: 'FRA' }]) expect(validate(body)).toBe(false);
}); // prettier-ignore

test.each(WRITES)('PUT $path documents its body, and no unknown member', ({ path, example }) => {
  const validate = ajv.compile(schemaOf(operation('put', path).requestBody));
  expect(validate(example.body)).toBe(true);
  expect(validate({ ...example.body, unknown: 1 })).toBe(false);
});

test('lists the built-in biomes', () => {
  // The first line has the headings, the second stands for no biome.
  const lines = readFileSync('ingest/data/biomes.tsv', 'utf8').trim().split('\n').slice(2);
  const names = lines.map((line) => line.split('\t')[1] ?? '');
  const lands = document.tags.find(({ name }) => name === 'lands');
  const missing = names.filter((name) => !lands?.description.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

describe('what is documented is accepted', () => {
  const LAND = '881fb46625fffff';
  // Without what looks like a cell, but is not: JSON Schema cannot say that.
  const TEXTS = [
    '', ' ', '\t\n', ',', 'a', 'a,b', ' a ', 'a '.repeat(49) + 'a', 'a'.repeat(100), 'a'.repeat(101),
    `  ${'a'.repeat(100)} `, '😀'.repeat(100), '😀'.repeat(101), '\uFEFF', '\0', 'FRA', 'fra', 'FR', '0', 'en', 'EN', 'xx',
    'fr-CA', 'fr_CA', 'fr-', '-fr', 'zh-Hant-TW', 'fr-toolongsubtag', 'french', LAND, LAND.toUpperCase(),
    '880000000000000', '881fb46625ffffe', '871fb4662ffffff', `0${LAND}`,
    'prefix', 'fuzzy', 'Fuzzy', 'country', 'city',
  ]; // prettier-ignore
  const NUMBERS = [-181, -180, -90.5, -1, 0, 0.5, 1, 10, 11, 90, 180, 1_000, 100_001, 1e15, 1e21];
  const VALUES: unknown[] = [...TEXTS, ...NUMBERS, true, false, [], ...TEXTS.map((text) => [text])];
  VALUES.push(['FRA', 'DEU'], ['city', 'country'], Array(500).fill('FRA'), Array(501).fill('FRA'), [
    LAND,
    'a',
  ]);

  const parameters = LOOKUPS.flatMap((lookup) =>
    operation('get', lookup.path).parameters.map((one) => [lookup.path, one.name, one.schema, lookup] as const),
  ); // prettier-ignore
  test.each(parameters)('%s: %s', (_, name, schema, { parameters: rules, example }) => {
    const { land_id, lat, lng, ...others } = example.query;
    const rest = ['land_id', 'lat', 'lng'].includes(name)
      ? { ...others, ...(name === 'lat' && { lng: '0' }), ...(name === 'lng' && { lat: '0' }) }
      : { ...others, ...(land_id && { land_id }), ...(lat && { lat }), ...(lng && { lng }) };
    // Generators of OpenAPI 3.0 cannot read that a radius is above 0.
    const isZeroRadius = (value: unknown) => name === 'radius' && value === 0;
    const accepted = VALUES.filter((value) => ajv.validate(schema, value) && !isZeroRadius(value));
    expect(accepted).not.toEqual([]);
    for (const value of accepted)
      expect(() => rules.read({ ...rest, [name]: String(value) }, new Map())).not.toThrow();
  });

  test.each(WRITES)('members of PUT $path', ({ path, body, example }) => {
    const isDocumented = ajv.compile(schemaOf(operation('put', path).requestBody));
    const texts = ['😀'.repeat(64), 'a'.repeat(64)];
    for (const name of Object.keys(example.body)) {
      for (const value of [...VALUES, ...texts]) {
        const members = { ...example.body, [name]: value };
        if (isDocumented(members)) expect(() => body.read(members, new Map())).not.toThrow();
      }
    }
  });

  test.each(BATCHES)('elements of POST $path', ({ path, element }) => {
    const isDocumented = ajv.compile(schemaOf(operation('post', path).requestBody));
    const elements = VALUES.flatMap((value) => [{ land_id: value }, { lat: value, lng: 0 }, { lat: 0, lng: value }]); // prettier-ignore
    const accepted = elements.filter((each) => isDocumented([each]));
    expect(accepted.length).toBeGreaterThan(10);
    for (const each of accepted) expect(() => element.read(each, new Map())).not.toThrow();
  });
});

test.each([
  ['an integer of 32 bits', Joi.number().integer().max(2 ** 31 - 1), { type: 'integer', format: 'int32' }],
  ['an integer of more bits', Joi.number().integer().max(2 ** 31), { type: 'integer', format: 'int64' }],
  ['an integer without a limit', Joi.number().integer(), { type: 'integer', format: 'int64' }],
  ['a number', Joi.number().max(1), { type: 'number', format: 'double' }],
  ['an integer or null', Joi.number().integer().allow(null), { format: 'int64' }],
  ['a list of texts and null', Joi.array().items(Joi.string().allow(null)), { items: { format: 'nullable-string' } }],
  ['a list of texts', Joi.array().items(Joi.string()), { items: { type: 'string' } }],
])('%s has the format that generators of clients need', (_, schema, expected) => {
  const json = answerSchema(schema);
  expect(json).toMatchObject(expected);
  expect(JSON.stringify(json).split('"format"').length).toBe(JSON.stringify(expected).split('"format"').length);
}); // prettier-ignore

test('populations need more than 32 bits, and limits of results do not', () => {
  const population = document.components.schemas?.Country as { properties: { population: object } };
  expect(population.properties.population).toMatchObject({ format: 'int64' });
  const { parameters } = operation('get', '/cities/findByName');
  expect(parameters.find(({ name }) => name === 'limit')?.schema).toMatchObject({
    format: 'int32',
  });
});

describe('the pattern of a land', () => {
  const { parameters } = operation('get', '/countries/findByLocation');
  const isDocumented = ajv.compile(parameters.find(({ name }) => name === 'land_id')?.schema ?? {});
  const random = seeded(8);
  test('matches every cell of resolution 8, in any case', () => {
    for (let count = 0; count < 10_000; count += 1) {
      const id = landAt({ latitude: random() * 180 - 90, longitude: random() * 360 - 180 });
      if (!isDocumented(id) || !isDocumented(id.toUpperCase())) throw new Error(id);
    }
  });
});
