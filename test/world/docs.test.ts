import { expect, test } from '@jest/globals';
import { main } from '../../ingest/commandLine.js';
import type { PlaceDocument } from '../../indices/places.js';
import { startApi } from '../support/api.js';
import { codeOfPages, commandsOf, readProjectFile } from '../support/docs.js';
import { createWorld, numbered, placesAt } from '../store/ingest/world.js';
import { untilEnd } from '../support/each.js';
import { runMain } from '../support/program.js';

const api = untilEnd(await startApi());

const shell = codeOfPages('sh').join('\n');
const shownJson = codeOfPages('json').map((code) => JSON.parse(code) as unknown);

/** The lookups in README, in the pages and in what quickstart prints. */
const printed = readProjectFile('tools/scripts/quickstart/examples.mjs');
const targets = [
  ...new Set(
    `${shell}\n${printed}`.match(/(?<=[0'])\/(?:\w+\/find\w+|search)\?[^'"]+(?=['"])(?!' ')/g),
  ),
];

test('every lookup has an example', () => {
  expect(new Set(targets.map((target) => target.split('?')[0])).size).toBe(15);
});

test.each(targets)('the example %s finds something', async (target) => {
  const [path = '', query = ''] = target.split('?');
  const token = /^\/(places|markers)\//.test(path) ? 'dev-internal' : 'dev-public';
  const { status, body } = await api.get<unknown[]>(path, query, { token });
  expect(status).toBe(200);
  expect(body.missing).toBeUndefined();
  expect([body.data].flat()).not.toEqual([]);
});

const posted = [...shell.matchAll(/^post '([^?]+)\?([^']+)' '([^']+)'/gm)].map((found) =>
  found.slice(1),
);

test.each(posted)(
  'the example of POST %s?%s finds something',
  async (path = '', query = '', body = '') => {
    const { status, body: answer } = await api.post<unknown[]>(
      path,
      JSON.parse(body),
      Object.fromEntries(new URLSearchParams(query)),
    );
    expect(status).toBe(200);
    expect(answer.data).toHaveLength(2);
  },
);

const searches = readProjectFile('docs/search.md').split('## Examples')[1] ?? '';
const searchRows = [...searches.matchAll(/^\| `([^`]+)` +\| (?:`([^`]+)`)? *\| ([^|]*)\|$/gm)];

test('docs/search.md has its examples', () => {
  expect(searchRows).toHaveLength(40);
});

test.each(searchRows.map(([, token = '', options = '', answers = '']) => [token, options, answers.trim()]))(
  'docs/search.md: %s %s finds %s',
  async (token, options, answers) => {
    const target = `token=${encodeURIComponent(token)}&${options}`.replace(/&$/, '');
    const { body } = await api.get<Partial<Record<string, { id: string }>>[]>('/search', target);
    const found = body.data.map(({ city, country, region }) => (city ?? country ?? region)?.id);
    const expected = [...answers.matchAll(/`([^`]+)`/g)].map(([, id]) => id);
    expect(expected.length === 0 ? found : found.slice(0, expected.length)).toEqual(expected);
  },
); // prettier-ignore

test('the API gives the answer that README shows', async () => {
  const [, query = ''] = /findByLocation\?(lat=[^']*lang=fr)'/.exec(shell) ?? [];
  const { body } = await api.get('/countries/findByLocation', query);
  expect(shownJson).toContainEqual(body);
});

test('the commands of the pages replace places by own ones, with their markers', async () => {
  const world = createWorld();
  try {
    await world.ingestPlaces(placesAt(48, numbered(1, 100)));
    await world.build('000007', { season: 1, icon: 2, skin: '' });

    const block = codeOfPages('sh').find((code) => code.includes('--place-file')) ?? '';
    const settings = { INDEX_PREFIX: world.indexPrefix };
    for (const { args } of commandsOf(block))
      expect(await runMain(main, args, settings)).toMatchObject({ code: 0 });
    const own = numbered(101, 105).map((number) => `node-${Number(number)}`);
    const places = await world.live<PlaceDocument>('places');
    expect([...places.keys()]).toEqual(own);
    expect(places.get('node-102')).toMatchObject({
      name: 'Le Port; quai du Rhône',
      category: 'restaurant',
      rating: 4,
    });
    expect([...(await world.live('markers')).keys()]).toEqual(own);
    expect([...(await world.builds()).keys()]).toEqual(['000007']);
  } finally {
    await world.remove();
  }
});
