import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { landAt, parseLandId } from '../../../../core/geo/land.js';
import { openApiDocument } from '../../../../src/openapi/document.js';
import { BATCHES, ENDPOINTS, LOOKUPS, WRITES } from '../../../support/endpoints.js';
import { below, seeded } from '../../../support/random.js';

interface Operation {
  parameters: { name: string; schema: { type: string } }[];
  requestBody: { content: Record<string, { schema: object }> };
}

const { paths, servers } = openApiDocument(ENDPOINTS) as unknown as {
  paths: Record<string, { get?: Operation; put?: Operation; post?: Operation }>;
  servers: { url: string }[];
};
const ajv = new Ajv2020({ strict: false });

const LAND = '881fb46625fffff';
const TEXTS = [
  '', ' ', '\t\n', ',', 'a', 'a,b', ' a ', 'a '.repeat(49) + 'a', 'a'.repeat(100), 'a'.repeat(101),
  `  ${'a'.repeat(100)} `, '😀'.repeat(100), '😀'.repeat(101), '\uFEFF', '\0', 'FRA', 'fra', 'FR', '0', 'en', 'EN', 'xx',
  'fr-CA', 'fr_CA', 'fr-', '-fr', 'zh-Hant-TW', 'fr-toolongsubtag', 'french', LAND, LAND.toUpperCase(),
  '88fffffffffffff', '880000000000000', '881fb46625ffffe', '881fb4662ffffff', '871fb4662ffffff', `0${LAND}`,
]; // prettier-ignore
const NUMBERS = [-181, -180, -90.5, -1, 0, 0.5, 1, 10, 11, 90, 180, 1_000, 100_001, 1e15, 1e21];
const VALUES: unknown[] = [...TEXTS, ...NUMBERS, true, false, [], ...TEXTS.map((text) => [text])];
VALUES.push(['FRA', 'DEU'], Array(500).fill('FRA'), Array(501).fill('FRA'), [LAND, 'a']);

describe.each(LOOKUPS.map((endpoint) => [endpoint.path, endpoint] as const))(
  'of %s',
  (path, { parameters, example }) => {
    test.each(paths[path]?.get?.parameters ?? [])('$name: accepted is what is documented', (one) => {
      const isDocumented = ajv.compile(one.schema);
      // The one way to say where that is at hand.
      const { land_id, lat, lng, ...others } = example.query;
      const rest = ['land_id', 'lat', 'lng'].includes(one.name)
        ? { ...others, ...(one.name === 'lat' && { lng: '0' }), ...(one.name === 'lng' && { lat: '0' }) }
        : { ...others, ...(land_id && { land_id }), ...(lat && { lat }), ...(lng && { lng }) };
      let accepted = 0;
      for (const value of VALUES.filter((candidate) => isDocumented(candidate))) {
        accepted += 1;
        const query = { ...rest, [one.name]: String(value) };
        expect(() => parameters.read(query, new Map())).not.toThrow();
      }
      expect(accepted).toBeGreaterThan(0);
    }); // prettier-ignore
  },
);

test.each(WRITES.map((endpoint) => [endpoint.path, endpoint] as const))(
  'of %s: accepted is what is documented',
  (path, { body, example }) => {
    const { schema } = paths[path]?.put?.requestBody.content['application/json'] ?? {};
    const isDocumented = ajv.compile(schema ?? false);
    for (const name of Object.keys(example.body)) {
      for (const value of [...VALUES, 'a\ud800', '\udfff', '😀'.repeat(64), 'a'.repeat(64)]) {
        const members = { ...example.body, [name]: value };
        if (isDocumented(members)) expect(() => body.read(members, new Map())).not.toThrow();
      }
    }
  },
);

test.each(BATCHES)('of an element of POST $path: accepted is what is documented', (batch) => {
  const { schema } = paths[batch.path]?.post?.requestBody.content['application/json'] ?? {};
  const isDocumented = ajv.compile(schema ?? false);
  let accepted = 0;
  for (const value of VALUES) {
    const elements = [{ land_id: value }, { lat: value, lng: 0 }, { lat: 0, lng: value }];
    for (const element of elements.filter((each) => isDocumented([each]))) {
      accepted += 1;
      expect(() => batch.element.read(element, new Map())).not.toThrow();
    }
  }
  expect(accepted).toBeGreaterThan(10);
});

describe('the pattern of a land', () => {
  const land = paths['/countries/findByLocation']?.get?.parameters.find(
    ({ name }) => name === 'land_id',
  );
  const isDocumented = ajv.compile(land?.schema ?? false);
  const random = seeded(8);
  const digits = (count: number): string =>
    Array.from({ length: count }, () => below(random, 16).toString(16)).join('');

  test('is met by every cell of resolution 8, and by nothing else', () => {
    let cells = 0;
    for (let count = 0; count < 200_000; count += 1) {
      // Zeros are where pentagons are; without them none of their cells would be met.
      const zeros = below(random, 6);
      const id = `88${digits(2)}${'0'.repeat(zeros)}${digits(6 - zeros)}fffff`;
      const isCell = parseLandId(id) !== undefined;
      if (isCell) cells += 1;
      if (isDocumented(id) !== isCell) throw new Error(id);
    }
    expect(cells).toBeGreaterThan(1_000);
  });

  test('in upper case as well', () => {
    for (let count = 0; count < 10_000; count += 1) {
      const id = landAt({ latitude: random() * 180 - 90, longitude: random() * 360 - 180 });
      if (!isDocumented(id) || !isDocumented(id.toUpperCase())) throw new Error(id);
    }
  });
});

test('the server is where the document is, below whatever path', () => {
  // As Swagger UI resolves it, which then adds the path of the route.
  const resolve = (document: string): string =>
    new URL(servers[0]?.url ?? '', document).href.replace(/\/$/, '');
  expect(resolve('https://a.example/geo/v1/openapi.json')).toBe('https://a.example/geo/v1');
  expect(resolve('http://127.0.0.1:3000/openapi.json')).toBe('http://127.0.0.1:3000');
});
