import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../../src/openapi/document.js';
import { GeographicData, NotFound, StaleSeason } from '../../../web/client/src/index.js';
import { type Api, startApi } from '../../support/api.js';
import { ENDPOINTS, LOOKUPS, tokenFor } from '../../support/endpoints.js';
import { type OwnMarkers, rowOfMarkers, storeMarkers } from '../../support/ownDocuments.js';
import { PROJECT } from '../../support/docs.js';

describe('routes', () => {
  type Method = (parameters: object) => Promise<unknown>;

  interface Operation {
    parameters?: readonly { name: string }[];
  }

  const { paths } = openApiDocument(ENDPOINTS) as {
    paths: Record<string, Record<string, Operation>>;
  };

  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, ...operation })),
  );

  /** Lists the methods of a client by the paths that they have the names of. */
  function methodsOf(client: GeographicData): [string, Method][] {
    return Object.entries(client as object).flatMap(([name, value]: [string, object]) =>
      typeof value === 'function'
        ? [[`/${name}`, value as Method] as [string, Method]]
        : Object.entries(value).map(([method, call]): [string, Method] => [
            `/${name}/${method}`,
            call as Method,
          ]),
    );
  }

  /** Calls every method there is, and lists what is sent. */
  async function sentByAll(): Promise<{ route: string; language: string | null }[]> {
    const sent: { route: string; language: string | null }[] = [];
    const client = new GeographicData({
      url: 'http://localhost',
      token: 'a',
      language: 'fr',
      fetch: (target, { method = 'get' }) => {
        const route = `${method.toLowerCase()} ${target.pathname}`;
        sent.push({ route, language: target.searchParams.get('lang') });
        return Promise.resolve(new Response('{"status":"ok"}'));
      },
    });
    for (const [, method] of methodsOf(client)) await method({});
    return sent;
  }

  test('there is a method for every route of the document, and for nothing else', async () => {
    const sent = await sentByAll();
    expect(sent.map(({ route }) => route).sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
  });

  test('methods have the names of their routes', () => {
    const client = new GeographicData({ url: 'http://localhost', token: 'a' });
    const names = methodsOf(client).map(([name]) => name);
    const batches = routes.filter(({ method }) => method === 'post');
    const named = [...Object.keys(paths), ...batches.map(({ path }) => `${path}Many`)];
    expect(names.sort()).toEqual(named.sort());
  });

  test('the language goes to the routes that take one', async () => {
    const inFrench = (await sentByAll()).filter(({ language }) => language === 'fr');
    expect(inFrench.map(({ route }) => route).sort()).toEqual(
      routes
        .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'lang'))
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
  });
});

describe('lookups', () => {
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
    const given = (paths[path]?.get.parameters ?? []).filter(
      ({ example }) => example !== undefined,
    );
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
});

describe('markers', () => {
  let own: OwnMarkers;

  let api: Api;

  let client: GeographicData;

  beforeAll(async () => {
    own = await storeMarkers(rowOfMarkers(2));
    api = await startApi({ indexPrefix: own.indexPrefix });
    client = new GeographicData({ url: api.address, token: 'dev-internal' });
  });

  afterAll(async () => {
    await api.stop();
    await own.remove();
  });

  const ID = 'marker-0';

  const here = (season: number) =>
    client.markers.findByRadius({ lat: 0, lng: 0, radius: 10, season });

  test('a marker is built, seen, and taken back', async () => {
    const written = await client.markers.update({ id: ID, season: 7, icon: 12, skin: 'gold' });
    expect(written.requestId).toEqual(expect.any(String));
    const [built] = (await here(7)).data;
    expect(built).toMatchObject({ id: ID, is_built: true, icon: 12, skin: 'gold' });
    expect((await here(8)).data[0]?.is_built).toBe(false);
    await client.markers.remove({ id: ID });
    expect((await here(7)).data[0]?.is_built).toBe(false);
  });

  test('an older season is refused', async () => {
    await client.markers.update({ id: ID, season: 9, icon: 1 });
    const refused = client.markers.update({ id: ID, season: 8, icon: 1 });
    await expect(refused).rejects.toBeInstanceOf(StaleSeason);
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'stale_season' });
  });

  test('an unknown marker is not found', async () => {
    const refused = client.markers.remove({ id: 'nobody' });
    await expect(refused).rejects.toBeInstanceOf(NotFound);
  });
});

describe('the package', () => {
  test('the types are those of the routes: if not, run `npm run client:schema`', () => {
    const { stderr, status } = spawnSync(
      process.execPath,
      [join(PROJECT, 'tools/scripts/schemas.mjs'), 'client', '--check'],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  test('the package has the version of the service', () => {
    const [ofService, ofClient] = ['package.json', 'web/client/package.json'].map(
      (file) =>
        (JSON.parse(readFileSync(join(PROJECT, file), 'utf8')) as { version: string }).version,
    );
    expect(ofClient).toBe(ofService);
  });
});
