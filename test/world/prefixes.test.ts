import { expect, test } from '@jest/globals';
import { cityNames } from '../../ingest/cities/builtIn.js';
import { geonamesRecords } from '../../ingest/reference/geonames.js';
import { startApi } from '../support/api.js';
import { untilEnd } from '../support/each.js';
import { inParallel } from '../support/inParallel.js';
import { type City, ids } from '../support/records.js';

// test/store/lookups/names.test.ts has the rules.

const api = untilEnd(await startApi());

type Resource = 'countries' | 'cities';
type NameQuery = Readonly<Record<string, string | number | boolean>> & { token: string };

const find = async (resource: Resource, query: NameQuery): Promise<City[]> =>
  (await api.get<City[]>(`/${resource}/findByName`, query)).body.data;

test.each<[Resource, string, string, string]>([
  ['countries', 'united', 'en', 'USA GBR ARE'],
  ['countries', 'CÔTE-D', 'en', 'CIV'],
  ['countries', '  cote   d ', 'en', 'CIV'],
  ['countries', 'Côte dʼIv', 'en', 'CIV'],
  ['countries', 'St., Lucia', 'en', 'LCA'],
  ['countries', 'Guinea‑B', 'en', 'GNB'],
  ['countries', 'osterreich', 'de', 'AUT'],
  ['countries', 'ישר', 'he', 'ISR'],
  ['countries', '台灣', 'zh', 'TWN'],
])('%s that start with %j in %s: %s', async (resource, token, lang, expected) => {
  expect(ids(await find(resource, { token, lang })).join(' ')).toBe(expected);
});

test.each<[string, string, string, string]>([
  ['SA\u0303O', 'en', 'BRA_SãoPaulo', 'São Paulo'],
  ["'s-hertog", 'en', "NLD_'s-Hertogenbosch", "'s-Hertogenbosch"],
  ['октябрьс', 'en', 'BLR_Октябрьский', 'Октябрьский'],
])('%j in %s finds the city %s, shown as %s', async (token, lang, id, name) => {
  expect(await find('cities', { token, lang })).toContainEqual(expect.objectContaining({ id, name })); // prettier-ignore
});

test('primary_only leaves out Montserrat', async () => {
  const found = async (primary_only: boolean) => ids(await find('countries', { token: 'mon', primary_only })); // prettier-ignore
  expect([await found(false), await found(true)]).toEqual([
    expect.arrayContaining(['MCO', 'MSR']),
    expect.not.arrayContaining(['MSR']),
  ]);
});

test('large cities are found and shown by the names of the source in every language', async () => {
  const names = cityNames();
  const large = geonamesRecords().filter(({ population }) => population >= 1_000_000);
  const lost: unknown[] = [];
  await inParallel(large.slice(0, 40), async ({ sourceId }) => {
    for (const [lang, name] of Object.entries(names.get(sourceId) ?? {})) {
      const found = await find('cities', { token: name, lang, limit: 50 });
      if (!found.some((city) => city.name === name)) lost.push({ sourceId, lang, name });
    }
  });
  expect(lost).toEqual([]);
});
