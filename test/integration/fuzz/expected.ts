import { METHODS } from 'node:http';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isInternal } from '../../support/endpoints.js';
import type { OpenApi, Operation, Parameter } from './document.js';
import { type FuzzRequest, PAGES } from './requests.js';

const MAX_HEADERS = 2_000;
const MAX_HEADER_BYTES = 64 * 1_024;
const MAX_BODY_BYTES = 16 * 1_024;
const MAX_BATCH_BYTES = 64 * 1_024;
const MAX_BATCH = 500;
const BEARER = /^bearer +([\w.~+/-]{1,200}=*)$/i;
const SCOPES = new Map([
  ['dev-public', 'public'],
  ['dev-internal', 'internal'],
]);

/** Tells the statuses that the API's own document and the decisions allow of a request. */
export type Expected = (request: FuzzRequest) => readonly number[];

/** The parts of a request line's target. */
export function partsOf(target: string): { path: string; query: string } {
  const [, origin = target] = /^https?:\/\/[^/]*(.*)$/.exec(target) ?? [];
  const at = origin.indexOf('?');
  return at === -1 ? { path: origin, query: '' } : { path: origin.slice(0, at), query: origin.slice(at + 1) }; // prettier-ignore
}

/** Judges apart from the service's own rules, by what its document says of each parameter. */
export function createExpected(openApi: OpenApi): Expected {
  const ajv = new Ajv2020({ strict: false });
  const validators = new Map<object, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const known = validators.get(schema);
    if (known !== undefined) return known;
    const made = ajv.compile(schema);
    validators.set(schema, made);
    return made;
  };

  function isRightQuery(operation: Operation, query: string): boolean {
    const given = new Map<string, string | undefined>();
    for (const pair of query.split('&').filter((each) => each !== '')) {
      const [, rawName = '', rawValue = ''] = /^([^=]*)=?([^]*)$/.exec(pair) ?? [];
      const name = decode(rawName) ?? rawName;
      // Twice is a fault, as a value that cannot be read is.
      given.set(name, given.has(name) ? undefined : decode(rawValue));
    }
    const parameters = operation.parameters ?? [];
    const right = parameters.every((parameter) => {
      if (!given.has(parameter.name)) return !parameter.required;
      const value = given.get(parameter.name);
      return value !== undefined && isRightValue(parameter, value);
    });
    if (!right || !parameters.some(({ name }) => name === 'land_id')) return right;
    const way = ['land_id', 'lat', 'lng'].filter((name) => given.has(name)).join();
    return way === 'land_id' || way === 'lat,lng';
  }

  function isRightValue({ schema }: Parameter, value: string): boolean {
    const validate = validatorOf(schema);
    if (schema.type === 'array') return validate(value.split(',').map((each) => each.trim()));
    if (schema.type === 'boolean') return /^(?:true|false)$/i.test(value);
    if (schema.type === 'integer') {
      // Beyond what a number holds it is as large as can be.
      const clamped = Math.min(Number.MAX_SAFE_INTEGER, Number(value));
      return /^-?\d+$/.test(value) && validate(clamped);
    }
    if (schema.type === 'number') return /^-?\d+(?:\.\d+)?$/.test(value) && validate(Number(value));
    return validate(value);
  }

  function ofWrite(operation: Operation, { target, headers, body = Buffer.alloc(0) }: FuzzRequest) {
    const schema = operation.requestBody?.content['application/json']?.schema ?? {};
    const isBatch = 'maxItems' in schema;
    const maxBytes = isBatch ? MAX_BATCH_BYTES : MAX_BODY_BYTES;
    const type = String(headers['Content-Type'] ?? '');
    if (!/^\s*application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
      // What is said of a charset may be written in more ways than are tried here.
      return /^application\/json *; *charset$/i.test(type) ? [200, 400, 404, 409, 413, 415] : [415];
    }
    if (body.length > maxBytes) return [413];
    const coding = String(headers['Content-Encoding'] ?? '').toLowerCase();
    if (!['', 'identity', 'gzip', 'deflate', 'br'].includes(coding)) return [415];
    const text = inflated(body, coding, maxBytes);
    // What is damaged may be found too long first.
    if (typeof text === 'number') return coding === '' ? [text] : [400, 413];
    // Faulty elements are answered with an error each.
    if (isBatch)
      return isList(text) && isRightQuery(operation, partsOf(target).query) ? [200] : [400];
    const isRight = isPlainObject(text) && validatorOf(schema)(JSON.parse(text));
    return isRight ? [200, 404, 409] : [400];
  }

  return (request) => {
    const { method, target, headers } = request;
    const entries = Object.entries(headers).flatMap(([name, value]) =>
      [value].flat().map((each) => name.length + each.length + 4),
    );
    const bytes = entries.reduce((sum, length) => sum + length, target.length);
    // Node has no name for them, or no meaning.
    const isUnread = !METHODS.includes(method) || /[^\x21-\x7e]/.test(target);
    const isTooMuch = bytes > MAX_HEADER_BYTES || entries.length > MAX_HEADERS;
    if (isUnread) return isTooMuch ? [400, 431] : [400];
    if (isTooMuch) return [431];
    const isPreflight = method === 'OPTIONS' && 'Origin' in headers && 'Access-Control-Request-Method' in headers; // prettier-ignore
    if (isPreflight) return [204];

    const { path, query } = partsOf(target);
    const operations = openApi.paths[path];
    const scope = SCOPES.get(BEARER.exec(String(headers.Authorization ?? ''))?.[1] ?? '');
    const isRead = method === 'GET' || method === 'HEAD';
    const operation = operations?.[isRead ? 'get' : method.toLowerCase()];
    const isOpen = operation?.security?.length === 0;
    const isKnown = operations !== undefined || PAGES.includes(path);
    if (
      operation !== undefined ||
      (isInternal(path) && path !== '/places' && path !== '/markers')
    ) {
      if (scope === undefined && !isOpen) return [401];
      if (isInternal(path) && scope === 'public') return [403];
    }
    if (operation === undefined) {
      // Below it, each name is looked for, whatever it is.
      if (path.startsWith('/assets/')) return [204, 404, 405];
      if (!isKnown) return [404];
      if (method === 'OPTIONS') return [204];
      const isPage = operations === undefined && isRead;
      return isPage ? [200, ...('If-None-Match' in headers ? [304] : [])] : [405];
    }
    if (operation.requestBody !== undefined) return ofWrite(operation, request);
    if (!isRightQuery(operation, query)) return [400];
    const mayBeFresh = 'If-None-Match' in headers && '304' in operation.responses;
    return mayBeFresh ? [200, 304] : [200];
  };
}

