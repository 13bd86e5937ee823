import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { PlaceDocument } from '../../../indices/places.js';
import { codeOfPages, PROJECT } from '../../support/readme.js';
import { createWorld, numbered, placesAt, type World } from './markers/world.js';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.remove());

test("README's places of your own, with their markers, after the built-in ones", async () => {
  // They stand for the built-in ones, which have no id of those in the file either.
  await world.ingestPlaces(placesAt(48, numbered(1, 100)));
  await world.ingestMarkers();
  await world.build('000007', { season: 1, icon: 2, skin: '' });

  const command = codeOfPages('sh').find((code) => code.includes('--place-file')) ?? '';
  const { status, stderr } = spawnSync('sh', ['-ec', command], {
    cwd: PROJECT,
    env: { ...process.env, NODE_OPTIONS: '', INDEX_PREFIX: world.indexPrefix },
    encoding: 'utf8',
  });
  expect({ stderr, status }).toMatchObject({ status: 0 });
  const own = numbered(101, 105).map((number) => `node-${Number(number)}`);
  const places = await world.live<PlaceDocument>('places');
  expect([...places.keys()]).toEqual(own);
  expect(places.get('node-102')).toMatchObject({
    name: 'Le Port; quai du Rhône',
    category: 'restaurant',
    rating: 4,
  });
  expect([...(await world.markers()).keys()]).toEqual(['000007', ...own]);
});

test("README's mapping is that of its example", () => {
  const mapping: unknown = JSON.parse(
    readFileSync(join(PROJECT, 'examples/places.mapping.json'), 'utf8'),
  );
  const shown = codeOfPages('json').map((code) => JSON.parse(code) as unknown);
  expect(shown).toContainEqual(mapping);
});
