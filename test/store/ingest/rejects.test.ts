import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { CityRow } from '../../../ingest/cities/row.js';
import { createSandbox } from './sandbox.js';
import { citiesOf } from './sources.js';
import { inEachTest } from '../../support/each.js';

const sandbox = inEachTest(createSandbox);

/** Reads the file of rejected rows, in the order of their lines. */
function rejectedRows(): { _line: number }[] {
  const { path } = sandbox.folder;
  const [name = 'none'] = readdirSync(path).filter((each) => each.startsWith('rejects-'));
  const lines = readFileSync(join(path, name), 'utf8').trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as { _line: number });
  return rows.sort((one, other) => one._line - other._line);
}

const FAULTY: readonly (readonly [Partial<CityRow>, string])[] = [
  [{ countryCode: 'QQ' }, '"QQ" is not the alpha-2 code of a country'],
  [{ latitude: 139.7, longitude: 35.7 }, 'latitude 139.7 is not within -90…90; latitude and longitude swapped?'],
  [{ longitude: Number.NaN }, 'longitude NaN is not within -180…180'],
  [{ population: 1.5 }, 'population 1.5 is not a whole number'],
  [{ name: '  ' }, 'the name is empty'],
  [{ name: 'é'.repeat(300) }, 'its id would be longer than 512 bytes'],
]; // prettier-ignore

test('rejected rows, and the second of two with one id, are reported by line, id and reason', async () => {
  // The largest, so that the city that has to be primary is no row that is rejected.
  const sound = { sourceId: '8', population: 2_000 };
  const rows = [...FAULTY.map(([row]) => row), sound, { ...sound, name: 'Elsewhere' }];
  const rejectsFolder = sandbox.folder.path;
  const { counts } = await sandbox.ingest(citiesOf(rows), { maxRejects: 1, rejectsFolder });
  expect(counts).toEqual({ rows: rows.length, indexed: 1, rejected: rows.length - 1 });
  expect(rejectedRows()).toEqual([
    ...FAULTY.map(([, reason], at) => ({ _source: 'cities.csv', _line: at + 1, id: String(at + 1), _reason: reason })), // prettier-ignore
    expect.objectContaining({ id: '8', _reason: 'another row has the same id' }),
  ]);
});

test('a document that Elasticsearch refuses', async () => {
  // The name of a region is too long. Of a country that need not have a primary city, so that none is missing.
  const refused = { countryCode: 'AW', regionName: 'x'.repeat(40_000) };
  const rejectsFolder = sandbox.folder.path;
  await sandbox.ingest(citiesOf([{}, refused]), { maxRejects: 0.5, rejectsFolder });
  expect(rejectedRows()).toEqual([
    {
      ...{ _source: 'cities.csv', _line: 2, id: '2' },
      _reason: expect.stringMatching(/: .*region_id/),
    },
  ]);
});

test('rejects are noted by reason, with a few examples', async () => {
  const rows = Array.from({ length: 150 }, () => ({ countryCode: 'QQ' }));
  await expect(sandbox.ingest(citiesOf(rows))).rejects.toThrow(/did not pass its gate/);
  expect(sandbox.notes.filter((note) => note.includes('rejected'))).toEqual([
    'rejected: 150 × "…" is not the alpha-2 code of a country: cities.csv:1 (id 1), cities.csv:2 (id 2), cities.csv:3 (id 3), …',
    '150 rows rejected',
  ]);
});
