import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Api, type Query, startApi } from '../../support/api.js';
import { faultyParameters } from '../../support/faults.js';
import { type City, ids } from '../../support/records.js';

const PATH = '/cities/findByIds';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function ask(city_ids: string, more: Query = {}): Promise<unknown> {
  const { body } = await api.get<City[]>(PATH, { city_ids, ...(more as object) });
  return { found: ids(body.data), ...('missing' in body ? { missing: body.missing } : {}) };
}

/** As many ids as wanted; all but the last one are no city's. */
const unknown = (count: number): string[] => [
  ...Array.from({ length: count - 1 }, (_, number) => `FRA_Nowhere${number}`),
  'FRA_Paris',
];

describe('answers', () => {
  test('a city with exactly the fields of the specification', async () => {
    const { body } = await api.get<City[]>(PATH, { city_ids: 'FRA_Paris' });
    expect(JSON.stringify(body)).toBe(
      '{"status":"ok","data":[{"id":"FRA_Paris","country_id":"FRA","name":"Paris","region_name":"Île-de-France","population":2138551,"latlng":{"latitude":48.85341,"longitude":2.3488}}]}',
    );
  });

  test('null for an unknown region', async () => {
    const { body } = await api.get<City[]>(PATH, { city_ids: 'SGP_Singapore' });
    expect(body.data[0]?.region_name).toBeNull();
  });

  test('in the order asked, whatever the characters of the ids', async () => {
    const asked = ['USA_St.Louis', 'FRA_Paris', "ITA_L'Aquila", 'BRA_SãoPaulo', 'DEU_Halle(Saale)'];
    expect(await ask(asked.join())).toEqual({ found: asked });
    expect(await ask(asked.reverse().join())).toEqual({ found: asked });
  });

  test('ids with blanks around them, and those given twice once', async () => {
    expect(await ask(' FRA_Paris ,\tCHE_Zürich, FRA_Paris,X,X')).toEqual({
      found: ['FRA_Paris', 'CHE_Zürich'],
      missing: ['X'],
    });
  });

  test('what does not exist in `missing`, in the order asked', async () => {
    expect(await ask('ZZZ_A,FRA_Paris,AAA_B')).toEqual({
      found: ['FRA_Paris'],
      missing: ['ZZZ_A', 'AAA_B'],
    });
    expect(await ask('fra_paris')).toEqual({ found: [], missing: ['fra_paris'] });
  });

  test('never the empty city', async () => {
    expect(await ask('NO_CITY')).toEqual({ found: [], missing: ['NO_CITY'] });
  });

  test('500 ids, long ones too', async () => {
    const asked = unknown(500);
    expect(await ask(asked.join())).toEqual({ found: ['FRA_Paris'], missing: asked.slice(0, -1) });
    const long = `FRA_${'x'.repeat(2_000)}`;
    expect(await ask(long)).toEqual({ found: [], missing: [long] });
  });

  test('500 cities that exist', async () => {
    const { body } = await api.get<City[]>('/cities/findByCountries', {
      country_ids: 'FRA',
      limit: 500,
    });
    const asked = ids(body.data).reverse();
    expect(await ask(asked.join())).toEqual({ found: asked });
  });
});

test('with primary_only what is not primary is missing', async () => {
  expect(await ask('MCO_Monte-Carlo,MCO_Monaco,X', { primary_only: 'true' })).toEqual({
    found: ['MCO_Monaco'],
    missing: ['MCO_Monte-Carlo', 'X'],
  });
  expect(await ask('MCO_Monte-Carlo,MCO_Monaco', { primary_only: 'False' })).toEqual({
    found: ['MCO_Monte-Carlo', 'MCO_Monaco'],
  });
});

test.each(
  [
    '',
    'city_ids=',
    'city_ids=%20',
    'city_ids=FRA_Paris,',
    'city_ids=,FRA_Paris',
    'city_ids=FRA_Paris,%20,CHE_Genève',
    'city_ids=FRA_Paris&city_ids=FRA_Lyon',
    `city_ids=${unknown(501).join()}`,
    `city_ids=${Array.from({ length: 501 }, () => 'FRA_Paris').join()}`,
  ].map((query) => [query.slice(0, 60), query]),
)('refuses %s', async (_, query) => {
  expect(await faultyParameters(api, PATH, query)).toEqual(['city_ids']);
});

test('names all faults at once', async () => {
  const query = 'city_ids=,&lang=xx&primary_only=1';
  expect(await faultyParameters(api, PATH, query)).toEqual(['city_ids', 'lang', 'primary_only']);
});
