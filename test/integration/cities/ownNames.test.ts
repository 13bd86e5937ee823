import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../indices/languages.js';
import { builtInNames } from '../../../ingest/cities/builtIn.js';
import { geonamesRecords } from '../../../ingest/sources/geonames.js';
import { builtInPrefix, createTestClient } from '../../support/api.js';
import { inParallel } from '../../support/inParallel.js';
import { pick, seeded } from '../../support/random.js';
import type { City } from '../../support/records.js';
import { readCities } from '../../support/stored.js';
import { type Lookups, startLookups } from '../../support/lookUp.js';

const CITIES = 500;
/** Most are the largest of their name, and few hits are asked for quickly. */
const FIRST = 2;
/** Of the same name and larger, there are far fewer. */
const LIMIT = 50;
const PATIENCE_MS = 300_000;
/** Asked together, and without HTTP, these cost half. */
const AT_ONCE = 32;

let lookups: Lookups;
let idOf: Map<string, string>;
beforeAll(async () => {
  lookups = await startLookups();
  const client = createTestClient();
  const stored = await readCities(client, builtInPrefix());
  idOf = new Map(stored.map(({ source_id, id }) => [source_id, id]));
  await client.close();
}, PATIENCE_MS);
afterAll(() => lookups.stop());

const names = builtInNames();
const large = geonamesRecords().filter(({ population }) => population >= 100_000);
const random = seeded(500);
const drawn = new Set<string>();
while (drawn.size < CITIES) drawn.add(pick(random, large).sourceId);

interface Query {
  token: string;
  lang: string;
  limit: number;
}

/** The name that the answer has the city by; undefined: it is not in there. */
async function shownAs(sourceId: string, query: Query): Promise<string | undefined> {
  const search = new URLSearchParams({ ...query, limit: String(query.limit) }).toString();
  const cities = (await lookups.ask('/cities/findByName', search)) as City[];
  return cities.find(({ id }) => id === idOf.get(sourceId))?.name;
}

test(
  'every one of 500 large cities is found and shown by its own name in every language it has one in',
  async () => {
    const questions = [...drawn].flatMap((sourceId) =>
      Object.entries(names.get(sourceId) ?? {}).map(([lang, name]) => ({ sourceId, lang, name })),
    );
    const lost: unknown[] = [];
    const found = new Map<string, number>();
    await inParallel(
      questions,
      async ({ sourceId, lang, name }) => {
        const query = { token: name, lang, limit: FIRST };
        const shown = (await shownAs(sourceId, query)) ?? (await shownAs(sourceId, { ...query, limit: LIMIT })); // prettier-ignore
        if (shown === name) found.set(lang, (found.get(lang) ?? 0) + 1);
        else lost.push({ sourceId, lang, name, shown });
      },
      AT_ONCE,
    );
    expect(lost).toEqual([]);
    // The share found of all drawn is the share named: see the test of the built-in names.
    const named = (language: Language): number =>
      questions.filter(({ lang }) => lang === language).length;
    expect(LANGUAGES.map((language) => found.get(language))).toEqual(LANGUAGES.map(named));
  },
  PATIENCE_MS,
);
