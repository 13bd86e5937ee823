import { expect, test } from '@jest/globals';
import type { PlaceSource } from '../../../../ingest/places/row.js';
import { severalPlaces } from '../../../../ingest/places/several.js';
import { readPlaces } from '../../../support/placeFiles.js';

const sourceOf = (file: string, ...ids: string[]): PlaceSource => ({
  file,
  rows: () =>
    ids.map((id, at) => ({ line: at + 1, cells: { id, name: id, latitude: 48, longitude: 2 } })),
});

test('an id that two sources have is a reject of the later one, also among 300 of them', async () => {
  const sources = Array.from({ length: 300 }, (_, at) => sourceOf(`${at}.csv`, `place ${at}`));
  const { places, rejects } = await readPlaces(
    severalPlaces([...sources, sourceOf('last.csv', 'place 299', 'place 0')]),
  );
  expect(places.map(({ id }) => id)).toEqual(sources.map((_, at) => `place ${at}`));
  expect(rejects.map(({ file, id, reason }) => [file, id, reason])).toEqual([
    ['last.csv', 'place 299', '299.csv has a place with the same id'],
    ['last.csv', 'place 0', '0.csv has a place with the same id'],
  ]);
});
