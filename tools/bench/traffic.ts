import type { Point } from '../../core/geo/point.js';
import { fold } from '../../indices/fold.js';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '../../indices/languages.js';
import type { GeonamesRecord } from '../../ingest/reference/geonames.js';
import { generate, map, pick, populationPick, type Random, seededRandom } from './random.js';

/** The request of a search field after one keystroke. */
export interface Keystroke {
  token: string;
  language: Language;
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
/** Yields words that are not cached: starts of names with one or two random letters behind them. */
export function newWords(cities: readonly GeonamesRecord[], random: Random): Generator<Keystroke> {
  const letter = (): string => pick(random, LETTERS);
  return typed(() => startOf(cities, random, 2, 6) + letter() + (random() < 0.5 ? '' : letter()));
}

/** Yields starts of names. */
export const knownWords: typeof newWords = (cities, random) =>
  typed(() => startOf(cities, random, 5, 12));

const typed = (make: () => string): Generator<Keystroke> =>
  map(unique(make), (token) => ({ token, language: DEFAULT_LANGUAGE }));

function startOf(
  cities: readonly GeonamesRecord[],
  random: Random,
  shortest: number,
  longest: number,
): string {
  const length = shortest + Math.floor(random() * (longest - shortest + 1));
  return fold(pick(random, cities).name).slice(0, length).trim();
}

/** Without a new one among so many, all are used up. */
const MAX_TRIES = 1_000;

/** Yields each text once. */
function* unique(make: () => string | undefined): Generator<string> {
  const seen = new Set<string>();
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const text = make();
    if (!text || seen.has(text)) continue;
    seen.add(text);
    tries = 0;
    yield text;
  }
}

/** The default name counts as the English name. */
function nameIn({ name, names }: GeonamesRecord, language: Language): string | undefined {
  return names?.[language] ?? (language === DEFAULT_LANGUAGE ? name : undefined);
}

/** Yields points within about so many metres of any of the given points. They are random, so that none comes twice. */
export function scattered(
  around: readonly Point[],
  meters: number,
  random: Random,
): Generator<Point> {
  return generate(() => nearby(pick(random, around), meters / METERS_PER_DEGREE, random));
}

/** Returns a point in a square around another one. */
export function nearby(center: Point, degrees: number, random: Random): Point {
  const offset = (): number => (random() * 2 - 1) * degrees;
  return {
    latitude: Math.max(-89, Math.min(89, center.latitude + offset())),
    longitude: Math.max(-180, Math.min(180, center.longitude + offset())),
  };
}

/** A wrong letter is typed this often, noticed, and deleted. */
const ERROR_RATE = 0.04;
/** English is typed as often as ten other languages. */
const ENGLISH = Array.from({ length: 9 }, () => DEFAULT_LANGUAGE);
/** People who type at the same time. */
const TYPISTS = 200;
const MAX_TOKEN_LENGTH = 100;

/**
 * Types names of cities without end, letter by letter to the last one. Cities are drawn by population.
 * People would stop once they see the city, so this traffic is harder than theirs.
 */
export function* typing(cities: readonly GeonamesRecord[], random: Random): Generator<Keystroke> {
  const pickCity = populationPick(random, cities);
  const typists = Array.from({ length: TYPISTS }, () => typeOne(pickCity, random));
  while (true) {
    const typist = Math.floor(random() * TYPISTS);
    const struck = typists[typist]?.next();
    if (struck === undefined || struck.done) typists[typist] = typeOne(pickCity, random);
    // An apostrophe alone is not a search yet.
    else if (fold(struck.value.token) !== '') yield struck.value;
  }
}

function* typeOne(pickCity: () => GeonamesRecord, random: Random): Generator<Keystroke> {
  const city = pickCity();
  const languages = LANGUAGES.filter((each) => nameIn(city, each) !== undefined);
  const language = pick(random, [...languages, ...ENGLISH]);
  const name = nameIn(city, language) ?? city.name;
  const written = random() < 0.5 ? name.toLowerCase() : name;
  let token = '';
  for (const letter of Array.from(written).slice(0, MAX_TOKEN_LENGTH - 1)) {
    if (random() < ERROR_RATE) {
      yield { token: token + pick(random, Array.from(pickCity().name)), language };
      if (token !== '') yield { token, language };
    }
    token += letter;
    yield { token, language };
  }
}

