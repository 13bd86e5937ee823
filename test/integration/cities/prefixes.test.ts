import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Language } from '../../../indices/languages.js';
import { type Api, builtInPrefix, createTestClient, startApi } from '../../support/api.js';
import { inParallel } from '../../support/inParallel.js';
import { comparable, typed } from '../../support/naiveNames.js';
import { pick, seeded } from '../../support/random.js';
import { byPopulation, type City, ids } from '../../support/records.js';
import { type NamedCity, readNamedCities } from '../../support/stored.js';

const LONGEST_TOKEN = 26;
const LIMIT = 200;
/** For a machine that has other things to do as well. */
const PATIENCE_MS = 300_000;

/** Names with at least one letter of theirs are typed, in a language that is written so. */
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

let api: Api;
let cities: NamedCity[];
beforeAll(async () => {
  api = await startApi();
  const client = createTestClient();
  cities = byPopulation(await readNamedCities(client, builtInPrefix()));
  await client.close();
  nameAll();
}, PATIENCE_MS);
afterAll(() => api.stop());

/** A city by one of its names, in the form that is compared, and where it stands among all by population. */
interface Named {
  name: string;
  city: NamedCity;
  rank: number;
}

/** In the order of the names: by default, and in each language those that have one of their own. */
const byDefault: Named[] = [];
const byOwnName = new Map<string, Named[]>();

function nameAll(): void {
  for (const [rank, city] of cities.entries()) {
    byDefault.push({ name: comparable(city.name), city, rank });
    for (const [language, name] of Object.entries(city.names)) {
      const named = { name: comparable(name), city, rank };
      const others = byOwnName.get(language);
      if (others === undefined) byOwnName.set(language, [named]);
      else others.push(named);
    }
  }
  for (const each of [byDefault, ...byOwnName.values()])
    each.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Those whose names begin so. */
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

interface Question {
  token: string;
  lang: Language;
  anyName: boolean;
  primaryOnly: boolean;
}

/** What brute force finds, the answer says; returns how much that was. */
async function compareAll(questions: readonly Question[]): Promise<number> {
  const wrong: unknown[] = [];
  let found = 0;
  await inParallel(questions, async (question) => {
    const { token, lang, anyName, primaryOnly } = question;
    const expected = find(question)
      .slice(0, LIMIT)
      .map((city) => ({ id: city.id, name: nameIn(city, lang) }));
    const query = { token, lang, limit: LIMIT, any_name: anyName, primary_only: primaryOnly };
    const { body } = await api.get<City[]>('/cities/findByName', query);
    found += body.data.length;
    const [is, should] = [ids(body.data), ids(expected)];
    const shown = body.data.map(({ name }) => name).join();
    if (is.join() !== should.join() || shown !== expected.map(({ name }) => name).join()) {
      wrong.push({
        ...query,
        tooMany: is.filter((id) => !should.includes(id)).slice(0, 5),
        missing: should.filter((id) => !is.includes(id)).slice(0, 5),
      });
    }
  });
  expect(wrong).toEqual([]);
  return found;
}

test(
  'findByName finds what brute force finds among all cities',
  async () => {
    const count = 400;
    const random = seeded(11);
    // Half of the tokens begin names that are not plain ASCII letters.
    const names = cities.map((city) => nameIn(city, 'en'));
    const unusual = names.filter((name) => /[^a-z ]/i.test(name));
    const questions = Array.from({ length: count }, (_, number) => ({
      token: typed(random, pick(random, number % 2 === 0 ? names : unusual), LONGEST_TOKEN),
      lang: 'en' as const,
      anyName: false,
      primaryOnly: number % 5 === 0,
    }));
    expect(await compareAll(questions)).toBeGreaterThan(count);
  },
  PATIENCE_MS,
);

test.each(SCRIPTS)(
  'so it does for names in %s, in their language and in any',
  async (script, lang, letter) => {
    const count = 30;
    const random = seeded(SCRIPTS.findIndex(([name]) => name === script) + 500);
    const names = (byOwnName.get(lang) ?? []).flatMap(({ city }) => {
      const name = nameIn(city, lang);
      return letter.test(name) ? [name] : [];
    });
    expect(names.length).toBeGreaterThan(500);
    const questions = Array.from({ length: count }, (_, number) => ({
      token: typed(random, pick(random, names), LONGEST_TOKEN),
      // In any language: also where the one of the answer is written in other letters.
      lang: number % 4 === 3 ? ('pl' as const) : lang,
      anyName: number % 2 === 1,
      primaryOnly: number % 5 === 0,
    }));
    expect(await compareAll(questions)).toBeGreaterThan(count);
  },
  PATIENCE_MS,
);
