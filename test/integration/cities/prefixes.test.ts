import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Language } from '../../../indices/languages.js';
import { type Api, builtInPrefix, createTestClient, startApi } from '../../support/api.js';
import { inParallel } from '../../support/inParallel.js';
import { comparable, typed } from '../../support/naiveNames.js';
import { pick, seeded } from '../../support/random.js';
import { byPopulation, type City, ids } from '../../support/records.js';
import { type NamedCity, readNamedCities } from '../../support/storedCities.js';

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
}, PATIENCE_MS);
afterAll(() => api.stop());

/** Names are compared in the same form again and again. */
const comparables = new Map<string, string>();
function comparableOnce(name: string): string {
  const known = comparables.get(name) ?? comparable(name);
  comparables.set(name, known);
  return known;
}

interface Named {
  city: NamedCity;
  names: string[];
}

/** All cities, the most populous first, by every character that a name of theirs begins with. */
function byFirstCharacter(namesOf: (city: NamedCity) => string[]): Map<string, Named[]> {
  const all = new Map<string, Named[]>();
  for (const city of cities) {
    const names = namesOf(city).map(comparableOnce);
    for (const first of new Set(names.map((name) => name.charAt(0)))) {
      const named = all.get(first);
      if (named === undefined) all.set(first, [{ city, names }]);
      else named.push({ city, names });
    }
  }
  return all;
}

const nameIn = (city: NamedCity, language: Language): string => city.names[language] ?? city.name;
const namesIn = (language: Language) => byFirstCharacter((city) => [nameIn(city, language)]);
let inAnyLanguage: Map<string, Named[]> | undefined;

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
  inAnyLanguage ??= byFirstCharacter(({ name, names }) => [name, ...Object.values(names)]);
  const asked = new Set(questions.filter(({ anyName }) => !anyName).map(({ lang }) => lang));
  const inOne = new Map([...asked].map((lang) => [lang, namesIn(lang)]));
  await inParallel(questions, async ({ token, lang, anyName, primaryOnly }) => {
    const prefix = comparable(token);
    const among = (anyName ? inAnyLanguage : inOne.get(lang))?.get(prefix.charAt(0)) ?? [];
    const expected = among
      .filter(({ names }) => prefix !== '' && names.some((name) => name.startsWith(prefix)))
      .filter(({ city }) => city.primary || !primaryOnly)
      .slice(0, LIMIT)
      .map(({ city }) => ({ id: city.id, name: nameIn(city, lang) }));
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
    const names = cities.flatMap(({ names: { [lang]: name = '' } }) =>
      letter.test(name) ? [name] : [],
    );
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