/** Returns what a query says; undefined if it is not encoded rightly. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Returns the text of a body, or the status by which it is refused. */
function inflated(body: Buffer, coding: string, maxBytes: number): string | number {
  try {
    const plain = ['', 'identity'].includes(coding)
      ? body
      : (coding === 'br' ? brotliDecompressSync : unzipSync)(body);
    if (plain.length > maxBytes) return 413;
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    return 400;
  }
}

/** Tells whether a text is one JSON object without a name given twice at its first level. */
function isPlainObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    return namesAtFirstLevel(text) === Object.keys(value).length;
  } catch {
    return false;
  }
}

/** Tells whether a text is a JSON array of as many elements as a batch may have. */
function isList(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.length > 0 && value.length <= MAX_BATCH;
  } catch {
    return false;
  }
}

function namesAtFirstLevel(text: string): number {
  let depth = 0;
  let names = 0;
  const isInside = { string: false, escape: false };
  for (const character of text) {
    if (isInside.escape) isInside.escape = false;
    else if (isInside.string) {
      if (character === '\\') isInside.escape = true;
      else if (character === '"') isInside.string = false;
    } else if (character === '"') isInside.string = true;
    else if ('{['.includes(character)) depth += 1;
    else if (']}'.includes(character)) depth -= 1;
    else if (character === ':' && depth === 1) names += 1;
  }
  return names;
}
