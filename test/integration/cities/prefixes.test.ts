import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Api, builtInPrefix, createTestClient, startApi } from '../../support/api.js';
import { inParallel } from '../../support/inParallel.js';
import { comparable, typed } from '../../support/naiveNames.js';
import { pick, seeded } from '../../support/random.js';
import { byPopulation, type City, ids } from '../../support/records.js';
import { readCities, type StoredCity } from '../../support/storedCities.js';

const TOKENS = 400;
const LONGEST_TOKEN = 26;
const LIMIT = 200;
/** For a machine that has other things to do as well. */
const PATIENCE_MS = 300_000;

let api: Api;
let cities: (StoredCity & { comparable: string })[];
beforeAll(async () => {
  api = await startApi();
  const client = createTestClient();
  const stored = await readCities(client, builtInPrefix());
  await client.close();
  cities = byPopulation(stored).map((city) => ({ ...city, comparable: comparable(city.name) }));
}, PATIENCE_MS);
afterAll(() => api.stop());

test(
  'findByName finds what brute force finds among all cities',
  async () => {
    const random = seeded(11);
    // Half of the tokens begin names that are not plain ASCII letters.
    const unusual = cities.filter(({ name }) => /[^a-z ]/i.test(name));
    const queries = Array.from({ length: TOKENS }, (_, number) => ({
      token: typed(random, pick(random, number % 2 === 0 ? cities : unusual).name, LONGEST_TOKEN),
      primaryOnly: number % 5 === 0,
    }));
    const wrong: unknown[] = [];
    let found = 0;
    await inParallel(queries, async ({ token, primaryOnly }) => {
      const prefix = comparable(token);
      const expected = cities
        .filter((city) => prefix !== '' && city.comparable.startsWith(prefix))
        .filter((city) => city.primary || !primaryOnly)
        .slice(0, LIMIT);
      const query = { token, limit: LIMIT, primary_only: primaryOnly };
      const { body } = await api.get<City[]>('/cities/findByName', query);
      found += body.data.length;
      const [is, should] = [ids(body.data), ids(expected)];
      if (is.join() !== should.join()) {
        wrong.push({
          token,
          tooMany: is.filter((id) => !should.includes(id)).slice(0, 5),
          missing: should.filter((id) => !is.includes(id)).slice(0, 5),
        });
      }
    });
    expect(wrong).toEqual([]);
    expect(found).toBeGreaterThan(TOKENS);
  },
  PATIENCE_MS,
);
