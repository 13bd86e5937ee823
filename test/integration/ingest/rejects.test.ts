import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { CityRow } from '../../../ingest/cities/row.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { citiesOf } from './sources.js';

const SOUND = 1_000;

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

/** Ingests a faulty row after many sound ones, so that it passes the gate; returns the one reject. */
async function rejectOf(faulty: Partial<CityRow>): Promise<unknown> {
  const sound = Array.from({ length: SOUND }, () => ({}));
  const report = await sandbox.ingest(citiesOf([...sound, faulty]));
  expect(report).toMatchObject({ rows: SOUND + 1, indexed: SOUND, rejected: 1 });
  return report.rejects[0];
}

const at = { file: 'cities.csv', line: SOUND + 1, id: String(SOUND + 1) };

test.each([
  [{ countryCode: 'QQ' }, '"QQ" is not the alpha-2 code of a country'],
  [{ latitude: 181 }, 'latitude 181 is not within -90…90'],
  [
    { latitude: 139.7, longitude: 35.7 },
    'latitude 139.7 is not within -90…90; latitude and longitude swapped?',
  ],
  [{ longitude: Number.NaN }, 'longitude NaN is not within -180…180'],
  [{ population: 1.5 }, 'population 1.5 is not a whole number'],
  [{ name: '  ' }, 'the name is empty'],
  [{ name: 'é'.repeat(300) }, 'its id would be longer than 512 bytes'],
])('a row that we refuse: %o', async (faulty, reason) => {
  expect(await rejectOf(faulty)).toEqual({ ...at, reason });
});

test('a document that Elasticsearch refuses', async () => {
  const options = { primaryMinimumPopulation: 4_000_000_000 };
  const sound = Array.from({ length: SOUND }, () => ({}));
  // Of a country that need not have a primary city, so that none is missing.
  const refused = { countryCode: 'AW', population: 3_000_000_000 };
  const report = await sandbox.ingest(citiesOf([...sound, refused], options));
  expect(report.rejects).toEqual([
    {
      ...at,
      reason: expect.stringMatching(/document_parsing_exception: .*population/),
      row: expect.stringMatching(/^\{"id":"ABW_.*"population":3000000000.*\}$/),
    },
  ]);
});

test('the second of two rows with one id', async () => {
  expect(await rejectOf({ sourceId: '7', name: 'Elsewhere' })).toMatchObject({
    file: 'cities.csv',
    id: '7',
    reason: 'another row has the same id',
  });
});

test('rejects are noted, the first hundred of them one by one', async () => {
  const rows = Array.from({ length: 150 }, () => ({ countryCode: 'QQ' }));
  await expect(sandbox.ingest(citiesOf(rows))).rejects.toThrow(/did not pass its gate/);
  const noted = sandbox.notes.filter((note) => note.startsWith('rejected '));
  expect(noted).toHaveLength(100);
  expect(noted[0]).toBe('rejected cities.csv:1 (id 1): "QQ" is not the alpha-2 code of a country');
  expect(sandbox.notes).toContain('and 50 more rejects');
});
