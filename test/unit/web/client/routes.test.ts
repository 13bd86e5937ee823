import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../../../src/openapi/document.js';
import { GeographicData } from '../../../../web/client/src/index.js';
import { PROJECT } from '../../../support/docs.js';
import { ENDPOINTS } from '../../../support/endpoints.js';

type Method = (parameters: object) => Promise<unknown>;

interface Operation {
  parameters?: readonly { name: string }[];
}

const { paths } = openApiDocument(ENDPOINTS) as {
  paths: Record<string, Record<string, Operation>>;
};
const routes = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, { parameters = [] }]) => {
    const takesLanguage = parameters.some(({ name }) => name === 'lang');
    return { method: method.toUpperCase(), path, language: takesLanguage ? 'fr' : null };
  }),
);

/** Returns a client, and the requests that it sends. */
function recording() {
  const sent: { method: string; target: URL; body?: unknown }[] = [];
  const client = new GeographicData({
    url: 'http://localhost',
    token: 'a',
    language: 'fr',
    fetch: (target, { method = 'GET', body }) => {
      sent.push({ method, target, body });
      return Promise.resolve(new Response('{"status":"ok"}'));
    },
  });
  return { client, sent };
}

test('every route of the document has a method of its name, and passes the language on', async () => {
  const { client, sent } = recording();
  const methods = Object.entries(client as object).flatMap(([name, value]: [string, object]) =>
    typeof value === 'function'
      ? [[`/${name}`, value as Method] as const]
      : Object.entries(value).map(
          ([method, call]) => [`/${name}/${method}`, call as Method] as const,
        ),
  );
  // Iterators send the requests of other methods.
  for (const [name, call] of methods.filter(([name]) => !/\/each\w*$/.test(name))) {
    await call({});
    // Long lists of ids are sent in a body.
    if (name.endsWith('/findByIds')) await call({ some_ids: Array(1_000).fill('FRA') });
    expect(name.replace(/Many$/, '')).toBe(sent.at(-1)?.target.pathname);
  }
  const asRoutes = sent.map(({ method, target }) => {
    return { method, path: target.pathname, language: target.searchParams.get('lang') };
  });
  const byName = (one: object, other: object): number =>
    JSON.stringify(one).localeCompare(JSON.stringify(other));
  expect(asRoutes.sort(byName)).toEqual(routes.sort(byName));
});

test.each([
  ['cities.findByLocation', { lat: 1e-7, lng: -1e-7 }, 'lat=1e-7&lng=-1e-7&lang=fr'],
  ['cities.findByLocation', { lat: -0, lng: 46.25, lang: 'de' }, 'lat=0&lng=46.25&lang=de'],
  ['cities.findByName', { token: 'a&b=c', lang: undefined }, 'token=a%26b%3Dc&lang=fr'],
  ['countries.findByIds', { country_ids: ['FRA', 'DEU'] }, 'country_ids=FRA%2CDEU&lang=fr'],
  [
    'cities.findByName',
    { token: 'a', match: 'fuzzy', country_ids: ['FRA', 'DEU'], lat: 1, lng: 2 },
    'token=a&match=fuzzy&country_ids=FRA%2CDEU&lat=1&lng=2&lang=fr',
  ],
])('%s sends %j as %s', async (name, query, expected) => {
  const { client, sent } = recording();
  const [resource = '', method = ''] = name.split('.');
  const methods = client as unknown as Record<string, Record<string, Method>>;
  await methods[resource]?.[method]?.(query);
  expect(sent[0]?.target.search).toBe(`?${expected}`);
});

test('more ids than a URL may hold are sent in a body, and all else in the query string', async () => {
  const { client, sent } = recording();
  const city_ids = Array.from({ length: 500 }, (_, id) => `FRA_${id}é`);
  await client.cities.findByIds({ city_ids, primary_only: true });
  const [{ method, target, body } = {}] = sent;
  expect([method, target?.search]).toEqual(['POST', '?primary_only=true&lang=fr']);
  expect(JSON.parse(String(body))).toEqual({ ids: city_ids });
});

test('an empty list of what is looked up one by one is answered without a request', async () => {
  const { client, sent } = recording();
  const answers = [
    client.lands.findByIds({ land_ids: [] }),
    client.cities.findByIds({ city_ids: [] }),
    client.cities.findByCountries({ country_ids: [] }),
    client.locateMany([]),
  ];
  for (const answer of await Promise.all<{ data: unknown }>(answers))
    expect(answer.data).toEqual([]);
  expect(sent).toEqual([]);
  // A filter is not a list of that kind: the service says that it is empty.
  await client.search({ token: 'a', country_ids: [] });
  expect(sent).toHaveLength(1);
});

test('an iterator requests the next page when it is needed, until one is not full or the same', async () => {
  const pages = ['ab', 'cd', 'e', 'fg', 'fg', 'hi'];
  const offsets: (string | null)[] = [];
  const client = new GeographicData({
    url: 'http://localhost',
    token: 'a',
    fetch: ({ searchParams }) => {
      offsets.push(searchParams.get('offset'));
      const data = Array.from(pages.shift() ?? '').map((id) => ({ id }));
      return Promise.resolve(Response.json({ status: 'ok', data }));
    },
  });
  const ids: string[] = [];
  const query = { country_ids: ['FRA'], limit: 2, offset: 7 };
  for await (const { id } of client.cities.eachByCountries(query)) {
    ids.push(id);
    if (ids.length === 2) expect(offsets).toEqual(['7']);
  }
  expect(ids.join('')).toBe('abcde');
  expect(offsets).toEqual(['7', '9', '11']);
  for await (const { id } of client.cities.eachByCountries(query)) ids.push(id);
  expect(ids.join('')).toBe('abcdefg');
});

test('the types are those of the routes. If not, run `npm run client:schema`', () => {
  const script = join(PROJECT, 'tools/scripts/schemas.mjs');
  const options = { encoding: 'utf8' } as const;
  const { stderr, status } = spawnSync(process.execPath, [script, 'client', '--check'], options);
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('the package has the version of the service', () => {
  const [service, client] = ['package.json', 'web/client/package.json'].map(
    (file) => JSON.parse(readFileSync(join(PROJECT, file), 'utf8')) as { version: string },
  );
  expect(client?.version).toBe(service?.version);
});
