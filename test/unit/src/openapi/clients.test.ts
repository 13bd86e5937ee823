import { expect, test } from '@jest/globals';
import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core'; // prettier-ignore
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { PARIS } from '../../../../src/cities/present.js';
import { FRANCE } from '../../../../src/countries/present.js';
import { LOCATED_IN_PARIS } from '../../../../src/locate/present.js';
import { openApiDocument } from '../../../../src/openapi/document.js';
import { documentedBy } from '../../../support/documented.js';
import { ENDPOINTS } from '../../../support/endpoints.js';

// These tests hold the document to the rules of linters, and to what generators of clients can read.

type Part = Readonly<Record<string, unknown>>;

const document = openApiDocument(ENDPOINTS);
const { components } = document as { components: Record<string, Record<string, Part>> };

/** Yields all objects within a value, each with its pointer. */
function* partsOf(value: unknown, pointer = '#'): Generator<[string, Part]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [pointer, value as Part];
  for (const [name, part] of Object.entries(value)) yield* partsOf(part, `${pointer}/${name}`);
}

const parts = [...partsOf(document)].filter(([pointer]) => !pointer.includes('/example'));
const pointersTo = (isWrong: (part: Part) => boolean): string[] =>
  parts.filter(([, part]) => isWrong(part)).map(([pointer]) => pointer);

test("Redocly's recommended rules find nothing", async () => {
  const { styleguide: config } = await createConfig({ extends: ['recommended'] });
  const text = makeDocumentFromString(JSON.stringify(document), 'openapi.json');
  const externalRefResolver = new BaseResolver();
  const problems = await lintDocument({ document: text, config, externalRefResolver });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test("Spectral's recommended rules find nothing", async () => {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
  const problems = await spectral.run(document);
  expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
}, 60_000);

test('names of operations are identifiers, and each is there once', () => {
  const names = parts.flatMap(([, { operationId }]) => (operationId === undefined ? [] : [operationId])); // prettier-ignore
  expect(names).toHaveLength(26);
  expect(new Set(names).size).toBe(names.length);
  expect(
    names.filter((name) => typeof name !== 'string' || !/^[a-z][A-Za-z]*$/.test(name)),
  ).toEqual([]);
  // A reserved word of Kotlin.
  expect(names).not.toContain('data');
});

test('objects have names, and two names are two schemas', () => {
  const inline = pointersTo(({ properties }) => properties !== undefined);
  expect(inline).toEqual(Object.keys(components.schemas ?? {}).map((name) => `#/components/schemas/${name}`)); // prettier-ignore
  const texts = Object.values(components.schemas ?? {}).map((schema) => JSON.stringify(schema));
  expect(new Set(texts).size).toBe(texts.length);
  expect(pointersTo(({ $anchor, anyOf, discriminator }) => ($anchor ?? anyOf ?? discriminator) !== undefined)).toEqual([]); // prettier-ignore
});

test('every component is used, and nothing stands beside a reference', () => {
  const references = parts.filter(([, { $ref }]) => typeof $ref === 'string');
  expect(references.filter(([, part]) => Object.keys(part).length > 1)).toEqual([]);
  const used = new Set(references.map(([, { $ref }]) => $ref));
  const { securitySchemes, ...others } = components;
  const all = Object.entries(others).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `#/components/${kind}/${name}`),
  );
  expect(all.filter((pointer) => !used.has(pointer))).toEqual([]);
  const security = parts.flatMap(([, part]) =>
    Array.isArray(part.security) ? (part.security as object[]) : [],
  );
  expect(new Set(security.flatMap(Object.keys))).toEqual(new Set(Object.keys(securitySchemes ?? {}))); // prettier-ignore
});

test('later versions may add members to answers, but callers not to bodies', () => {
  const bodies = parts.filter(([pointer]) => pointer.includes('/requestBody/'));
  const names = new Set(bodies.map(([, { $ref }]) => String($ref).split('/').at(-1)));
  for (const [name, { additionalProperties }] of Object.entries(components.schemas ?? {}))
    expect([name, additionalProperties]).toEqual([name, !names.has(name)]);
});

test.each([
  ['/countries/findAll', FRANCE, { ...FRANCE, secret: 1 }],
  ['/search', { type: 'city', matched_name: null, city: PARIS }, { type: 'country', matched_name: null, city: PARIS }],
  ['/locate', LOCATED_IN_PARIS, { ...LOCATED_IN_PARIS, error: { code: 'a', message: 'b', request_id: 'c' } }],
] as const)('our tests hold %s to what this version answers', (path, right, wrong) => {
  const check = documentedBy(JSON.stringify(document));
  const method = path === '/locate' ? 'POST' : 'GET';
  const faultOf = (data: object) => check({ method, path, status: 200, body: { status: 'ok', data: [data] } });
  expect(faultOf(right)).toBeUndefined();
  expect(faultOf(wrong)).toContain('must');
}); // prettier-ignore

test('numbers have a format, and booleans no values', () => {
  const hasType = ({ type }: Part, ...types: string[]) => [type].flat().some((each) => types.includes(String(each))); // prettier-ignore
  expect(pointersTo((part) => hasType(part, 'number') && part.format !== 'double')).toEqual([]);
  expect(pointersTo((part) => hasType(part, 'integer') && !/^int(?:32|64)$/.test(String(part.format)))).toEqual([]); // prettier-ignore
  expect(pointersTo((part) => hasType(part, 'boolean') && (part.enum ?? part.const) !== undefined)).toEqual([]); // prettier-ignore
});

test('patterns are those of RE2, which has no look-around, references and surrogates', () => {
  const patterns = parts.flatMap(([, { pattern }]) => (typeof pattern === 'string' ? [pattern] : [])); // prettier-ignore
  expect(patterns.length).toBeGreaterThan(10);
  expect(patterns.filter((each) => /\(\?(?!:)|\\[1-9ku]|[\ud800-\udfff]|\{(?:\d+,)?\d{4,}\}/.test(each))).toEqual([]); // prettier-ignore
});

test('all tags are described, and the description is a paragraph', () => {
  const { tags, info } = document as { tags: Part[]; info: { description: string } };
  const named = new Set(tags.map(({ name }) => name));
  const used = parts.flatMap(([pointer, part]) => (pointer.startsWith('#/paths/') && Array.isArray(part.tags) ? (part.tags as string[]) : [])); // prettier-ignore
  expect(used.filter((name) => !named.has(name))).toEqual([]);
  expect(info.description.length).toBeLessThan(400);
});
