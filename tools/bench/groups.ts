import type { Point } from '../../core/geo/point.js';
import type { BuiltInCity } from '../../ingest/cities/builtIn.js';
import type { Comparison } from './comparison.js';
import { makeMarkers, type Needed, siteOf } from './data.js';
import { get, getAt, type Load, measure, type Question } from './load.js';
import type { Processes } from './processes.js';
import { cycle, generate, map, pick, seededRandom, shuffled, take } from './random.js';
import { NAME_LIMIT, type References } from './references.js';
import type { Bench } from './session.js';
import {
  closeTo,
  type Keystroke,
  newPoints,
  newPrefixes,
  PLAYERS,
  players,
  typing,
} from './traffic.js';

/** Comparisons that belong together and can be measured alone. */
export interface Group {
  /** Data that is ingested for them, besides countries and cities. */
  needs: readonly Needed[];
  comparisons(setting: Setting): Promise<Comparison[]>;
}

export interface Setting {
  bench: Bench;
  processes: Processes;
  cities: readonly BuiltInCity[];
  references: References;
}

const NAMES = '/cities/findByName';
const COUNTRY = '/countries/findByLocation';
const CITY = '/cities/findByLocation';
const LANDS = '/lands/findByLocation';
const KEYSTROKES_BEFORE = 100_000;
/** Before players are measured, each has moved for a minute. */
const MOVES_BEFORE = 60 * PLAYERS;
/** An area that holds about 100 markers. */
const RADIUS_METERS = 1_500;
const SEASON = 7;

