import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { gridDisk } from 'h3-js';
import { landAt } from '../../../core/geo/land.js';
import { LANGUAGES } from '../../../indices/languages.js';
import { randomNumbers } from '../../support/borderPoints.js';
import { below, pick } from '../../support/random.js';
import type { City, Country } from '../../support/records.js';
import { type Asked, type Oracle, startOracle } from './oracle.js';

const random = randomNumbers(3);
const TIMEOUT_MS = 120_000;
/** Letters of every word that are typed. */
const LETTERS = 4;
const LETTERS_TO_THE_END = 30;
const WORDS_PER_LANGUAGE = 3;
const LOOKUPS_BY_IDS = 150;

let oracle: Oracle;
let cities: City[];
beforeAll(async () => {
  oracle = await startOracle();
  cities = (await oracle.ask('/cities/findByCountries', 'country_ids=FRA,JPN,EGY,RUS,GRC,ISR,IND,THA,VNM&limit=2000')) as City[]; // prettier-ignore
});
afterAll(() => oracle.stop());

/** Other words for the same, and words that are the same but for one letter. */
const VARIANTS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => ` ${text}  `,
  (text) => text.replaceAll(' ', '-'),
  (text) => text.normalize('NFD'),
  (text) => `${text}.`,
  (text) => `${text.slice(0, -1)}x`,
];

async function words(path: string): Promise<{ language: string; word: string }[]> {
  const named = await Promise.all(
    LANGUAGES.filter((_, number) => number % 2 === 0).map(async (language) => {
      const some = cities.filter(() => random() < WORDS_PER_LANGUAGE / cities.length + 0.002);
      const ids = some.map(({ id }) => encodeURIComponent(id)).join();
      const data = path.startsWith('/countries')
        ? await oracle.ask('/countries/findAll', `lang=${language}&limit=3&offset=${below(random, 200)}`)
        : await oracle.ask('/cities/findByIds', `lang=${language}&city_ids=${ids}`);
      return (data as (City | Country)[]).slice(0, WORDS_PER_LANGUAGE).map(({ name }) => ({ language, word: name }));
    }),
  ); // prettier-ignore
  return named.flat();
}

describe.each(['/cities/findByName', '/countries/findByName'])('%s', (path) => {
  test(
    'of typed words answers the same kept and asked, however they are written',
    async () => {
      const typed = (await words(path)).flatMap(({ language, word }) =>
        Array.from({ length: LETTERS }, (_, at) => ({ language, prefix: word.slice(0, at + 1) })),
      );
      const asked = typed.flatMap(({ language, prefix }): Asked[] => {
        const options = `lang=${language}&limit=${pick(random, [1, 10, 100])}&any_name=${random() < 0.3}&primary_only=${random() < 0.2}`; // prettier-ignore
        return VARIANTS.map((vary) => ({
          path,
          query: `token=${encodeURIComponent(vary(prefix))}&${options}`,
        }));
      });
      // The words as they are first, which are then kept.
      const first = asked.filter((_, number) => number % VARIANTS.length === 0);
      const others = asked.filter((_, number) => number % VARIANTS.length !== 0);
      await oracle.compare(first);
      const kept = await oracle.compare(others);
      expect(first.length).toBeGreaterThan(100);
      // Of six variants, the last one is another word.
      expect(kept / others.length).toBeGreaterThan(0.7);
    },
    TIMEOUT_MS,
  );
});

test.each(['/cities/findByName', '/countries/findByName'])(
  '%s of names typed to their end answers the same as asked, mostly by what it knows',
  async (path) => {
    const typed = (await words(path)).map(({ language, word }): Asked[] => {
      const options = `lang=${language}&limit=${pick(random, [5, 10, 100])}&primary_only=${random() < 0.2}`;
      // A letter too many at the end, as when someone goes on typing.
      return Array.from(`${word}z`, (_, at) => ({
        path,
        query: `token=${encodeURIComponent(word.slice(0, at + 1))}&${options}`,
      })).slice(1);
    });
    let kept = 0;
    // One letter after the other.
    for (let at = 0; at < LETTERS_TO_THE_END; at += 1) {
      const letters = typed.flatMap((keystrokes) => keystrokes.slice(at, at + 1));
      kept += await oracle.compare(letters);
    }
    const all = typed.flatMap((keystrokes) => keystrokes.slice(0, LETTERS_TO_THE_END));
    expect(all.length).toBeGreaterThan(200);
    expect(kept / all.length).toBeGreaterThan(0.5);
  },
  TIMEOUT_MS,
);

/** Lists of which the most is known from those before, of ids that exist, and of some that do not. */
function lists(ids: readonly string[], missing: readonly string[]): string[] {
  return Array.from({ length: LOOKUPS_BY_IDS }, () =>
    Array.from({ length: 1 + below(random, 12) }, () =>
      encodeURIComponent(pick(random, random() < 0.2 ? missing : ids)),
    ).join(),
  );
}

const landIds = gridDisk(landAt({ latitude: 48.8543, longitude: 2.3513 }), 6);
const languages = (): string => `lang=${pick(random, ['fr', 'ja'])}&primary_only=${random() < 0.3}`;
const BY_IDS: readonly [path: string, queries: () => Promise<string[]> | string[]][] = [
  [
    '/cities/findByIds',
    () =>
      lists(cities.slice(0, 40).map(({ id }) => id), ['FRA_Nowhere', 'a', 'toString', '__proto__']) // prettier-ignore
        .map((ids) => `city_ids=${ids}&${languages()}`),
  ],
  [
    '/countries/findByIds',
    async () => {
      // Then all countries are known.
      await oracle.compare([{ path: '/countries/findByLocation', query: 'lat=1&lng=1' }]);
      return lists(['FRA', 'deu', 'GUF', 'xkx'], ['AAA', 'zzz']).map(
        (ids) => `country_ids=${ids}&lang=${pick(random, ['fr', 'ja'])}`,
      );
    },
  ],
  [
    '/lands/findByIds',
    () =>
      lists(landIds.slice(0, 40), ['887c650711fffff', '880326233bfffff']).map(
        (ids) => `land_ids=${ids}`,
      ),
  ],
  [
    '/lands/findByLocation',
    () => landIds.slice(0, 60).map((id) => `land_id=${id}&k=${below(random, 4)}`),
  ],
  [
    '/places/findByIds',
    async () => {
      const found = await Promise.all(
        landIds.map((id) => oracle.ask('/places/findByLocation', `land_id=${id}`)),
      );
      const ids = (found as { id: string }[][]).flat().map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(3);
      return lists(ids, ['nothing', '1']).map((list) => `place_ids=${list}`);
    },
  ],
];

test.each(BY_IDS)(
  '%s answers the same of what is known, of what is not, and of both',
  async (path, queries) => {
    const asked = (await queries()).map((query) => ({ path, query }));
    // One after the other, so that each knows what those before have asked for.
    let kept = 0;
    for (const each of asked) kept += await oracle.compare([each]);
    expect(kept).toBeGreaterThan(asked.length / 10);
    expect(await oracle.compare(asked)).toBe(asked.length);
  },
  TIMEOUT_MS,
);
