import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LANGUAGES } from '../../../indices/languages.js';
import { type Api, startApi } from '../../support/api.js';
import { inParallel } from '../../support/inParallel.js';
import { comparable, typed } from '../../support/naiveNames.js';
import { pick, seeded } from '../../support/random.js';
import { byPopulation, type Country, ids } from '../../support/records.js';

const TOKENS_PER_LANGUAGE = 25;
const LONGEST_TOKEN = 12;

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test.each(LANGUAGES)('findByName finds what brute force finds in %s', async (lang) => {
  const random = seeded(LANGUAGES.indexOf(lang) + 1);
  const { body } = await api.get<Country[]>('/countries/findAll', { lang });
  const all = byPopulation(body.data).map((country) => ({
    ...country,
    comparable: comparable(country.name),
  }));
  const tokens = Array.from({ length: TOKENS_PER_LANGUAGE }, () =>
    typed(random, pick(random, all).name, LONGEST_TOKEN),
  );
  const wrong: unknown[] = [];
  await inParallel(tokens, async (token) => {
    const found = await api.get<Country[]>('/countries/findByName', { token, lang });
    const prefix = comparable(token);
    const expected = all.filter(
      (country) => prefix !== '' && country.comparable.startsWith(prefix),
    );
    const [is, should] = [ids(found.body.data).join(), ids(expected).join()];
    if (is !== should) wrong.push({ token, is, should });
  });
  expect(wrong).toEqual([]);
});
