import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RealCity } from '../../../../../tools/bench/growth/cities.js';
import { writeGeonamesFiles } from '../../../../../tools/bench/sizes/geonamesFiles.js';
import { geonamesCities } from '../../../../../ingest/cities/geonamesFiles.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'made-geonames-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const REAL: RealCity[] = ['Aachen', 'Brügge'].map((name) => ({
  row: {
    line: 1,
    sourceId: name,
    countryCode: 'DE',
    name,
    names: { fr: `${name}-la-Ville`, ja: `${name}市` },
    regionName: 'Köln',
    regionNames: { fr: 'Cologne' },
    population: 1_000,
    latitude: 50,
    longitude: 6,
    capital: name === 'Aachen',
  },
  countryId: 'DEU',
}));

test('made cities are read out of their files as those of GeoNames are, the same every time', async () => {
  const digests = [];
  for (const run of ['one', 'two']) {
    mkdirSync(join(folder, run));
    const files = await writeGeonamesFiles(join(folder, run), 1_200, REAL);
    digests.push(Object.values(files).map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'))); // prettier-ignore
    const source = await geonamesCities(files);
    const rows = [];
    for await (const row of source.rows()) rows.push(row);
    expect(rows).toHaveLength(1_200);
    expect(rows[0]).toMatchObject({ ...REAL[0]?.row, row: expect.any(String), sourceId: '1' });
    expect(new Set(rows.map((row) => ('sourceId' in row ? row.sourceId : ''))).size).toBe(1_200);
    expect(rows[1_199]).toMatchObject({ regionName: 'Köln', names: { ja: expect.any(String) } });
  }
  expect(digests[1]).toEqual(digests[0]);
});
