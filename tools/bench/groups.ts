import type { Point } from '../../core/geo/point.js';
import type { GeonamesRecord } from '../../ingest/reference/geonames.js';
import type { Comparison } from './comparison.js';
import { makeMarkers, type Needed, SEASON, siteOf } from './data.js';
import { get, getAt, type Load, measure, type Question } from './load.js';
import type { StartServer } from './processes.js';
import { cycle, generate, map, pick, seededRandom, take } from './random.js';
import { SHOWN_CITIES, shownCities } from './quality.js';
import { NAME_LIMIT, plainQuestions } from './references.js';
import type { Bench } from './session.js';
import * as traffic from './traffic.js';

/** Makes comparisons that belong together and can be measured alone. Each group has an API of its own. */
type Group = (setting: {
  bench: Bench;
  start: StartServer;
  cities: readonly GeonamesRecord[];
}) => Promise<Comparison[]>;

type ToQuestion<Item> = (item: Item) => Question;

const COUNTRY = '/countries/findByLocation';
const CITY = '/cities/findByLocation';
const KEYSTROKES_BEFORE = 100_000;
/** Before players are measured, each has moved for a minute. */
const MOVES_BEFORE = 60 * traffic.PLAYERS;
/** An area that holds about 100 markers. */
const RADIUS_METERS = 1_500;
/** The radius that a game shows at once. */
const SHOWN_METERS = 5_000;
/** Points so close mostly have the same country and the same closest city. */
const NEAR_METERS = 100;

/** Data that is ingested for groups, besides countries and cities. */
export const NEEDS: Readonly<Record<string, readonly Needed[]>> = {
  new: ['markers'],
  players: ['lands', 'markers'],
  places: ['places'],
  markers: ['markers'],
};