export const GROUPS = {
  /** Lookups that no earlier answer helps with, in a process of their own. */
  uncached: {
    needs: [],
    async comparisons({ bench, processes, cities, references: { citiesByName, ...references } }) {
      const url = await processes.api('uncached');
      const prefixes = newPrefixes(cities, seededRandom(11)).values();
      // All loads share the points, because a cell must not be looked up twice.
      const points = newPoints(cities, seededRandom(12));
      const plainUrl = bench.elasticsearchUrl;
      const compare = (name: string, path: string, plain: ToQuestion): Comparison => ({
        ours: at(
          name,
          url,
          () => points,
          (point) => getAt(path, point),
        ),
        others: [at(PLAIN, plainUrl, () => points, plain)],
      });
      return [
        {
          ours: {
            name: 'name search, every request new',
            url,
            questions: map(prefixes, nameQuestion),
          },
          others: [{ name: PLAIN, url: plainUrl, questions: map(prefixes, citiesByName) }],
        },
        compare('country, every request new', COUNTRY, references.countriesAt),
        compare('closest city, every request new', CITY, references.closestCity),
      ];
    },
  },

  /** People who type names into search fields. */
  typing: {
    needs: [],
    async comparisons({ bench, processes, cities, references: { citiesByName } }) {
      const load = (
        name: string,
        url: string,
        toQuestion: (each: Keystroke) => Question,
      ): Load => ({
        name,
        url,
        questions: map(typing(cities, seededRandom(21)), toQuestion),
      });
      const ours = load('typing traffic', await processes.api(), nameQuestion);
      const others = [load(PLAIN, bench.elasticsearchUrl, citiesByName)];
      return [{ ours, others, requestsBefore: KEYSTROKES_BEFORE }];
    },
  },

  /** Players who ask where they are while they move. */
  players: {
    needs: ['lands', 'markers'],
    async comparisons({ bench, processes, cities, references }) {
      const url = await processes.api();
      const coder = await processes.peer('countryCoder');
      const bush = await processes.peer('closestCity');
      const moving = () => players(cities, seededRandom(31));
      const compare = (
        name: string,
        path: string,
        plain: ToQuestion,
        peers: Load[],
      ): Comparison => ({
        ours: at(`${name}, moving players`, url, moving, (point) => getAt(path, point, '&k=1')),
        others: [at(PLAIN, bench.elasticsearchUrl, moving, plain), ...peers],
        requestsBefore: MOVES_BEFORE,
      });
      const peer = (name: string, peerUrl: string): Load[] => [
        at(name, peerUrl, moving, (point) => getAt('/', point)),
      ];
      return [
        compare('country', COUNTRY, references.countriesAt, peer('country-coder', coder)),
        compare(
          'closest city',
          CITY,
          references.closestCity,
          peer('country-coder and geokdbush', bush),
        ),
        compare('lands k = 1', LANDS, references.landsAround, []),
      ];
    },
  },

  /** Lookups whose answers are in the cache, beside servers that do nothing. */
  cached: {
    needs: [],
    async comparisons({ bench, processes, cities }) {
      const url = await processes.api();
      const koa = await processes.peer('emptyKoa');
      const bare = await processes.peer('bareHttp');
      const { cachedAnswers } = bench.extent;
      const largest = [...cities]
        .sort((a, b) => b.population - a.population)
        .slice(0, cachedAnswers);
      const tokens = [...new Set(largest.map(({ name }) => Array.from(name).slice(0, 3).join('')))];
      const byName = tokens.map((token) => nameQuestion({ token, language: 'en' }));
      const byPoint = largest.flatMap((city) => [getAt(COUNTRY, city), getAt(CITY, city)]);
      await fillCache(bench, url, [...byName, ...byPoint]);
      const empty = (name: string, peerUrl: string): Load => ({
        name,
        url: peerUrl,
        questions: cycle([get('/', {})]),
      });
      const compare = (name: string, questions: Load['questions']): Comparison => ({
        ours: { name: `a cached answer, ${name}`, url, questions },
        others: [empty('an empty Koa handler', koa)],
      });
      const pointsAt = (path: string, seed: number) =>
        map(closeTo(largest, seededRandom(seed)), (point) => getAt(path, point));
      return [
        compare('by repeated URL', cycle(byName)),
        compare('by canonical parameters', rewritten(tokens)),
        compare('country by cell', pointsAt(COUNTRY, 42)),
        compare('closest city by cell', pointsAt(CITY, 43)),
        { ours: empty('an empty Koa handler', koa), others: [empty('bare node:http', bare)] },
      ];
    },
  },

  places: {
    needs: ['places'],
    async comparisons({ bench, processes, cities, references: { placesAround } }) {
      const points = () => newPoints(cities, seededRandom(51));
      const toQuestion = (point: Point) => getAt('/places/findByLocation', point, '&k=1');
      const name = 'places k = 1, every request new';
      const others = [at(PLAIN, bench.elasticsearchUrl, points, placesAround)];
      return [{ ours: at(name, await processes.api(), points, toQuestion), others }];
    },
  },

  /** Reads of markers, writes, and reads while others write. */
  markers: {
    needs: ['markers'],
    async comparisons({ bench, processes, references: { markersAround, writeMarker } }) {
      const url = await processes.api();
      const plainUrl = bench.elasticsearchUrl;
      const { markers: count, connections } = bench.extent;
      const bush = await processes.peer('markersAround', String(count));
      const stored = [...take(makeMarkers(), count)];
      const sites = shuffled(seededRandom(60), stored.map(siteOf));
      const points = () => closeTo(sites, seededRandom(61));
      const more = `&radius=${RADIUS_METERS}&season=${SEASON}`;
      const reads = (name: string): Load =>
        at(name, url, points, (point) => getAt('/markers/findByRadius', point, more));

      const random = seededRandom(62);
      // Each write sets another icon, else it would change nothing.
      let icon = 0;
      const built = () => {
        icon += 1;
        return { ...pick(random, stored), season: SEASON, icon, skin: '' };
      };
      const update = (): Question => {
        const { id, season, icon: newIcon } = built();
        const body = JSON.stringify({ id, season, icon: newIcon });
        return { method: 'PUT', path: '/markers/update', body };
      };
      const name = 'marker writes, visible when acknowledged';
      const writes: Load = { name, url, questions: generate(update) };
      const plainWrites = generate(() => writeMarker(built()));
      const whileOthersWrite = `markers by radius while ${connections / 2} write`;
      return [
        {
          ours: reads('markers by radius'),
          others: [
            at(PLAIN, plainUrl, points, (point) => markersAround(point, RADIUS_METERS)),
            at('geokdbush', bush, points, (point) => getAt('/', point, more)),
          ],
        },
        {
          ours: writes,
          others: [{ name: 'refresh=true for each', url: plainUrl, questions: plainWrites }],
        },
        {
          ours: { ...reads(whileOthersWrite), meanwhile: writes },
          others: [reads('without the writes')],
        },
      ];
    },
  },
} as const satisfies Record<string, Group>;

export type GroupName = keyof typeof GROUPS | 'ingestion';

/** Requests of a competent user to Elasticsearch, see references.ts. */
const PLAIN = 'the plain question';

type ToQuestion = (point: Point) => Question;

/** Looks up points. */
function at(
  name: string,
  url: string,
  points: () => Iterable<Point>,
  toQuestion: ToQuestion,
): Load {
  return { name, url, questions: map(points(), toQuestion) };
}

export function nameQuestion({ token, language: lang }: Keystroke): Question {
  return get(NAMES, { token, lang, limit: String(NAME_LIMIT) });
}

/** Sends the questions several times, because a cell is cached only when it is looked up again. */
async function fillCache({ signal }: Bench, url: string, questions: Question[]): Promise<void> {
  const load = { name: 'cache', url, questions: cycle(questions) };
  await measure(load, { span: { amount: 5 * questions.length }, connections: 4, signal });
}

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');

/** Yields searches for the same names, never in the same words: other regions of English. */
function* rewritten(tokens: readonly string[]): Generator<Question> {
  const limit = String(NAME_LIMIT);
  const regions = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  for (const region of regions) {
    for (const token of tokens) {
      yield get(NAMES, { token, lang: `en-${region}`, limit });
      yield get(NAMES, { limit, lang: `en-${region}`, token });
    }
  }
}
