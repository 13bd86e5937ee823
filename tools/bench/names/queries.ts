/** Makes the queries of the bench from the built-in cities. Every run makes the same ones. */
import { countBy } from 'es-toolkit/array';
import { fold } from '../../../indices/fold.js';
import { pick, type Random, seededRandom, shuffled } from '../random.js';
import type { NamedCity } from './cities.js';

/** The wanted city must be among the first five. */
export const FIRST = 5;

/** A city as answers have it. */
export interface FoundCity {
  id: string;
  name: string;
  population: number;
  country_id: string;
  region_name: string | null;
}

export interface NameQuery {
  text: string;
  /** Shown if the query fails. */
  wanted: string;
  /** Returns a number from 0 to 1. */
  score: (found: readonly FoundCity[]) => number;
}

/** Queries of a kind, and the percentage of them to reach. */
export interface Row {
  name: string;
  aim: number;
  queries: readonly NameQuery[];
}

/** The part of the world that a query names. Namesakes elsewhere are not what it wants. */
type Within = 'country' | 'region' | undefined;

/** Returns what is typed, or undefined if the name is unsuitable. */
type Write = (
  name: string,
  city: NamedCity,
) => readonly [text: string, within?: Within] | undefined;

const SHORTEST_WORD = 4;
const NONSENSE = Array.from('jkqvwxz');
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** Makes queries of each kind that one city answers. */
export function cityRows(cities: readonly NamedCity[], count: number): Row[] {
  const random = seededRandom(100);
  const names = new Set(cities.flatMap((city) => city.names.map(fold)));
  const large = cities.filter(({ population }) => population >= 300_000);
  const wordCounts = countBy(large.flatMap(({ names: all }) => [...new Set(all.flatMap(wordsOf))]), String); // prettier-ignore
  const separate = (): string => pick(random, [' ', ', ']);

  const make = (name: string, aim: number, leastPopulation: number, write: Write): Row => {
    const candidates = cities.filter(({ population }) => population >= leastPopulation);
    const queries = distinct(count, () => {
      const city = pick(random, candidates);
      const [text, within] = write(pick(random, city.names), city) ?? [];
      if (text === undefined) return undefined;
      return cityQuery(random() < 0.5 ? text.toLowerCase() : text, city, within);
    });
    return { name, aim, queries };
  };

  return [
    make('typing errors', 92, 100_000, (name) => {
      const text = mistype(name, random);
      // The right name of another city is not an error.
      return text === undefined || names.has(text) ? undefined : [text];
    }),
    make('other order of words', 97, 100_000, (name) => {
      const text = shuffled(random, wordsOf(name)).join(' ');
      return text === fold(name) ? undefined : [text];
    }),
    make('an inner word alone', 90, 300_000, (name) => {
      const text = pick(random, wordsOf(name).slice(1).concat(''));
      // More large cities than an answer can show have a stop word, such as `city`.
      const isStopWord = (wordCounts[text] ?? 0) > FIRST;
      return text.length < SHORTEST_WORD || isStopWord ? undefined : [text];
    }),
    make('with the country', 97, 15_000, (name, { country }) => [
      name + separate() + pick(random, country),
      'country',
    ]),
    make('with the region', 95, 15_000, (name, { region }) =>
      region.length > 0 ? [name + separate() + pick(random, region), 'region'] : undefined,
    ),
    make('country or region half typed', 90, 15_000, (name, { country, region }) => {
      const within = pick(random, ['country', 'region'] as const);
      const [place = ''] = within === 'country' ? country : region;
      const typed = cut(place, 2, place.length - 1, random);
      return typed === undefined ? undefined : [`${name}, ${typed}`, within];
    }),
    make('an error, not typed to its end', 70, 100_000, (name) => {
      const { length } = fold(name);
      const from = Math.max(SHORTEST_WORD, Math.ceil(0.6 * length));
      const text = mistype(cut(fold(name), from, Math.floor(0.9 * length), random), random);
      return text === undefined ? undefined : [text];
    }),
  ];
}

/** Accepts a city, or a namesake with at least its population. */
export function cityQuery(text: string, city: NamedCity, within?: Within): NameQuery {
  const names = new Set(city.names.map(fold));
  const isWanted = (found: FoundCity): boolean => {
    if (found.id === city.id) return true;
    if (!names.has(fold(found.name)) || found.population < city.population) return false;
    if (within !== undefined && found.country_id !== city.country[1]) return false;
    return within !== 'region' || found.region_name === city.region[0];
  };
  return { text, wanted: city.id, score: (found) => Number(found.slice(0, FIRST).some(isWanted)) };
}

/** Makes strings of letters that hardly any word combines. */
export function nonsense(count: number): NameQuery[] {
  const random = seededRandom(101);
  return distinct(count, () => {
    const letters = Array.from({ length: 5 + Math.floor(4 * random()) }, () => pick(random, NONSENSE)); // prettier-ignore
    return {
      text: letters.join(''),
      wanted: 'nothing',
      score: ({ length }) => Number(length === 0),
    };
  });
}

/** Makes prefixes of names, with at least three letters. */
export function prefixes(cities: readonly NamedCity[], count: number): string[] {
  const random = seededRandom(102);
  const candidates = cities.filter(({ population }) => population >= 100_000);
  return distinct(count, () => {
    const text = cut(fold(pick(random, candidates).names.at(-1) ?? ''), 3, Infinity, random);
    return text === undefined ? undefined : { text };
  }).map(({ text }) => text);
}

/** Yields new texts: prefixes of names of any cities, every second one with an error. */
export function* freshTexts(cities: readonly NamedCity[], seed: number): Generator<string> {
  const random = seededRandom(seed);
  const seen = new Set<string>();
  while (true) {
    const typed = cut(fold(pick(random, pick(random, cities).names)), 3, Infinity, random);
    const text = random() < 0.5 ? typed : mistype(typed, random);
    if (text === undefined || seen.has(text)) continue;
    seen.add(text);
    yield text;
  }
}

/** Makes items until some have different texts. Gives up after many tries. */
function distinct<Item extends { text: string }>(
  count: number,
  make: () => Item | undefined,
): Item[] {
  const made = new Map<string, Item>();
  for (let tries = 0; tries < 200 * count && made.size < count; tries += 1) {
    const item = make();
    if (item !== undefined) made.set(item.text, item);
  }
  return [...made.values()];
}

/** Changes, drops, adds or swaps a letter of a word, not its first one. The word keeps four letters. */
function mistype(text = '', random: Random): string | undefined {
  const words = wordsOf(text);
  const position = Math.floor(random() * words.length);
  const letters = Array.from(words[position] ?? '');
  const at = 1 + Math.floor(random() * (letters.length - 1));
  const [letter = '', next = ''] = letters.slice(at);
  const other = pick(random, LETTERS);
  const edit = pick(random, [other, '', letter + other, next + letter]);
  letters.splice(at, edit === next + letter ? 2 : 1, edit);
  words[position] = letters.join('');
  const mistyped = words.join(' ');
  return words[position].length < SHORTEST_WORD || mistyped === fold(text) ? undefined : mistyped;
}

/** Returns a prefix with a random length between two numbers, or undefined if the text is too short. */
function cut(text: string, from: number, to: number, random: Random): string | undefined {
  const longest = Math.min(to, text.length);
  if (longest < from) return undefined;
  return text.slice(0, from + Math.floor(random() * (longest - from + 1))).trim();
}

function wordsOf(name: string): string[] {
  return fold(name).split(' ');
}
