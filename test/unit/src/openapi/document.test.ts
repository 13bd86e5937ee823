import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../../../src/openapi/document.js';
import { BATCHES, ENDPOINTS, LOOKUPS, WRITES } from '../../../support/endpoints.js';

interface Operation {
  operationId: string;
  description: string;
  parameters: {
    name: string;
    description: string;
    required: boolean;
    example?: string | number | string[];
  }[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, { $ref?: string; content: Record<string, MediaType> }>;
}
interface MediaType {
  schema: object;
  example: unknown;
}
interface Document {
  info: { version: string; description: string };
  paths: Record<string, { get?: Operation; put?: Operation; post?: Operation }>;
  components: { responses: Record<string, { content: Record<string, MediaType> }> };
}

/** The built-in ones; the first line is that of headings, the second that of no biome. */
function biomeNames(): string[] {
  const lines = readFileSync('ingest/data/biomes.tsv', 'utf8').trim().split('\n').slice(2);
  return lines.map((line) => line.split('\t')[1] ?? '');
}

const document = openApiDocument(ENDPOINTS) as unknown as Document;
const operation = (path: string): Operation => {
  const found = document.paths[path]?.get ?? document.paths[path]?.put;
  if (found === undefined) throw new Error(`${path} is not documented`);
  return found;
};

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document) as never);
  expect(result).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('has the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(document.info.version).toBe(version);
});

