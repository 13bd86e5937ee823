import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Language } from '../../indices/languages.js';
import { inParallel } from '../support/inParallel.js';
import { comparable, typed } from '../support/naiveNames.js';
import { pick, seeded } from '../support/random.js';
import type { City } from '../support/records.js';
import { type NamedCity, readNamedCities } from '../support/stored.js';
import { shareWorld } from './world.js';

const world = shareWorld(readNamedCities);

describe('/cities/findByName', () => {
  const LONGEST_TOKEN = 26;
  const LIMIT = 200;

  /** Names with at least one of these letters are typed, in a language that is written so. */
  const SCRIPTS: readonly [script: string, language: Language, letter: RegExp][] = [
    ['Latin', 'vi', /[^\p{ASCII}]/u],
    ['Greek', 'el', /\p{Script=Greek}/u],
    ['Cyrillic', 'uk', /\p{Script=Cyrillic}/u],
    ['Hebrew', 'he', /\p{Script=Hebrew}/u],
    ['Arabic', 'fa', /\p{Script=Arabic}/u],
    ['Devanagari', 'hi', /\p{Script=Devanagari}/u],
    ['Bengali', 'bn', /\p{Script=Bengali}/u],
    ['Thai', 'th', /\p{Script=Thai}/u],
    ['Hangul', 'ko', /\p{Script=Hangul}/u],
    ['Kana', 'ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
    ['Han', 'zh', /\p{Script=Han}/u],
  ];

  /** A city by one of its names, in the form that is compared, and its rank by population. */
  interface Named {
    name: string;
    city: NamedCity;
    rank: number;
  }

  /** The default names, and the own names of each language, sorted. */
  const byDefault: Named[] = [];
  const byOwnName = new Map<string, Named[]>();
  beforeAll(() => {
    for (const [rank, city] of world.cities.entries()) {
      byDefault.push({ name: comparable(city.name), city, rank });
      for (const [language, name] of Object.entries(city.names)) {
        const named = byOwnName.get(language) ?? [];
        named.push({ name: comparable(name), city, rank });
        byOwnName.set(language, named);
      }
    }
    for (const named of [byDefault, ...byOwnName.values()])
      named.sort((one, other) => (one.name < other.name ? -1 : 1));
  });

  function startingWith(named: readonly Named[], prefix: string): Named[] {
    let [first, behind] = [0, named.length];
    while (first < behind) {
      const middle = (first + behind) >> 1;
      if ((named[middle]?.name ?? '') < prefix) first = middle + 1;
      else behind = middle;
    }
    let end = first;
    while (named[end]?.name.startsWith(prefix) === true) end += 1;
    return named.slice(first, end);
  }

  const nameIn = (city: NamedCity, language: Language): string => city.names[language] ?? city.name;

  interface Question {
    token: string;
    lang: Language;
    anyName: boolean;
    primaryOnly: boolean;
  }

  /** All cities that brute force finds, the most populous first. */
  function find({ token, lang, anyName, primaryOnly }: Question): NamedCity[] {
    const prefix = comparable(token);
    if (prefix === '') return [];
    const found = anyName
      ? [byDefault, ...byOwnName.values()].flatMap((named) => startingWith(named, prefix))
      : [
          ...startingWith(byOwnName.get(lang) ?? [], prefix),
          ...startingWith(byDefault, prefix).filter(({ city }) => city.names[lang] === undefined),
        ];
    const byRank = new Map(found.map(({ rank, city }) => [rank, city]));
    return [...byRank]
      .filter(([, city]) => city.primary || !primaryOnly)
      .sort(([one], [other]) => one - other)
      .map(([, city]) => city);
  }

  /** Compares the answers with brute force, and returns the number of cities in them. */
  async function compareAll(questions: readonly Question[]): Promise<number> {
    const wrong: unknown[] = [];
    let found = 0;
    await inParallel(questions, async (question) => {
      const { token, lang, anyName, primaryOnly } = question;
      const some = find(question).slice(0, LIMIT);
      const expected = some.map((city) => `${city.id} ${nameIn(city, lang)}`);
      const query = { token, lang, limit: LIMIT, any_name: anyName, primary_only: primaryOnly };
      const { body } = await world.api.get<City[]>('/cities/findByName', query);
      const answer = body.data.map(({ id, name }) => `${id} ${name}`);
      found += answer.length;
      if (answer.join() !== expected.join()) wrong.push({ ...query, answer, expected });
    });
    expect(wrong).toEqual([]);
    return found;
  }

  test('finds what brute force finds, half of it by names that are not plain letters', async () => {
    const random = seeded(11);
    const names = world.cities.map((city) => nameIn(city, 'en'));
    const unusual = names.filter((name) => /[^a-z ]/i.test(name));
    const questions = Array.from({ length: 400 }, (_, number) => ({
      token: typed(random, pick(random, number % 2 === 0 ? names : unusual), LONGEST_TOKEN),
      lang: 'en' as const,
      anyName: false,
      primaryOnly: number % 5 === 0,
    }));
    expect(await compareAll(questions)).toBeGreaterThan(400);
  });

  test.each(SCRIPTS)(
    'so it does for names in %s, in their language and in any',
    async (script, lang, letter) => {
      const random = seeded(SCRIPTS.findIndex(([name]) => name === script) + 500);
      const own = (byOwnName.get(lang) ?? []).map(({ city }) => nameIn(city, lang));
      const names = own.filter((name) => letter.test(name));
      expect(names.length).toBeGreaterThan(500);
      const questions = Array.from({ length: 30 }, (_, number) => ({
        token: typed(random, pick(random, names), LONGEST_TOKEN),
        // In any language: also if the language of the answer has other letters.
        lang: number % 4 === 3 ? ('pl' as const) : lang,
        anyName: number % 2 === 1,
        primaryOnly: number % 5 === 0,
      }));
      expect(await compareAll(questions)).toBeGreaterThan(30);
    },
  );
});
