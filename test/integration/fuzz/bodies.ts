import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { below, pick } from '../../support/random.js';
import { HOSTILE_TEXTS } from './values.js';

type Random = () => number;

/** A body and how it is declared. */
export interface SentBody {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const TYPES = [
  'application/json;charset=utf-8', 'APPLICATION/JSON; Charset="UTF-8"', 'application/json; charset=utf-16',
  'application/json; charset', 'text/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a',
  'application/json-patch+json', 'application/json, text/plain', '', ';', '*/*', 'application/xml',
] as const; // prettier-ignore

const NUMBERS = ['0', '-0', '1', '7', '7.0', '7.5', '1e2', '1E400', '-1', '1e-400', '1000000', '1000001', '9007199254740993', '9'.repeat(5_000), '07', '+1', '0x1', 'NaN', '"7"']; // prettier-ignore
const OTHERS = ['null', 'true', '{}', '[]', '[7]', '{"$gt":0}', '""', ...HOSTILE_TEXTS.map((text) => JSON.stringify(text)), '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"a"', `${'['.repeat(3_000)}${']'.repeat(3_000)}`, `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`]; // prettier-ignore
const WHOLE = ['', 'null', '[]', '"a"', '7', 'true', '{', '{"id"}', '{"id":}', "{'id':1}", '{"id":"a",}', '{}{}', '{"id":"a"} x', '\ufeff{"id":"a"}', '//\n{}', '[{"id":"a"}]', 'id=a', '['.repeat(8_000), `{"id":"${'x'.repeat(16_363)}"}`, `{"id":"${'x'.repeat(16_400)}"}`, `{"id":"${'x'.repeat(200_000)}"}`]; // prettier-ignore
const MEMBERS = ['season', 'icon', 'skin'];
const UNKNOWN = [
  '"ID"',
  '"x"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"location"',
  '""',
  '"\\u0069d"',
];

/** Makes a body of a marker write or of a batch, mostly a right one. */
export function bodyFor(random: Random, path: string, ids: readonly string[]): SentBody {
  const kind = random();
  let bytes: Buffer = Buffer.from(kind < 0.15 ? pick(random, WHOLE) : rightFor(random, path, ids));
  if (kind > 0.97) bytes = damaged(random, bytes);
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (random() < 0.08) headers['Content-Type'] = pick(random, TYPES);
  if (random() < 0.15) {
    const [coding, code] = pick(random, CODINGS);
    headers['Content-Encoding'] = coding;
    bytes = code(bytes);
    if (random() < 0.2) bytes = damaged(random, bytes);
  }
  return { bytes, headers };
}

const same = (bytes: Buffer): Buffer => bytes;
const CODINGS: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['gzip', (bytes) => gzipSync(bytes)],
  ['GZIP', (bytes) => gzipSync(bytes)],
  ['deflate', (bytes) => deflateSync(bytes)],
  ['br', (bytes) => brotliCompressSync(bytes)],
  ['gzip', () => gzipSync(Buffer.alloc(3_000_000, ' '))],
  ['identity', same],
  ['gzip', same],
  ['br', same],
  ['zstd', same],
  ['gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))],
];

function rightFor(random: Random, path: string, ids: readonly string[]): string {
  if (path !== '/locate') return objectFor(random, path, ids);
  const count = pick(random, [1, 1, 2, 3, 20, 500, 501]);
  return `[${Array.from({ length: count }, () => locationFor(random)).join()}]`;
}

function locationFor(random: Random): string {
  const kind = random();
  if (kind < 0.1) return pick(random, [...OTHERS.slice(0, 7), '{"land_id":"881fb46625fffff"}', '{"lat":1,"lat":2,"lng":3}']); // prettier-ignore
  const degrees = (most: number): string =>
    random() < 0.05 ? pick(random, NUMBERS.slice(0, 9)) : String(most * (2 * random() - 1));
  return `{"lat":${degrees(90)},"lng":${degrees(180)}}`;
}

function objectFor(random: Random, path: string, ids: readonly string[]): string {
  const members: string[] = [];
  if (random() < 0.98) members.push(`"id":${JSON.stringify(idFor(random, ids))}`);
  const wanted = path === '/markers/update' ? MEMBERS : [];
  for (const name of wanted) {
    if (random() > (name === 'skin' ? 0.6 : 0.97)) continue;
    members.push(`"${name}":${memberFor(random, name)}`);
  }
  if (random() < 0.05 && members.length > 0) members.push(pick(random, members));
  if (random() < 0.05) members.push(`${pick(random, UNKNOWN)}:${pick(random, OTHERS)}`);
  members.sort(() => random() - 0.5);
  return `{${members.join(pick(random, [',', ', ', ',\n']))}}`;
}

function idFor(random: Random, ids: readonly string[]): string {
  return random() < 0.8 ? pick(random, ids) : pick(random, [...HOSTILE_TEXTS, 'x'.repeat(513), '中'.repeat(200), '_all', '.', '..']); // prettier-ignore
}

function memberFor(random: Random, name: string): string {
  const kind = random();
  if (kind < 0.05) return pick(random, OTHERS);
  if (name === 'skin') return JSON.stringify(pick(random, ['', 'gold', '😀'.repeat(64), '😀'.repeat(65), ...HOSTILE_TEXTS])); // prettier-ignore
  return kind < 0.25 ? pick(random, NUMBERS) : String(below(random, 50));
}

/** Changes, leaves out or adds a byte. */
function damaged(random: Random, bytes: Buffer): Buffer {
  const at = below(random, Math.max(1, bytes.length));
  const kind = below(random, 3);
  if (kind === 0) return bytes.subarray(0, at);
  const middle = Buffer.of(below(random, 256));
  return Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(at + (kind === 1 ? 1 : 0))]);
}
