import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { landAt } from '../../../core/geo/land.js';

/** The parts of an OpenAPI document that requests are derived from, and answers are judged by. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  /** Empty: no token is needed. */
  readonly security?: readonly unknown[];
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

export interface DocumentedResponse {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

type Sent = Pick<FuzzRequest, 'headers' | 'body'>;

/** Returns the parameters of a query string. */
export const queryParametersOf = ({ parameters = [] }: Operation): readonly Parameter[] =>
  parameters.filter((each) => 'name' in each);

/** The paths of pages and files, which the document does not list. */
export const PAGES = ['/', '/docs', '/openapi.json', '/widget', '/widget.js', '/widget/1/widget.js', '/explorer.json', '/docs/start.js', '/robots.txt', '/favicon.ico']; // prettier-ignore
const UNKNOWN_PATHS = [
  '/countries/findAll/', '/Countries/findAll', '//countries/findAll', '/countries/./findAll', '/countries/findAll%2f',
  '/%70laces/findByIds', '/places', '/markers/', '/places/findAll', '/PLACES/findByIds', '/.env', '/..%2f..%2fetc%2fpasswd',
  '/assets/..%2fwidget.js', '/assets/%00', '/assets/', '/%', '/%ff', '/constructor', '/__proto__', `/${'a'.repeat(9_000)}`,
]; // prettier-ignore
const HOSTILE = [
  '', ' ', '\0', '\r\nX-Injected: 1', '*', '.*', '%', '_', '"', "'", '\\', 'a,b', ',', 'a&b=c', 'a+b', '*:*', "'; DROP TABLE cities;--",
  '{"query":{"script":{"source":"1"}}}', '${jndi:ldap://a}', '<script>alert(1)</script>', '../../etc/passwd', '\u202e', '\ufeff', 'a\u0300\u0301',
  'ﬁ', 'İ', 'ß', '中', 'مصر', '😀', '\ud83d', 'null', 'NaN', '__proto__', 'constructor', 'x'.repeat(101), '😀'.repeat(100), '('.repeat(1_000),
  '㌖'.repeat(100), `a,${'ﷺ'.repeat(90)}`, 'mistyped '.repeat(11), 'a,'.repeat(50),
]; // prettier-ignore
const NUMBERS = ['0', '-0', '007', '1.0', '1.5', '1e3', '0x10', '+1', '1_000', '٣', ' 1', '', '.5', '5.', '-', 'Infinity', 'NaN', '9007199254740993', '9'.repeat(400), '90.000000000000001']; // prettier-ignore
const IDS = ['FRA', 'deu', 'XKX', 'ZZZ', 'FR', 'FRA_Paris', 'DEU_Berlin', 'NO_CITY', 'geonames-2988507', 'nothing']; // prettier-ignore
const MARKER_IDS = ['marker-0', 'marker-1', 'marker-199', 'nothing'];
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'If-None-Match': ['*', '""', 'W/"a"', '"a", W/"b",,"c"', 'W/"a'],
  'If-Modified-Since': ['Thu, 01 Jan 2099 00:00:00 GMT'],
  'If-Match': ['*'],
  Range: ['bytes=0-0,0-'],
  Accept: ['text/html', 'nonsense'],
  'Accept-Encoding': ['gzip', 'br;q=1.0, gzip;q=0.5', 'deflate', '*', '*;q=0', 'identity;q=0', 'GZIP', 'zstd, x', '', ';q=x,,*;q=2'],
  Origin: ['https://example.com', 'null', '*'],
  'Access-Control-Request-Method': ['PUT', 'x'],
  'Access-Control-Request-Headers': ['authorization', 'x, y'],
  'X-Request-Id': ['my-request-17', 'a'.repeat(128), 'a'.repeat(129), '', 'a b', '{"a":1}'],
  'X-Forwarded-For': ['1.2.3.4', ',,'],
  'X-HTTP-Method-Override': ['PUT'],
  Host: ['a', 'evil.example'],
  Expect: ['100-continue'],
  Cookie: [`a=${'b'.repeat(4_000)}`],
}; // prettier-ignore
const AUTHORIZATIONS = ['bearer dev-public', 'BEARER   dev-internal', 'Bearer', 'Bearer dev-public dev-internal', 'Basic ZGV2', 'dev-internal', 'Bearer *', `Bearer geo_${'0'.repeat(64)}`, 'Bearer constructor']; // prettier-ignore

const usually = <A, B>(usual: Arbitrary<A>, weight: number, rare: Arbitrary<B>) =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: rare, weight: 1 });
const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 20 }));
const cell = fc
  .tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
  .map(([latitude, longitude]) => landAt({ latitude, longitude })); // prettier-ignore