export const GROUPS = {
  /** Names and points that are not cached. */
  async new({ bench, start, cities }) {
    const plain = plainQuestions(bench.indexPrefix);
    const compare = comparing(bench, await start('api'));
    const sites = [...take(map(makeMarkers(), siteOf), bench.extent.markers)];
    const around = (points: readonly Point[], seed: number) => () =>
      traffic.scattered(points, SHOWN_METERS, seededRandom(seed));
    const markers = markersIn(SHOWN_METERS, plain);
    return [
      compare('names, new words', () => traffic.newWords(cities, seededRandom(11)), nameQuestion, plain.citiesByName), // prettier-ignore
      compare('names, starts of names', () => traffic.knownWords(cities, seededRandom(12)), nameQuestion, plain.citiesByName), // prettier-ignore
      compare('country, scattered points', around(cities, 13), at(COUNTRY), plain.countriesAt),
      compare('closest city, scattered points', around(cities, 14), at(CITY), plain.closestCity),
      compare('markers in 5 km, scattered points', around(sites, 15), ...markers),
      compare('markers in 5 km, mostly none', around(cities, 16), ...markers),
    ];
  },

  /** People who type names into search fields. */
  async typing({ bench, start, cities }) {
    const { citiesByName } = plainQuestions(bench.indexPrefix);
    const compare = comparing(bench, await start('api'));
    const typed = () => traffic.typing(cities, seededRandom(21));
    const comparison = compare('typing traffic', typed, nameQuestion, citiesByName);
    return [{ ...comparison, requestsBefore: KEYSTROKES_BEFORE }];
  },

  /** People who mistype names. */
  async fuzzy({ bench, start, cities }) {
    const { citiesByWords } = plainQuestions(bench.indexPrefix);
    const compare = comparing(bench, await start('api'));
    const fresh = (name: string, seed: number): Comparison =>
      compare(
        `match=fuzzy, ${name}`,
        () => traffic.freshTexts(cities, seed),
        (token) => shownCities({ token, language: 'en' }, 'fuzzy'),
        (text) => citiesByWords(text, SHOWN_CITIES),
        'match_bool_prefix',
      );
    const typed = async (name: string, match: string): Promise<Load> => ({
      name,
      url: await start('api'),
      questions: map(traffic.typing(cities, seededRandom(121)), (each) => shownCities(each, match)),
    });
    return [
      fresh('new words', 122),
      {
        ours: await typed('match=fuzzy, typed traffic', 'fuzzy'),
        beside: await typed('match=prefix', 'prefix'),
        requestsBefore: KEYSTROKES_BEFORE,
      },
      { ...fresh('new words, one connection', 123), connections: 1 },
    ];
  },

  /** Players who ask where they are while they move. */
  async players({ bench, start, cities }) {
    const plain = plainQuestions(bench.indexPrefix);
    const compare = comparing(bench, await start('api'));
    const moving = () => traffic.players(cities, seededRandom(31));
    return [
      compare('country, moving players', moving, at(COUNTRY), plain.countriesAt),
      compare('closest city, moving players', moving, at(CITY), plain.closestCity),
      compare('lands k = 1, moving players', moving, at('/lands/findByLocation', '&k=1'), plain.landsAround), // prettier-ignore
    ].map((comparison) => ({ ...comparison, requestsBefore: MOVES_BEFORE }));
  },

  /** Lookups whose answers are in the cache, beside a server that does nothing. */
  async cached({ bench, start, cities }) {
    const url = await start('api');
    const koa = await start('emptyKoa');
    const byPopulation = [...cities].sort((a, b) => b.population - a.population);
    const largest = byPopulation.slice(0, bench.extent.cachedAnswers);
    const tokens = [...new Set(largest.map(({ name }) => Array.from(name).slice(0, 3).join('')))];
    const byName = tokens.map((token) => nameQuestion({ token, language: 'en' }));
    const byPoint = largest.flatMap((city) => [getAt(COUNTRY, city), getAt(CITY, city)]);
    // Several times, because a cell is cached only when it is looked up again.
    const filling = [...byName, ...byPoint];
    const span = { amount: 5 * filling.length };
    const { signal } = bench;
    await measure({ name: '', url, questions: cycle(filling) }, { span, connections: 4, signal });
    const nothing = cycle([get('/', {})]);
    const compare = (name: string, questions: Load['questions']): Comparison => ({
      ours: { name: `a cached answer, ${name}`, url, questions },
      beside: { name: 'an empty Koa handler', url: koa, questions: nothing },
    });
    const pointsAt = (path: string, seed: number) =>
      map(traffic.scattered(largest, NEAR_METERS, seededRandom(seed)), at(path));
    return [
      compare('by repeated URL', cycle(byName)),
      compare('by canonical parameters', rewritten(tokens)),
      compare('country, computed', pointsAt(COUNTRY, 42)),
      compare('closest city, computed', pointsAt(CITY, 43)),
    ];
  },

  async places({ bench, start, cities }) {
    const { placesAround } = plainQuestions(bench.indexPrefix);
    const compare = comparing(bench, await start('api'));
    const points = () => traffic.scattered(cities, SHOWN_METERS, seededRandom(51));
    const ours = at('/places/findByLocation', '&k=1');
    return [compare('places k = 1, scattered points', points, ours, placesAround)];
  },

  /** Reads of markers, writes, and reads while others write. */
  async markers({ bench, start, cities }) {
    const plain = plainQuestions(bench.indexPrefix);
    const { markers: count, connections } = bench.extent;
    const compare = comparing(bench, await start('api'));
    const stored = [...take(makeMarkers(), count)];
    const sites = stored.map(siteOf);
    const points = () => traffic.scattered(sites, NEAR_METERS, seededRandom(61));
    const close = markersIn(RADIUS_METERS, plain);
    const reads = compare('markers by radius', points, ...close);
    const moving = () => traffic.players(cities, seededRandom(63));
    const ofPlayers = compare('markers in 5 km, moving players', moving, ...markersIn(SHOWN_METERS, plain)); // prettier-ignore
    const random = seededRandom(62);
    // Each write sets another icon, else it would change nothing.
    let icon = 0;
    const built = () =>
      generate(() => ({ ...pick(random, stored), season: SEASON, icon: ++icon, skin: '' }));
    const writes = compare(
      'marker writes, visible when acknowledged',
      built,
      ({ id, season, icon: newIcon }) => ({
        method: 'PUT',
        path: '/markers/update',
        body: JSON.stringify({ id, season, icon: newIcon }),
      }),
      plain.writeBuild,
      'refresh=true for each',
    );
    const name = `markers by radius while ${connections / 2} write`;
    const again = (): Load => ({ ...reads.ours, questions: map(points(), close[0]) });
    return [
      { ...ofPlayers, requestsBefore: MOVES_BEFORE },
      reads,
      writes,
      {
        ours: { ...again(), name, meanwhile: writes.ours },
        beside: { ...again(), name: 'without the writes' },
      },
    ];
  },
} satisfies Record<string, Group>;

export type GroupName = keyof typeof GROUPS;

/** Compares an API with what a competent user would send to Elasticsearch, see references.ts. */
function comparing({ elasticsearchUrl }: Bench, url: string) {
  return <Item>(
    name: string,
    items: () => Iterable<Item>,
    ours: ToQuestion<Item>,
    plain: ToQuestion<Item>,
    plainName = 'the plain question',
  ): Comparison => ({
    ours: { name, url, questions: map(items(), ours) },
    beside: { name: plainName, url: elasticsearchUrl, questions: map(items(), plain) },
  });
}

const at =
  (path: string, more = ''): ToQuestion<Point> =>
  (point) =>
    getAt(path, point, more);

/** Returns a lookup of markers around a point, and its plain query. */
function markersIn(radiusMeters: number, { markersAround }: ReturnType<typeof plainQuestions>) {
  const ours = at('/markers/findByRadius', `&radius=${radiusMeters}&season=${SEASON}`);
  return [ours, (point: Point) => markersAround(point, radiusMeters)] as const;
}

export function nameQuestion({ token, language: lang }: traffic.Keystroke): Question {
  return get('/cities/findByName', { token, lang, limit: String(NAME_LIMIT) });
}

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');

/** Yields searches for the same names, never in the same words: other regions of English. */
function* rewritten(tokens: readonly string[]): Generator<Question> {
  const limit = String(NAME_LIMIT);
  for (const region of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    for (const token of tokens) {
      yield get('/cities/findByName', { token, lang: `en-${region}`, limit });
      yield get('/cities/findByName', { limit, lang: `en-${region}`, token });
    }
  }
}