const SHORTEST_PREFIX = 3;
const SHORTEST_WORD = 4;

/** Yields new texts: prefixes of English names of any cities, every second one with an error. */
export function freshTexts(cities: readonly GeonamesRecord[], seed: number): Generator<string> {
  const random = seededRandom(seed);
  return unique(() => {
    const city = pick(random, cities);
    const name = fold(nameIn(city, DEFAULT_LANGUAGE) ?? city.name);
    const length = SHORTEST_PREFIX + Math.floor(random() * (name.length - SHORTEST_PREFIX + 1));
    const start = name.slice(0, length).trim();
    const text = random() < 0.5 ? start : mistype(start, random);
    return text === undefined || text.length < SHORTEST_PREFIX ? undefined : text;
  });
}

/** Changes, drops, adds or swaps a letter of a word, not its first one. The word keeps four letters. */
function mistype(text: string, random: Random): string | undefined {
  const words = text.split(' ');
  const position = Math.floor(random() * words.length);
  const letters = Array.from(words[position] ?? '');
  const at = 1 + Math.floor(random() * (letters.length - 1));
  const [letter = '', next = ''] = letters.slice(at);
  const other = pick(random, LETTERS);
  const edit = pick(random, [other, '', letter + other, next + letter]);
  letters.splice(at, edit === next + letter ? 2 : 1, edit);
  words[position] = letters.join('');
  const mistyped = words.join(' ');
  return letters.join('').length < SHORTEST_WORD || mistyped === text ? undefined : mistyped;
}

/** Moving players. Each sends a request a second. */
export const PLAYERS = 1_000;
const WALKERS = 0.7;
/** Walkers turn around within a minute, drivers stay on a road for longer. */
const WALKING = { metersPerSecond: 1.4, turnRadians: 0.4 };
const DRIVING = { metersPerSecond: 14, turnRadians: 0.1 };
/** A player leaves after a quarter of an hour on average, and another one starts elsewhere. */
const STEPS_PER_SESSION = 900;
const START_METERS = 5_000;
const METERS_PER_DEGREE = 111_195;

interface Player {
  point: Point;
  heading: number;
  motion: typeof WALKING;
}

/**
 * Yields where each player is in turn, without end. Players start near cities drawn by population and
 * move in small steps: no two requests are equal, and most are close to the player's previous one.
 */
export function players(cities: readonly GeonamesRecord[], random: Random): Generator<Point> {
  const pickCity = populationPick(random, cities);
  const start = (): Player => ({
    point: nearby(pickCity(), START_METERS / METERS_PER_DEGREE, random),
    heading: random() * 2 * Math.PI,
    motion: random() < WALKERS ? WALKING : DRIVING,
  });
  const all = Array.from({ length: PLAYERS }, start);
  let turn = 0;
  return generate(() => {
    const position = turn++ % PLAYERS;
    const player = all[position];
    const next =
      player === undefined || random() * STEPS_PER_SESSION < 1 ? start() : step(player, random);
    all[position] = next;
    return next.point;
  });
}

function step({ point, heading: before, motion }: Player, random: Random): Player {
  const heading = before + (random() * 2 - 1) * motion.turnRadians;
  const degrees = motion.metersPerSecond / METERS_PER_DEGREE;
  // Keeps away from the poles, where a degree of longitude has no length.
  const latitude = Math.max(-85, Math.min(85, point.latitude + degrees * Math.cos(heading)));
  const east = (degrees * Math.sin(heading)) / Math.cos((latitude * Math.PI) / 180);
  const longitude = ((((point.longitude + east + 180) % 360) + 360) % 360) - 180;
  return { point: { latitude, longitude }, heading, motion };
}