/** Texts that a schema accepts, and some that it does not. */
function textsOf(name: string, schema: Schema): Arbitrary<string> {
  const { type, minimum = 0, maximum = 1_000, pattern, items, enum: values } = schema;
  if (values !== undefined) return usually(fc.constantFrom(...values), 5, hostile);
  if (type === 'boolean') return usually(fc.constantFrom('true', 'false', 'TRUE', 'fAlse'), 4, fc.constantFrom('1', ' true', 'null')); // prettier-ignore
  if (type === 'integer' || type === 'number') {
    const small = fc.integer({ min: Math.ceil(minimum), max: Math.min(maximum, minimum + 200) });
    const bounds = fc.constantFrom(minimum - 1, minimum, maximum, maximum + 1);
    const fractions = fc.double({ min: minimum, max: maximum, noNaN: true });
    const right = type === 'integer' ? small.map(String) : fc.oneof(fractions.map(String), fractions.map((value) => value.toFixed(12))); // prettier-ignore
    return usually(fc.oneof(right, right, bounds.map(String)), 5, fc.constantFrom(...NUMBERS));
  }
  if (type === 'array') {
    const known = name === 'land_ids' ? cell : fc.constantFrom(...(items?.enum ?? IDS));
    const one = usually(known, 15, textsOf(name, items ?? {}));
    const few = fc.array(one, { minLength: 1, maxLength: 5 });
    const many = fc.tuple(fc.constantFrom(500, 501), one).map(([length, each]) => Array<string>(length).fill(each)); // prettier-ignore
    return fc.tuple(usually(few, 9, many), fc.constantFrom(',', ', ')).map(([list, comma]) => list.join(comma)); // prettier-ignore
  }
  if (name.startsWith('land_id')) return usually(fc.oneof(cell, cell.map((id) => id.toUpperCase())), 5, fc.constantFrom('871fb4662ffffff', '881fb46625ffffe', '88fffffffffffff')); // prettier-ignore
  if (name === 'token') return usually(fc.constantFrom('a', 'par', 'Saint-D', 'MÜN', '東', "'s", '-', 'paris, tx', 'londn'), 1, hostile); // prettier-ignore
  if (pattern === undefined) return hostile;
  return usually(fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 20 }), 2, hostile);
}

/** Percent-encodes a text, in one of the ways that mean the same. */
const encoded = (text: Arbitrary<string>): Arbitrary<string> =>
  fc.tuple(text, fc.nat(3)).map(([value, way]) => {
    const usual = encodeURIComponent(value.toWellFormed());
    if (way === 0) return usual.replaceAll('%20', '+').replaceAll('%2C', ',');
    return way === 1 ? Buffer.from(value).toString('hex').replaceAll(/../g, '%$&') : usual;
  });

/** Query strings: either kind of location, most of what is required, some of the rest, seldom more. */
function queriesOf(operation: Operation): Arbitrary<string> {
  const parameters = queryParametersOf(operation);
  const pairs = parameters.map(({ name, schema }) => encoded(textsOf(name, schema)).map((value) => `${name}=${value}`)); // prettier-ignore
  const hasLand = parameters.some(({ name }) => name === 'land_id');
  const location: readonly string[] = ['land_id', 'lat', 'lng'];
  const odd = fc.oneof(
    encoded(fc.oneof(hostile, fc.constantFrom('primaryonly', 'LAT', 'limit[]'))).map((name) => `${name}=1`),
    fc.constantFrom('', '=', '%', '%zz=1', 'lang=%ff', 'token=%ed%a0%80', ...parameters.map(({ name }) => `${name}=1`)),
  ); // prettier-ignore
  return fc
    .record({
      all: fc.tuple(...pairs),
      places: usually(
        fc.constantFrom<string[]>(['land_id'], ['lat', 'lng']),
        12,
        fc.subarray([...location]),
      ),
      dice: fc.tuple(...parameters.map(({ required }) => fc.nat(required ? 30 : 2))),
      more: usually(fc.constant<string[]>([]), 9, fc.array(odd, { maxLength: 3 })),
      isReversed: fc.boolean(),
    })
    .map(({ all, places, dice, more, isReversed }) => {
      const chosen = all.filter((_, at) => {
        const { name = '', required = false } = parameters[at] ?? {};
        if (hasLand && location.includes(name)) return places.includes(name);
        return (dice[at] === 0) !== required;
      });
      const parts = [...chosen, ...more];
      return (isReversed ? parts.reverse() : parts).join('&');
    });
}

