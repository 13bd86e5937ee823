import { expect, test } from '@jest/globals';
import {
  ancestorOf,
  descendantsOf,
  GROUP_RESOLUTION,
  LAND_RESOLUTION,
  landAt,
  landCentre,
} from '../../../../core/geo/land.js';
import { cutWindow } from '../../../../core/lands/window.js';
import { LandCounts } from '../../../../ingest/lands/counts.js';

const id = ancestorOf(landAt({ latitude: 46, longitude: 7 }), GROUP_RESOLUTION);
const lands = descendantsOf(id, LAND_RESOLUTION);
/** The first 1,000 lands are of Switzerland, the next 401 of nobody, the last 1,000 of Italy. */
const cell = { id, country_ids: ['CHE', 'ITA'], owners: [0, 1_000, -1, 401, 1, 1_000] };
const frame = { columns: 400, rows: 400, west: 6, north: 48, cellWidth: 0.01, cellHeight: 0.01 };
const box = { west: 6, south: 45, east: 8, north: 47 };

/** Notes lands with these heights. */
function notesOf(
  valueAt: (column: number, row: number) => number | undefined,
  within = box,
): string[] {
  const counts = new LandCounts();
  counts.add(cell, cutWindow(frame, valueAt, [within]));
  const [all, ...notes] = counts.notes();
  expect(all).toBe('2000 lands of 2 countries');
  return notes;
}

test('lands without a height are counted by country', () => {
  expect(notesOf(() => 7)).toEqual([]);
  expect(notesOf(() => undefined)).toEqual([
    '2000 lands have no height, because no file of heights covers them: CHE 1000, ITA 1000',
  ]);
});

test('no land beside all files of heights has one', () => {
  const elsewhere = { west: -62, south: 15, east: -61, north: 17 };
  expect(notesOf(() => 7, elsewhere)).toEqual(notesOf(() => undefined));
});

test('where a tile ends, only the lands beyond it are counted', () => {
  const edge = landCentre(id).longitude;
  const beyond = (land: string) => landCentre(land).longitude > edge + 0.01;
  const [che, ita] = [lands.slice(0, 1_000), lands.slice(1_401)].map((own) => own.filter(beyond).length); // prettier-ignore
  const [note = ''] = notesOf((column) => (6 + column * 0.01 < edge ? 7 : undefined));
  const [, all, ...counts] = /^(\d+) lands .*: \w+ (\d+), \w+ (\d+)$/.exec(note)?.map(Number) ?? [];
  expect(all).toBe((counts[0] ?? NaN) + (counts[1] ?? NaN));
  // The last cell with a height also serves the neighbours of its middle.
  const off = Math.abs((all ?? NaN) - (che ?? NaN) - (ita ?? NaN));
  expect(off).toBeLessThan(100);
  expect(all).toBeLessThan(1_900);
});
