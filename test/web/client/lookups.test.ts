import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openApiDocument } from '../../../src/openapi/document.js';
import { GeographicData } from '../../../web/client/src/index.js';
import { type Api, startApi } from '../../support/api.js';
import { ENDPOINTS, LOOKUPS, tokenFor } from '../../support/endpoints.js';

type Lookup = (query: object) => Promise<{ data: unknown }>;

interface Operation {
  parameters: readonly { name: string; example?: unknown }[];
}

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const clientOf = (settings: { token?: string; language?: string } = {}): GeographicData =>
  new GeographicData({ url: api.address, token: 'dev-public', ...settings });

const { paths } = openApiDocument(ENDPOINTS) as { paths: Record<string, { get: Operation }> };

/** With values of their own types, as callers have them. */
function documentedQuery(path: string): object {
  const given = (paths[path]?.get.parameters ?? []).filter(({ example }) => example !== undefined);
  return Object.fromEntries(given.map(({ name, example }) => [name, example]));
}

test.each(LOOKUPS.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s answers its documented example',
  async (path, endpoint) => {
    const [, resource = '', lookup = ''] = path.split('/');
    const client = clientOf({ token: tokenFor(endpoint) });
    const methods = client as unknown as Record<string, Lookup & Record<string, Lookup>>;
    const method = lookup === '' ? methods[resource] : methods[resource]?.[lookup];
    const answer = await method?.(documentedQuery(path));
    const requestId = expect.stringMatching(/./) as unknown;
    expect(answer).toEqual({ status: 'ok', requestId, ...endpoint.example.answer });
  },
);

test('what is found is typed, and so is what is missing', async () => {
  const { data, missing } = await clientOf().cities.findByIds({
    city_ids: ['FRA_Paris', 'FRA_Atlantis'],
  });
  const names: string[] = data.map(({ name }) => name);
  const unknown: string[] = missing ?? [];
  expect([names, unknown]).toEqual([['Paris'], ['FRA_Atlantis']]);
});

describe('values come to the service as they are', () => {
  test.each([1e-7, -1e-7, 0, -0, 1e-300])('the coordinate %d', async (degrees) => {
    const { data } = await clientOf().cities.findByLocation({ lat: degrees, lng: degrees });
    expect(data.id).toBe('NO_CITY');
  });

  test.each(['saint-d', "l'aq", 'são p', 'Münch', '東京', 'a&b=c', '100%', 'a+b', 'a#b'])(
    'the beginning of a name %s',
    async (token) => {
      const { data } = await clientOf().cities.findByName({ token, any_name: true, limit: 1 });
      const asked = await api.get('/cities/findByName', { token, any_name: true, limit: 1 });
      expect(data).toEqual(asked.body.data);
    },
  );

  test('what is undefined is left out', async () => {
    const client = clientOf({ language: 'de' });
    const query = { token: 'münchen', limit: undefined, lang: undefined };
    const { data } = await (client.cities.findByName as Lookup)(query);
    expect(data).toContainEqual(expect.objectContaining({ name: 'München' }));
  });
});

test('names are in the language of the client, unless a call has one', async () => {
  const client = clientOf({ language: 'fr-CA' });
  const query = { country_ids: ['CHE'] };
  expect((await client.countries.findByIds(query)).data[0]?.name).toBe('Suisse');
  const inGerman = await client.countries.findByIds({ ...query, lang: 'de' });
  expect(inGerman.data[0]?.name).toBe('Schweiz');
});

test('many locations are answered in their order, a faulty one with its error', async () => {
  const client = clientOf({ language: 'fr' });
  const locations = [
    { lat: 46.2044, lng: 6.1432 },
    { lat: 91, lng: 0 },
    { land_id: '881fb46625fffff' },
  ];
  const { data, requestId } = await client.locateMany(locations);
  const names = data.map((each) => ('error' in each ? each.error.code : each.countries[0]?.name));
  expect(names).toEqual(['Suisse', 'invalid_request', 'France']);
  expect(requestId).toEqual(expect.any(String));
  const inGerman = await client.locateMany(locations.slice(0, 1), { lang: 'de' });
  const [first] = inGerman.data;
  expect(first && 'countries' in first && first.countries[0]?.name).toBe('Schweiz');
});

test('what is live is told', async () => {
  const { data } = await clientOf().data();
  expect(data.map(({ resource }) => resource)).toContain('cities');
  for (const { live } of data) expect(live?.documents).toBeGreaterThan(0);
});

test('health is told', async () => {
  const { health } = clientOf();
  expect((await health.live()).data).toEqual({ live: true });
  expect((await health.ready()).data).toEqual({ ready: true });
});
