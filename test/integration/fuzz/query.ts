import { pick } from '../../support/random.js';
import type { Operation, Parameter } from './document.js';
import { HOSTILE_TEXTS, valueOf } from './values.js';

type Random = () => number;
/** Name and value, percent-encoded. */
type Pair = readonly [string, string];

const IGNORED = [
  'primaryonly',
  'LAT',
  'lat ',
  'limit[]',
  'lat[$gt]',
  '__proto__',
  'constructor',
  'callback',
  '_',
  '',
  '😀',
];
const LOCATION = ['land_id', 'lat', 'lng'];

/** Makes a query string for a lookup: mostly one that says all that is needed, in any order. */
export function queryFor(random: Random, { parameters = [] }: Operation): string {
  const places = parameters.some(({ name }) => name === 'land_id') ? waysToSay(random) : [];
  const pairs = parameters
    .filter(({ name, required }) => {
      if (places.length > 0 && LOCATION.includes(name)) return places.includes(name);
      return random() < (required ? 0.97 : 0.3);
    })
    .map((parameter) => pairOf(random, parameter));
  for (let more = 0; more < 3 && random() < 0.05; more += 1) {
    const [twice] = pairs.length > 0 && random() < 0.5 ? [pick(random, pairs)] : [];
    pairs.push(twice ?? [encoded(random, pick(random, IGNORED)), encoded(random, anyText(random))]);
  }
  pairs.sort(() => random() - 0.5);
  const joined = pairs.map(([name, value]) => (random() < 0.01 ? name : `${name}=${value}`));
  const text = joined.join(random() < 0.01 ? '&&' : '&');
  return random() < 0.01 ? `${text}&${pick(random, ['%', '%zz=1', '=', '&', '%00=%00'])}` : text;
}

/** One of the two, in most cases. */
function waysToSay(random: Random): readonly string[] {
  const kind = random();
  if (kind < 0.46) return ['land_id'];
  if (kind < 0.92) return ['lat', 'lng'];
  return pick(random, [['lat'], ['lng'], LOCATION, ['land_id', 'lat'], ['none']]);
}

function pairOf(random: Random, parameter: Parameter): Pair {
  const name = random() < 0.95 ? parameter.name : encoded(random, parameter.name);
  return [name, encoded(random, valueOf(random, parameter))];
}

const anyText = (random: Random): string => pick(random, HOSTILE_TEXTS);

/** Percent-encodes in one of the ways that mean the same, or seldom in one that means nothing. */
function encoded(random: Random, text: string): string {
  const kind = random();
  if (kind < 0.01)
    return pick(random, [
      '%',
      '%zz',
      '%ff',
      '%ed%a0%80',
      '%c0%ae',
      '%u0041',
      `${encodeURIComponent(text.toWellFormed())}%2`,
    ]);
  const bytes = Buffer.from(text);
  if (kind < 0.1) return everyByte(bytes).toLowerCase();
  if (kind < 0.2) return everyByte(bytes);
  const usual = encodeURIComponent(text.toWellFormed());
  if (kind < 0.4) return usual.replaceAll('%20', '+');
  // What needs no encoding in a query is often left as it is.
  return kind < 0.6 ? usual.replaceAll('%2C', ',').replaceAll('%3A', ':') : usual;
}

const everyByte = (bytes: Buffer): string => bytes.toString('hex').replaceAll(/../g, (two) => `%${two.toUpperCase()}`); // prettier-ignore
