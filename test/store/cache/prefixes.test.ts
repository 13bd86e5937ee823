import { describe, expect, test } from '@jest/globals';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import type { CityDocument } from '../../../indices/cities.js';
import { fold } from '../../../indices/fold.js';
import type { Language } from '../../../indices/languages.js';
import { startCacheOracle } from '../../support/cacheOracle.js';
import { untilEnd } from '../../support/each.js';
import { pick, seeded } from '../../support/random.js';
import type { City, Country } from '../../support/records.js';
import { makeGenerations } from './generations.js';

const random = seeded(58);
const LIMITS = [1, 10, 100];
const MAX_CHARACTERS = 8;
const { cached, dataOf, compare } = await startCacheOracle();
const generations = await makeGenerations();
const own = await startCacheOracle(generations.indexPrefix);
untilEnd(generations);

/** Letters of the languages' scripts, for tokens that find nothing. */
const LETTERS: Readonly<Partial<Record<Language, string>>> = {
  en: 'aeinorstlz',
  de: 'äeinorsßlü',
  ja: 'アイウエ東京山ガヶ𠮷',
  ru: 'аеинорстлй',
  ar: 'اأإيىكةهلم',
};

const byName = (resource: string, token: string, options: string): string =>
  `/${resource}/findByName?token=${encodeURIComponent(token)}&${options}`;

describe.each(Object.entries(LETTERS))('in %s', (lang, letters) => {
  test.each(['cities', 'countries'])('each prefix of many names of %s, and what finds nothing, is answered as without a cache', async (resource) => {
    const listed =
      resource === 'cities'
        ? `/cities/findByCountries?country_ids=FRA,JPN,EGY,RUS,DEU&lang=${lang}&limit=1000`
        : `/countries/findAll?lang=${lang}`;
    const all = await dataOf<(City | Country)[]>(listed);
    const names = Array.from({ length: 14 }, () => pick(random, all).name);
    const prefixes = names.flatMap((name) => {
      const characters = Array.from(name).slice(0, MAX_CHARACTERS);
      return characters.map((_, at) => characters.slice(0, at + 1).join(''));
    });
    const unfound = Array.from({ length: 14 }, () =>
      Array.from({ length: 5 }, () => pick(random, Array.from(letters))).join(''),
    );
    const tokens = new Set([...prefixes, ...unfound]);
    expect(tokens.size).toBeGreaterThan(40);
    const traffic = [...tokens].flatMap((token) =>
      LIMITS.map((limit) => ({ target: byName(resource, token, `lang=${lang}&limit=${limit}`) })),
    );
    await compare(traffic);
  });
}); // prettier-ignore

test('most names, once others with their first letters were typed, need no search', async () => {
  const all = await dataOf<City[]>('/cities/findByCountries?country_ids=DEU,FRA&limit=300');
  const start = (name: string): string => name.slice(0, 3);
  const before = new Set(all.map(({ name }) => start(name)));
  for (const token of before) await cached.ask(byName('cities', `${token}zz`, 'lang=de'));
  cached.searches = 0;
  for (const { name } of all) await cached.ask(byName('cities', name, 'lang=de&limit=7'));
  expect(cached.searches / all.length).toBeLessThan(0.1);
});

test('more names than a list holds, of equal population, of any length or with nothing to compare', async () => {
  const { client, indexPrefix } = generations;
  const index = liveAlias(indexPrefix, 'cities');
  const { _source: town } = await client.get<CityDocument>({ index, id: 'town' });
  const names = [
    ...Array.from({ length: 600 }, (_, number) => `Mana ${number}`),
    ...Array.from({ length: 499 }, (_, number) => `Tōwn${number}`),
    `Mana${'o'.repeat(996)}`, '𠮷𠮷𠮷𠮷', '𠮷𠮷𠮷a', '-', 'Mana\n"1\t\\', 'Ma, na', 'Man', 'Mana 1', 'Ancien', 'Tome',
  ]; // prettier-ignore
  const operations = names.flatMap((name, number) => {
    // A generation of an earlier version may have folded a name in another way.
    const foldedName = fold(name === 'Ancien' ? 'Tomoe' : name);
    const folded = foldedName === '' ? {} : { default: foldedName };
    const id = `${(number * 7) % names.length}`;
    return [{ index: { _index: index, _id: id } }, { ...town, id, name, folded }];
  });
  expect((await client.bulk({ operations, refresh: true })).errors).toBe(false);
  const tokens = ['m', 'ma', 'man', 'mana', 'mana ', 'mana 1', 'mana 12', 'mana 599', 'mana 600', 'manao', 'mana"1', 't', 'tow', 'town4', 'tom', 'tome', 'tomoe', 'tomoes', '𠮷𠮷', '𠮷𠮷𠮷', '𠮷𠮷𠮷𠮷', '-'];
  for (const limit of [...LIMITS, 499, 500, 501, 1_000]) {
    const traffic = tokens.map((token) => ({ target: byName('cities', token, `limit=${limit}`) }));
    await own.compare(traffic);
  }
  own.cached.searches = 0;
  for (const token of ['mana 1', 'mana 59', 'manao', 'towns', '𠮷𠮷𠮷a']) await own.cached.ask(byName('cities', token, 'limit=77'));
  expect(own.cached.searches).toBe(0);
}); // prettier-ignore
