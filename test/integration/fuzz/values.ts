import { landAt } from '../../../core/geo/land.js';
import { below, pick } from '../../support/random.js';
import type { Parameter } from './document.js';

type Random = () => number;

/** What reads as something else wherever it is put into a query, a path, a log or a page. */
export const HOSTILE_TEXTS = [
  '', ' ', '\t', '\0', '\r\nX-Injected: 1', '*', '?', '.*', 'a*', '%', '_', '~', '"', "'", '`', '\\', '\\"',
  '*:*', 'a OR 1=1', "'; DROP TABLE cities;--", '{"match_all":{}}', '{"query":{"script":{"source":"1"}}}',
  '${jndi:ldap://a}', '{{7*7}}', '$(id)', '|id', '<script>alert(1)</script>', '../../etc/passwd', 'file:///etc/passwd',
  '=1+1', '\u001b[2J', '\u202e', '\u200b', '\ufeff', '\ufffe', '\u0300', 'a\u0300\u0301\u0302', 'ﬁ', 'İ', 'ß', 'ſ',
  '中', '日本語', 'Ελλάδα', 'مصر', 'ישראל', '😀', '👨‍👩‍👧‍👦', '\u{10ffff}', '\ud83d', 'null', 'undefined', 'NaN', '[]', '{}', '[object Object]',
  '__proto__', 'constructor', 'toString', 'a,b', ',', ',,', 'a&b=c', 'a#b', 'a;b', 'a+b', 'x'.repeat(101), '😀'.repeat(100),
  'a'.repeat(5_000), ' '.repeat(3_000), 'é'.repeat(2_000), '('.repeat(1_000),
] as const; // prettier-ignore

const INTEGERS = [
  '0', '1', '2', '7', '10', '-1', '-0', '007', '1.0', '1.5', '1e3', '0x10', '0b1', '+1', '1_000', '1,000', '٣', '１',
  ' 1', '1 ', '', 'true', '9007199254740991', '9007199254740993', '9'.repeat(400), `-${'9'.repeat(400)}`, '2147483648',
] as const; // prettier-ignore

const NUMBERS = [
  ...INTEGERS, '0.5', '.5', '5.', '-.5', '-', '.', '1e-7', '1E400', 'Infinity', '-Infinity', 'NaN', '0.1.2', '89.999999999999999',
  '90.000000000000001', `0.${'0'.repeat(400)}1`, `${'0'.repeat(400)}1.5`, '48.85,2.35', '48°',
] as const; // prettier-ignore

const BOOLEANS = ['true', 'false', 'TRUE', 'False', 'tRuE', '1', '0', 'yes', '', ' true', 'null', 'truefalse'] as const; // prettier-ignore

const TAGS = [
  'en', 'EN', 'fr', 'fr-CA', 'zh-Hant-TW', 'he', 'ja-x-private', 'en-a-b-c-d', `en${'-abcdefgh'.repeat(500)}`,
  'xx', 'en-', '-en', 'en_US', 'en--us', 'en;q=0.8', 'fr-toolongsubtag', 'ｅｎ', 'e', 'english', 'en,fr', 'en ',
] as const; // prettier-ignore

const BEGINNINGS = ['a', 'sai', 'Saint-D', 'st louis', 'são', 'MÜN', 'par', 'new y', '東', 'Мос', 'العر', "'s", '-', '..', 'é']; // prettier-ignore

const IDS = [
  'FRA', 'deu', 'Usa', 'XKX', 'ZZZ', 'FR', 'FRANCE', '250', 'FRA_Paris', 'DEU_Berlin', 'NO_CITY', 'USA_Springfield',
  'geonames-2988507', 'nothing', 'ＦＲＡ',
]; // prettier-ignore

const CELLS = ['881fb46625fffff', '881FB46625FFFFF', '880800000dfffff', '8808000001fffff', '871fb4662ffffff', '881fb46625ffffe', '88fffffffffffff', '0', '1'.repeat(15)]; // prettier-ignore

/** Makes a value of a parameter: mostly right ones, then those on and beyond a bound, then any. */
export function valueOf(random: Random, { name, schema, example }: Parameter): string {
  const kind = random();
  if (kind < 0.05) return pick(random, HOSTILE_TEXTS);
  if (kind < 0.1 && example !== undefined) return String(example);
  if (schema.type === 'boolean') return pick(random, BOOLEANS);
  if (schema.type === 'array') return listOf(random, name);
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(random, schema);
  if (name === 'lang') return pick(random, TAGS);
  if (name === 'land_id') return cell(random);
  return kind < 0.6 ? pick(random, BEGINNINGS) : pick(random, HOSTILE_TEXTS);
}

function numberOf(random: Random, schema: Parameter['schema']): string {
  const { type, minimum, maximum, exclusiveMinimum } = schema;
  const least = minimum ?? exclusiveMinimum ?? 0;
  const most = maximum ?? 1_000;
  const step = type === 'integer' ? 1 : 1e-9;
  const kind = random();
  if (kind < 0.3) return pick(random, type === 'integer' ? INTEGERS : NUMBERS);
  if (kind < 0.5) {
    const bounds = [least, most, least - step, most + step, least + step, most - step];
    return plain(pick(random, bounds));
  }
  // What is asked at all is small, or near the largest.
  const width = type === 'integer' ? Math.min(most - least, 200) : most - least;
  const value = least + random() * width;
  return type === 'integer' ? String(Math.round(value)) : plain(value);
}

/** Writes a number without an exponent. */
function plain(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(12);
}

function cell(random: Random): string {
  const kind = random();
  if (kind < 0.25) return pick(random, CELLS);
  const latitude = Math.asin(2 * random() - 1) * (180 / Math.PI);
  const land = landAt({ latitude, longitude: random() * 360 - 180 });
  if (kind < 0.8) return land;
  const at = below(random, land.length);
  return `${land.slice(0, at)}${'0123456789abcdefg'[below(random, 17)] ?? ''}${land.slice(at + 1)}`;
}

function listOf(random: Random, name: string): string {
  const one = (): string => {
    if (random() < 0.03) return pick(random, HOSTILE_TEXTS);
    if (name === 'land_ids') return random() < 0.97 ? cellOfList(random) : cell(random);
    if (name === 'country_ids') return pick(random, IDS.slice(0, random() < 0.9 ? 5 : IDS.length));
    return pick(random, IDS);
  };
  const kind = random();
  const length = kind < 0.7 ? 1 + below(random, 5) : pick(random, [1, 2, 50, 499, 500, 501, 1_000]);
  const separator = pick(random, [',', ',', ',', ' , ', ',\t']);
  const list = Array.from({ length }, one).join(separator);
  return kind < 0.97 ? list : pick(random, [`${list},`, `,${list}`, `${list},,a`, ` ${list} `]);
}

function cellOfList(random: Random): string {
  return landAt({ latitude: random() * 180 - 90, longitude: random() * 360 - 180 });
}