describe.each(LOOKUPS.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s',
  (path, endpoint) => {
    test('lists every parameter that is read, with its rule', () => {
      const { parameters } = operation(path);
      expect(parameters.map(({ name }) => name)).toEqual([...endpoint.parameters.names]);
      for (const parameter of parameters) {
        expect(parameter.description).toMatch(/: .+\. Example: `[^`]+`$/);
        expect(parameter.description).not.toContain('undefined');
      }
    });

    test('lists every status that can be met', () => {
      const statuses = Object.keys(operation(path).responses).sort();
      const unchanged = path.startsWith('/markers/') ? [] : ['304'];
      expect(statuses).toEqual(
        ['200', ...unchanged, '400', '401', '403', '405', '429', '431', '500', '503'], // prettier-ignore
      );
    });

    test('has an example that the API accepts, and whose answer has the documented shape', () => {
      const query = endpoint.example.query;
      expect(() => endpoint.parameters.read(query, new Map())).not.toThrow();
      for (const { name, example } of operation(path).parameters) {
        expect(example?.toString()).toBe(query[name]);
      }
      const { schema, example } =
        operation(path).responses['200']?.content['application/json'] ?? {};
      const ajv = new Ajv2020({ strict: false });
      expect(ajv.validate(schema ?? false, example) ? [] : ajv.errors).toEqual([]);
    });
  },
);

test.each(BATCHES)(
  'POST $path: its parameters, its statuses, and an example that fits',
  (batch) => {
    const { parameters, requestBody, responses } = document.paths[batch.path]?.post ?? {};
    expect(parameters?.map(({ name }) => name)).toEqual([...batch.parameters.names]);
    expect(Object.keys(responses ?? {}).sort()).toEqual(
      ['200', '400', '401', '403', '405', '413', '415', '429', '431', '500', '503'], // prettier-ignore
    );
    const ajv = new Ajv2020({ strict: false });
    const medias = [requestBody?.content, responses?.['200']?.content];
    for (const media of medias.map((content) => content?.['application/json'])) {
      const fits = ajv.compile(media?.schema ?? false);
      expect(fits(media?.example)).toBe(true);
      expect(fits([])).toBe(false);
    }
    const isAnswer = ajv.compile(responses?.['200']?.content['application/json']?.schema ?? false);
    const error = { code: 'invalid_request', message: 'a', request_id: 'b' };
    expect(isAnswer({ status: 'ok', data: [{ error }] })).toBe(true);
    expect(isAnswer({ status: 'ok', data: [{}] })).toBe(false);
  },
);

describe.each(WRITES.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s',
  (path, endpoint) => {
    test('lists every failure that can be met', () => {
      const statuses = Object.keys(operation(path).responses);
      const stale = endpoint.errorCodes.includes('stale_season') ? ['409'] : [];
      expect(statuses.sort()).toEqual(
        ['200', '400', '401', '403', '404', '405', ...stale, '413', '415', '429', '431', '500', '503'], // prettier-ignore
      );
    });

    test('has an example body that the API accepts, and that is as documented', () => {
      const { body } = endpoint.example;
      expect(() => endpoint.body.read(body, new Map())).not.toThrow();
      const { schema, example } = operation(path).requestBody?.content['application/json'] ?? {};
      expect(example).toEqual(body);
      const validate = new Ajv2020({ strict: false }).compile(schema ?? false);
      expect(validate(body)).toBe(true);
      expect(validate({ ...body, unknown: 1 })).toBe(false);
    });
  },
);

test.each([
  ['/places/findByIds', 'Forbidden'],
  ['/cities/findByIds', 'ForeignOrigin'],
])('403 of %s is %s', (path, name) => {
  const { 403: response } = operation(path).responses as Record<number, unknown>;
  expect(response).toEqual({ $ref: `#/components/responses/${name}` });
});

test('every failure has an example of the error body', () => {
  const schema = (document.components as unknown as { schemas: { Error: object } }).schemas.Error;
  const validate = new Ajv2020({ strict: false }).compile(schema);
  for (const { content } of Object.values(document.components.responses)) {
    expect(validate(content['application/json']?.example)).toBe(true);
  }
});

describe('states every decision that a caller meets', () => {
  const everything = JSON.stringify(document);

  test.each([
    ['codes', '`invalid_request`'],
    ['codes', '`unauthorized`'],
    ['codes', '`forbidden`'],
    ['codes', '`not_found`'],
    ['codes', '`method_not_allowed`'],
    ['codes', '`stale_season`'],
    ['codes', '`payload_too_large`'],
    ['codes', '`unsupported_media_type`'],
    ['codes', '`rate_limited`'],
    ['codes', '`unavailable`'],
    ['codes', '`internal`'],
    ['details', 'one entry for every faulty'],
    ['token first', 'Checked before the parameters'],
    ['restricted', 'everything under `/places/` and `/markers/`'],
    ['revocation', 'within 5 seconds'],
    ['unknown parameters', 'X-Ignored-Params'],
    ['request id', 'X-Request-Id'],
    ['kept or asked', '`geographic-data; hit`'],
    ['HEAD', '`HEAD` works wherever `GET` does'],
    ['preflights', 'preflights need no token'],
    ['literal values', 'an empty one is malformed, not absent'],
    ['numbers', 'plain decimals'],
    ['repeated', 'given more than once'],
    ['latitude', 'from -90 to 90'],
    ['longitude', 'from -180 to 180'],
    ['land', 'H3 cell of resolution 8, in upper or lower case'],
    ['land centre', 'centre of its cell'],
    ['location', 'None, half a pair or both kinds at once'],
    ['language', 'RFC 4647'],
    ['language list', 'en, fr, de, es, it'],
    ['primary_only', '`true` or `false`, in any case'],
    ['limit', 'an integer of at least 1'],
    ['limit', 'an integer from 1 to 1000'],
    ['limit', 'an integer from 1 to 10000'],
    ['offset', 'an integer from 0 to 100000'],
    ['ids', 'at most 500'],
    ['ids', 'answered once'],
    ['token', '1 to 100 characters'],
    ['order of ids', 'order asked'],
    ['missing', 'listed in `missing`'],
    ['missing', 'not primary'],
    ['prefix', 'ignores case, accents and width'],
    ['prefix', 'hyphens, apostrophes and runs of blanks'],
    ['prefix', 'periods and commas'],
    ['prefix', 'of the whole name, not of any word'],
    ['prefix', 'of which nothing is left to compare'],
    ['default name', 'default name'],
    ['order', 'largest first, then id'],
    ['order', 'alphabetical'],
    ['paging', 'without gaps or repeats'],
    ['borders', '7.5 km'],
    ['empty city', 'NO_CITY'],
    ['empty city', 'NO_COUNTRY'],
    ['closest', 'across a border is closer'],
    ['k', 'an integer from 0 to 10'],
    ['k', '0, the default, is the centre land only'],
    ['k', '1 is 7 lands'],
    ['pentagons', 'rings are shorter'],
    ['order of lands', 'Ring by ring, the centre land first'],
    ['no land', 'not in the data, such as those at sea, are left out'],
    ['markers_count', 'the number of markers in the land now'],
    ['altitude', 'Metres above sea level'],
    ['distances', 'Great-circle distance in kilometres'],
    ['biomes', '100 in all (± 0.5)'],
    [
      'order of places',
      'by popularity, highest first, those of unknown popularity last; then by id',
    ],
    ['truncated', 'At most 10000'],
    ['truncated', 'There is more than `data` holds'],
    ['rating', 'From 0 to 5'],
    ['popularity', 'From 0 to 1'],
    ['k', '0 (and absent) is that land only'],
    ['pentagons', 'Rings around a pentagon are shorter'],
    ['order of lands', 'ring by ring, the centre first'],
    ['order of places', 'places by popularity, then id'],
    ['order of markers', 'by distance, nearest first'],
    ['markers_count', 'the number of markers in it now'],
    ['radius', 'above 0, at most 50000'],
    ['season', 'an integer from 0 to 1000000'],
    ['skin', 'at most 64 characters'],
    ['truncated', 'at most 10,000'],
    ['season', 'a new season needs no update'],
    ['update', 'replaces icon and skin'],
    ['remove', 'succeeds and changes nothing'],
    ['writes', 'on disk, and every read that starts after it sees it'],
    ['body', 'at most 16 KiB'],
    ['body', 'unknown ones are a fault'],
    ['altitude', 'metres above sea level'],
    ['biomes', 'come to 100'],
    ['altitude', 'at the centre of the land, rounded'],
    ['biomes', "shares of the land's area"],
    ...biomeNames().map((name) => ['names of biomes', `\`${name}\``] as const),
    ['popularity', '0 to 1'],
    ['rating', '0 to 5'],
  ])('%s: %s', (_, text) => {
    // Not toContain, which would print the whole document.
    expect(everything.includes(text)).toBe(true);
  });
});