/** Bodies of a JSON schema, most of them right, as bytes and their headers. */
function bodiesOf(schema: Schema): Arbitrary<Sent> {
  const { properties = {}, items } = schema;
  const memberOf = (name: string, member: Schema): Arbitrary<unknown> => {
    const number = fc.integer({ min: member.minimum ?? 0, max: Math.min(member.maximum ?? 50, 50) });
    if (member.type === 'array') return usually<unknown, unknown>(fc.array(fc.oneof(fc.constantFrom(...IDS), cell), { maxLength: 5 }), 15, fc.jsonValue());
    const text: Arbitrary<unknown> = name === 'land_id' ? cell : fc.constantFrom(...(name === 'id' ? MARKER_IDS : ['', 'gold', '😀'.repeat(65)])); // prettier-ignore
    return usually<unknown, unknown>(member.type === 'string' ? text : number, 15, fc.oneof(hostile, fc.jsonValue(), fc.double()));
  }; // prettier-ignore
  const recordOf = (given: Readonly<Record<string, Schema>>): Arbitrary<object> =>
    fc.record(Object.fromEntries(Object.entries(given).map(([name, one]) => [name, memberOf(name, one)]))); // prettier-ignore
  const location = fc.oneof(fc.record({ land_id: cell }), recordOf({ lat: { type: 'number' }, lng: { type: 'number' } }), fc.jsonValue()); // prettier-ignore
  const right = items === undefined ? recordOf(properties) : fc.oneof(fc.array(location, { maxLength: 4 }), fc.constant(Array(501).fill({ lat: 1, lng: 2 }))); // prettier-ignore
  const other = fc.oneof(fc.json(), fc.constantFrom('', '{', '{"id":"a","id":"b"}', '{"__proto__":1,"id":"a"}', `{"id":"${'x'.repeat(70_000)}"}`, '['.repeat(8_000))); // prettier-ignore
  const text = usually(right.map((value) => JSON.stringify(value)), 5, other); // prettier-ignore
  const coding = usually(fc.constant(undefined), 5, fc.constantFrom('gzip', 'br', 'identity', 'zstd', 'damaged')); // prettier-ignore
  const type = usually(fc.constant('application/json'), 15, fc.constantFrom('text/json', 'application/json;charset=utf-8', 'application/json; charset=utf-16', '')); // prettier-ignore
  return fc.tuple(text, coding, type).map(([json, how, contentType]) => {
    const plain = Buffer.from(json);
    const body = how === 'gzip' ? gzipSync(plain) : how === 'br' ? brotliCompressSync(plain) : plain;
    const named = how === 'damaged' ? 'gzip' : how;
    return { body, headers: { 'Content-Type': contentType, ...(named && { 'Content-Encoding': named }) } };
  }); // prettier-ignore
}

/** Requests to the routes of a document: most of them right, others wrong in every way that comes to mind. */
export function requestsOf({ paths, components }: OpenApi): Arbitrary<FuzzRequest> {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const documented = operation.requestBody?.content['application/json']?.schema;
      const schema = components.schemas[documented?.$ref?.split('/').at(-1) ?? ''] ?? documented;
      const isWithout = operation.parameters === undefined;
      return fc.record({
        method: fc.constant(method.toUpperCase()),
        target:
          usually(isWithout ? fc.constant('') : queriesOf(operation), 30, queriesOf({ responses: {}, parameters: [] })) // prettier-ignore
            .map((query) => (query === '' ? path : `${path}?${query}`)),
        sent: schema === undefined ? fc.constant<Sent>({ headers: {} }) : bodiesOf(schema),
      });
    }),
  );
  const others = fc.constantFrom(...UNKNOWN_PATHS, ...PAGES);
  const elsewhere = fc.record({ method: fc.constant('GET'), target: others, sent: fc.constant<Sent>({ headers: {} }) }); // prettier-ignore
  const authorization = fc.oneof(
    { arbitrary: fc.constant('Bearer dev-internal'), weight: 9 },
    { arbitrary: fc.constant('Bearer dev-public'), weight: 4 },
    { arbitrary: fc.constantFrom(undefined, ...AUTHORIZATIONS), weight: 1 },
  );
  const more = fc.record(Object.fromEntries(Object.entries(HEADERS).map(([name, values]) => [name, usually(fc.constant(undefined), 12, fc.constantFrom(...values))]))); // prettier-ignore
  const method = usually(fc.constant(undefined), 8, fc.constantFrom('HEAD', 'GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS')); // prettier-ignore
  return fc.tuple(usually(fc.oneof(...routes), 20, elsewhere), authorization, more, method)
    .map(([{ method: usual, target, sent }, token, given, other]): FuzzRequest => {
      const headers = Object.entries({ Authorization: token, ...given, ...sent.headers }).filter(([, value]) => value !== undefined);
      return { method: other ?? usual, target, headers: Object.fromEntries(headers) as Record<string, string>, body: sent.body };
    }); // prettier-ignore
}
