import { utimesSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { CityDocument } from '../../../indices/cities.js';
import { builtInCities } from '../../../ingest/cities/builtIn.js';
import { mappedCities } from '../../../ingest/cities/ownFile.js';
import { geonamesCities } from '../../../ingest/cities/geonamesFiles.js';
import { cityResource } from '../../../ingest/cities/resource.js';
import { landResource } from '../../../ingest/lands/resource.js';
import type { CitySource } from '../../../ingest/cities/row.js';
import { severalCities } from '../../../ingest/cities/several.js';
import { heightsFrom } from '../../../ingest/rasters/terrain.js';
import { alternateName, geonamesRow } from '../../support/geonames.js';
import { readNamedCities } from '../../support/stored.js';
import { zipOf } from '../../support/zip.js';
import { createSandbox } from './sandbox.js';
import { citiesOf } from './sources.js';
import { UNKNOWN_TERRAIN } from '../../support/landGroups.js';
import { inEachTest } from '../../support/each.js';

const SOUND = 20;
const maxRejects = 0.1;

const sandbox = inEachTest(createSandbox);

test("GeoNames' files and a CSV beside them: cities with names, one of both, and rejects", async () => {
  const sound = Array.from({ length: SOUND }, (_, at) =>
    geonamesRow({ id: 100 + at, name: `"Ort ${at}`, population: at }),
  );
  const rows = [
    geonamesRow({ id: 1, name: 'München', country: 'DE', admin1: '02', latitude: 48.14, longitude: 11.58 }), // prettier-ignore
    geonamesRow({ id: 2, name: 'Nulle Part', latitude: 0, longitude: 0 }),
    geonamesRow({ id: 3, name: 'Swapped', latitude: 139.7, longitude: 35.7 }),
    ...sound,
  ];
  const cities = sandbox.folder.write(
    'cities500.zip',
    await zipOf({ 'cities500.txt': rows.join('\n') }),
  );
  const alternateNames = sandbox.folder.write(
    'alternateNamesV2.txt',
    alternateName({ of: 1, language: 'fr', name: 'Munich', isPreferred: true }),
  );
  const geonames = (): Promise<CitySource> => geonamesCities({ geonames: cities, alternateNames });
  const first = await sandbox.ingest(cityResource(await geonames()), { maxRejects });
  expect(first.counts).toEqual({ rows: SOUND + 3, indexed: SOUND + 1, rejected: 2 });
  expect(first.rejects).toMatchObject([
    {
      reason: expect.stringContaining('lies at #°, #°'),
      examples: [expect.stringMatching(/:2 \(id 2\)$/)],
    },
    {
      reason: 'latitude # is not within #…#; latitude and longitude swapped?',
      examples: [expect.stringMatching(/:3 \(id 3\)$/)],
    },
  ]);
  const before = await sandbox.live<CityDocument>('cities');
  expect(before.get('DEU_München')).toMatchObject({ source_id: '1', region_name: 'Bavaria' });

  const fields = { id: 'id', name: 'name', land: 'country', lat: 'latitude', lng: 'longitude', n: 'population' }; // prettier-ignore
  const csv = 'id,name,land,lat,lng,n\n1,Munchen,DEU,48.1,11.6,7\n2,Ort,DE,50,10,1\n';
  const mapping = sandbox.folder.write('own.json', JSON.stringify({ format: 'csv', fields }));
  const own = await mappedCities(sandbox.folder.write('own.csv', csv), mapping);
  const { counts } = await sandbox.ingest(cityResource(severalCities([await geonames(), own])), {
    maxRejects,
  });
  expect(counts.rejected).toBe(2);
  const after = await sandbox.live<CityDocument>('cities');
  expect(after.get('DEU_München')).toMatchObject({ source_id: '1', name: 'Munchen', population: 7 }); // prettier-ignore
  expect(after.get('DEU_Ort')).toMatchObject({ source_id: 'own-2' });
  expect(after.size).toBe(before.size + 1);
  expect(sandbox.notes).toContain('merged into rows of later sources: 1 row');
});

test('a city of several sources has what each of them says, the later ones first', async () => {
  const PARIS = '2988507';
  const source = builtInCities();
  const rows = source.rows().filter(({ countryCode: code, population }) => code === 'FR' && population > 200_000); // prettier-ignore
  const builtIn = { ...source, expectedRows: rows.length, rows: () => rows };
  const cities = sandbox.folder.write(
    'FR.txt',
    geonamesRow({ id: Number(PARIS), name: 'Paris', admin1: '', population: 2_100_000 }),
  );
  const alternateNames = sandbox.folder.write(
    'names.txt',
    alternateName({ of: Number(PARIS), language: 'de', name: 'Paris an der Seine' }),
  );
  const geonames = await geonamesCities({ geonames: cities, alternateNames });
  await sandbox.ingest(cityResource(severalCities([builtIn, geonames])));
  const paris = (await sandbox.live<CityDocument>('cities')).get('FRA_Paris');
  expect(paris).toMatchObject({
    source_id: PARIS,
    region_name: 'Île-de-France',
    time_zone: 'Europe/Paris',
    primary: true,
    population: 2_100_000,
    location: [2.25, 48.5],
  });
  const { names } = (await readNamedCities(sandbox.client, sandbox.indexPrefix)).find(({ id }) => id === 'FRA_Paris') ?? {}; // prettier-ignore
  expect(Object.keys(names ?? {})).toHaveLength(30);
  expect(names).toMatchObject({ it: 'Parigi', pl: 'Paryż', de: 'Paris an der Seine' });
});

test('lands are refused if their borders or heights change while they are read', async () => {
  await sandbox.ingest(citiesOf([{}]));
  const ring = [[1.4, 42.4], [1.8, 42.4], [1.8, 42.7], [1.4, 42.7], [1.4, 42.4]]; // prettier-ignore
  const geometry = { type: 'Polygon', coordinates: [ring] };
  const write = (of: string) =>
    sandbox.folder.write('own.json', JSON.stringify({ type: 'Feature', properties: { code: 'AND', of }, geometry })); // prettier-ignore
  const borders = { borders: write('yesterday'), code: 'code', missing: 'left-out' } as const;
  const tiles = sandbox.folder.write('tiles/a.tif', '');
  const { files = [] } = await heightsFrom(`${sandbox.folder.path}/tiles`);
  const heights = { files };
  const terrain = { ...UNKNOWN_TERRAIN, heights: { ...UNKNOWN_TERRAIN.heights, ...heights } };
  const lands = await landResource(sandbox, { ...terrain, borders, countries: ['AND'] });
  write('today');
  utimesSync(tiles, 1_000, 1_000);
  await expect(sandbox.ingest(lands)).rejects.toThrow(
    /gate:\n- \S+own\.json was changed while it was read: ingest it again\n- \S+tiles was changed while it was read: ingest it again$/,
  );
  const again = await landResource(sandbox, { ...UNKNOWN_TERRAIN, borders, countries: ['AND'] });
  await sandbox.ingest(again);
});
