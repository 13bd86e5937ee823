import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { languageOf } from '../../../../ingest/cities/alternateNames.js';
import { geonamesCities } from '../../../../ingest/cities/geonamesFiles.js';
import { mappedCities } from '../../../../ingest/cities/ownFile.js';
import type { CityRow, CitySource } from '../../../../ingest/cities/row.js';
import { EarlierRows, severalCities } from '../../../../ingest/cities/several.js';
import type { RejectedRow } from '../../../../ingest/load/outcome.js';
import { alternateName, geonamesRow } from '../../../support/geonames.js';
import { Folder } from '../../../support/placeFiles.js';
import { zipOf } from '../../../support/zip.js';

const folder = new Folder();
afterAll(() => {
  folder.remove();
});

/** Reads a source as an ingestion does: first for the ids. */
async function rowsOf(source: CitySource): Promise<(CityRow | RejectedRow)[]> {
  for await (const row of source.rows('identity')) expect(row).not.toHaveProperty('names');
  const rows: (CityRow | RejectedRow)[] = [];
  for await (const row of source.rows()) rows.push(row);
  return rows;
}

describe('files of GeoNames', () => {
  const paris = geonamesRow({ id: 2988507, name: 'Paris', code: 'PPLC', population: 2138551 });

  test('populated places, with quotation marks as they are; others are counted', async () => {
    const rows = [
      paris,
      geonamesRow({ id: 2, name: '"Le Bourg', population: 100 }),
      geonamesRow({ id: 3, name: 'Seine', class: 'H', code: 'STM' }),
      geonamesRow({ id: 4, name: 'L\'"Haÿ"', population: 99 }),
      geonamesRow({ id: 5, name: 'Bourg"', population: 200, admin1: '84' }),
    ];
    const archive = await zipOf({ 'FR.txt': `${rows.join('\n')}\n`, 'readme.txt': 'Columns: …' });
    const cities = folder.write('FR.zip', archive);
    const source = await geonamesCities({ cities, minimumPopulation: 100 });
    const [first, ...others] = await rowsOf(source);
    expect(first).toEqual({
      ...{ line: 1, sourceId: '2988507', countryCode: 'FR', name: 'Paris', population: 2138551 },
      ...{ latitude: 48.5, longitude: 2.25, capital: true, regionName: 'Île-de-France' },
      ...{ timeZone: 'Europe/Paris', row: paris },
    });
    expect(others).toMatchObject([
      { line: 2, sourceId: '2', name: '"Le Bourg', capital: false },
      { line: 5, name: 'Bourg"', regionName: 'Auvergne-Rhône-Alpes' },
    ]);
    expect(source.notes?.()).toEqual([
      `1 rows of ${cities} are not populated places`,
      `1 places of ${cities} have fewer than 100 inhabitants`,
    ]);
    expect(source.sources?.()).toMatchObject([
      { name: 'FR.zip', bytes: archive.length },
      { builtIn: true },
    ]);
    expect(await source.gate?.()).toEqual([]);
    folder.write('FR.zip', await zipOf({ 'FR.txt': paris }));
    expect(await source.gate?.()).toEqual([
      `${cities} was changed while it was read: ingest it again`,
    ]);
  });

  test('rows that cannot be read are rejects, each with its text', async () => {
    const bad = Buffer.concat([
      Buffer.from(`\ufeff${paris}\r\n7\tToo\tshort\r\n\r\n8\tM`),
      Buffer.from([0xfc]),
      Buffer.from(`n\n${geonamesRow({ id: 9, name: 'x'.repeat(2_000_000) })}\n`),
      Buffer.from(geonamesRow({ id: 10, name: 'Ort' }).replace('48.5', '48,5')),
    ]);
    const cities = folder.write('cities500.txt', gzipSync(bad));
    expect(await rowsOf(await geonamesCities({ cities }))).toMatchObject([
      { sourceId: '2988507' },
      {
        ...{ line: 2, id: '7', row: '7\tToo\tshort' },
        reason: 'it has 3 columns, a file of GeoNames has 19',
      },
      { line: 4, id: '8', reason: 'it is not UTF-8' },
      { line: 5, reason: 'it is longer than 1048576 bytes' },
      { line: 6, latitude: Number.NaN },
    ]);
  });

  test('names in our languages and regions of files, preferred and short ones first', async () => {
    const lyon = geonamesRow({ id: 5, name: 'Lyon' });
    const cities = folder.write('some.txt', [paris, lyon].join('\n'));
    const of = 2988507;
    const names = [
      alternateName({ of, language: 'sv', name: 'Lutetia', isHistoric: true }),
      alternateName({ of, language: 'de', name: 'Paris an der Seine' }),
      alternateName({ of, language: 'de', name: '  Paris\u00a0', isShort: true }),
      alternateName({ of, language: 'da', name: 'Weltstadt', isColloquial: true }),
      alternateName({ of, language: 'fr', name: 'Paname', isShort: true }),
      alternateName({ of, language: 'fr', name: 'Paris', isPreferred: true }),
      alternateName({ of, language: 'fr', name: 'Ville de Paris', isPreferred: true }),
      alternateName({ of, language: 'ru', name: 'Паризий', until: '1917' }),
      alternateName({ of, language: 'ru', name: 'Париж', until: ' ' }),
      alternateName({ of, language: 'zh-TW', name: '巴黎 T', isPreferred: true }),
      alternateName({ of, language: 'zh-Hans', name: '巴黎' }),
      alternateName({ of, language: 'iw', name: 'פריז' }),
      alternateName({ of, language: 'no', name: 'Paris (no)' }),
      alternateName({ of, language: 'ja-Latn', name: 'Pari' }),
      alternateName({ of, language: 'it', name: '\u2003\ufeff' }),
      alternateName({ of, language: 'link', name: 'https://de.wikipedia.org/wiki/Paris' }),
      alternateName({ of, language: '', name: 'Parigi' }),
      alternateName({ of: 77, language: 'de', name: 'nobody asked' }),
      alternateName({ of: 3012874, language: 'es', name: 'Isla de Francia' }),
      `1\t${of}\tes\tParís`,
      'too short',
      '',
    ];
    const bytes = Buffer.concat([Buffer.from(`${names.join('\r\n')}4\t${of}\tfr\t`), Buffer.from([0xff])]); // prettier-ignore
    const alternateNames = folder.write(
      'alternateNamesV2.zip',
      await zipOf({ 'alternateNamesV2.txt': bytes, 'iso-languagecodes.txt': 'x' }),
    );
    const admin1 = folder.write(
      'admin1CodesASCII.txt',
      'FR.11\tÎle-de-France\tIle-de-France\t3012874\nFR.84\tRhône\tRhone\t1\n',
    );
    const source = await geonamesCities({ cities, alternateNames, admin1 });
    const [city, other] = await rowsOf(source);
    expect(city).toMatchObject({
      regionName: 'Île-de-France',
      regionNames: { es: 'Isla de Francia' },
    });
    expect((city as CityRow).names).toEqual({
      ...{ de: 'Paris', fr: 'Paris', ru: 'Париж', zh: '巴黎', he: 'פריז' },
      ...{ nb: 'Paris (no)', es: 'París' },
    });
    expect(other).not.toHaveProperty('names');
    expect(source.notes?.()).toEqual([
      `2 lines of ${alternateNames} are left out, the first ${alternateNames}:21: it has 1 cells`,
    ]);
    expect(source.sources?.().map((each) => ('name' in each ? each.name : ''))).toEqual([
      'some.txt',
      'alternateNamesV2.zip',
      'admin1CodesASCII.txt',
    ]);
    expect(await rowsOf(source)).toEqual([city, other]);
  });

  test('a file without a name of these cities is warned of, one without regions rejected', async () => {
    const cities = folder.write('FR.txt', paris);
    const alternateNames = folder.write('other.txt', geonamesRow({ id: 6, name: 'Lyon' }));
    const source = await geonamesCities({ cities, alternateNames });
    expect(await rowsOf(source)).toHaveLength(1);
    expect(source.notes?.()).toEqual([
      expect.stringContaining(`warning: ${alternateNames} has no name of these places`),
    ]);
    const admin1 = folder.write('none.txt', '');
    await expect(geonamesCities({ cities, admin1 }).then(rowsOf)).rejects.toThrow(
      `${admin1} has no regions. It must be admin1CodesASCII.txt of GeoNames.`,
    );
  });

  test.each([
    ['de', 'de', 0],
    ['no', 'nb', 1],
    ['nn', undefined, 0],
    ['zh-CN', 'zh', 1],
    ['zh-Hant', 'zh', 3],
    ['PT-br', 'pt', 2],
    ['uk-Latn', undefined, 0],
    ['be-tarask', undefined, 0],
    ['wkdt', undefined, 0],
  ])('the language of the code %s is %s', (code, language, distance) => {
    expect(languageOf(code)).toEqual(language && { language, distance });
  });
});

describe('a file of cities with a mapping', () => {
  const fields = { id: 'id', name: 'name', land: 'country', lat: 'latitude', lng: 'longitude' };
  const header = 'id,name,land,lat,lng';

  const citiesOf = (content: string, more: object = {}, mapped: object = {}) => {
    const mapping = { format: 'csv', fields: { ...fields, ...mapped }, ...more };
    const mappingFile = folder.write('mapping.json', JSON.stringify(mapping));
    return mappedCities(folder.write('cities.csv', content), mappingFile);
  };

  test('every field that may be mapped', async () => {
    const mapped = {
      ...{ people: 'population', seat: 'capital', region: 'region', zone: 'timeZone' },
      ...{ de: 'name:de', zh: 'name:zh', land_de: 'region:de' },
    };
    const row = '7,"Rome, old",ITA,41.9,12.5,2800000,yes,Lazio,Rom,罗马,Latium,Europe/Rome';
    const bare = '8,Ostia,it,41.7,12.3,,,,,,,';
    const source = await citiesOf(
      `${header},people,seat,region,de,zh,land_de,zone\r\n${row}\r\n${bare}\r\n`,
      { source: 'ours' },
      mapped,
    );
    const rows: unknown[] = [];
    for await (const each of source.rows()) rows.push(each);
    expect(rows).toEqual([
      {
        ...{ line: 2, row, sourceId: 'ours-7', countryCode: 'IT', name: 'Rome, old' },
        ...{ latitude: 41.9, longitude: 12.5, population: 2800000, capital: true },
        ...{ regionName: 'Lazio', names: { de: 'Rom', zh: '罗马' } },
        ...{ regionNames: { de: 'Latium' }, timeZone: 'Europe/Rome' },
      },
      {
        ...{ line: 3, row: bare, sourceId: 'ours-8', countryCode: 'IT', name: 'Ostia' },
        ...{ latitude: 41.7, longitude: 12.3 },
      },
    ]);
  });

  test.each([
    ['7,,QQQ,139.7,35.7,many,', '7', 'name is missing; country "QQQ" is not the code of a country; latitude "139.7" is not a number from -90 to 90; population "many" is not a whole number; latitude and longitude swapped?'],
    [',B,FR,91,x,5,', '', 'id is missing; latitude "91" is not a number from -90 to 90; longitude "x" is not a number from -180 to 180'],
    ['9,C,FR,1', '9', 'it has 4 cells, the header has 7'],
    ['9,"C"c,FR,1,1,1,', '', 'text follows a closing quotation mark'],
    ['9,C,FR,1,1,1,Europe/Pari', '9', 'timeZone "Europe/Pari" is not a time zone of IANA, such as "Europe/Paris"'],
    ['9,C,FR,1,1,1,europe/paris', '9', 'timeZone "europe/paris" is not a time zone of IANA, such as "Europe/Paris"'],
  ])('the row %s is a reject with all faults', async (row, id, reason) => {
    const mapped = { people: 'population', zone: 'timeZone' };
    const source = await citiesOf(`${header},people,zone\n${row}`, {}, mapped);
    expect(await rowsOf(source)).toEqual([{ line: 2, id, reason, row }]);
  }); // prettier-ignore

  test('NDJSON with GeoNames ids, and a country that all rows share', async () => {
    const row = { id: 1, names: { default: 'Nice', it: 'Nizza' }, at: [7.26, 43.7] };
    const mapping = {
      format: 'ndjson',
      fields: {
        ...{ id: 'id', 'names.default': 'name', 'names.it': 'name:it' },
        ...{ 'at.1': 'latitude', 'at.0': 'longitude' },
      },
      constants: { country: 'FRA' },
      source: 'geonames',
    };
    const source = await mappedCities(
      folder.write('cities.ndjson', JSON.stringify(row)),
      folder.write('ndjson.json', JSON.stringify(mapping)),
    );
    expect(source.geonames).toBe(true);
    const rows = source.rows() as AsyncGenerator<CityRow>;
    expect((await rows.next()).value).toMatchObject({
      ...{ sourceId: '1', countryCode: 'FR', name: 'Nice', names: { it: 'Nizza' } },
    });
  });

  test('a mapping that does not fit is rejected with what is accepted', async () => {
    await expect(citiesOf(header, { source: 'a-b' }, { x: 'name:tlh' })).rejects.toThrow(
      /source: must be a word of letters and digits(.|\n)*fields\.x: is not mapped to a field(.|\n)*name:<language>/,
    );
  });
});

describe('several sources', () => {
  const city = (sourceId: string, name: string, latitude: number, more: object = {}): CityRow => ({
    ...{ line: 1, sourceId, countryCode: 'FR', name, latitude, longitude: 2, population: 1 },
    ...more,
  });

  test('a city of GeoNames in another source is the same city', async () => {
    const rows = [
      city('1', 'Saint-Rémy', 45),
      city('2', 'Saint Remy', 45.05),
      city('3', 'Saint-Rémy', 46),
      city('4', 'Saint-Rémy', 45.01, { countryCode: 'IT' }),
    ];
    const first: CitySource = {
      ...{ file: 'cities500.zip', expectedRows: 4, geonames: true, rows: () => rows },
    };
    const others = [
      city('own-6', 'Saint-Rémy', 45.05, { longitude: 362 }),
      city('own-7', 'SAINT-REMY', 45.04),
      city('own-8', 'Saint-Remy', 45.06),
      city('own-9', 'Elsewhere', 45),
      city('own-10', 'Saint-Rémy', 46.1),
    ];
    const own: CitySource = { file: 'own.csv', expectedRows: 5, rows: () => others };
    const both = severalCities([first, own]);
    expect(both).toMatchObject({ file: 'cities500.zip, own.csv', expectedRows: 9 });
    const ids = (await rowsOf(both)).map((row) =>
      'reason' in row ? row : [row.sourceId, row.rank, row.file],
    );
    const geonames = ['1', '2', '3', '4'].map((id) => [id, 0, 'cities500.zip']);
    // The closest of all pairs within 10 km, and no city of GeoNames twice.
    const same = ['own-6', '2', 'own-8', 'own-9', 'own-10'].map((id) => [id, 1, 'own.csv']);
    expect(ids).toEqual([...geonames, ...same]);
    expect(severalCities([first])).toBe(first);
  });

  const bare = city('1', 'Paris', 48);
  const whole: CityRow = {
    ...{ ...bare, names: { it: 'Parigi', de: 'Paris', pl: 'Paryż' }, timeZone: 'Europe/Paris' },
    ...{ regionName: 'Île-de-France', regionNames: { de: 'Großraum Paris' }, capital: true },
  };

  test.each([
    [{}, {}],
    [
      { names: { de: 'Paris/Seine' }, population: 0, timeZone: 'Etc/UTC' },
      { names: { ...whole.names, de: 'Paris/Seine' } },
    ],
    [{ regionName: 'Elsewhere' }, { regionNames: {} }],
    [
      { regionName: 'Île-de-France', regionNames: { nl: 'Parijs' } },
      { regionNames: { de: 'Großraum Paris', nl: 'Parijs' } },
    ],
  ])('a later row with %j gets what it lacks of earlier rows', (later, merged) => {
    const { names, regionName, regionNames, timeZone } = whole;
    const earlier = new EarlierRows();
    for (const row of [whole, bare]) earlier.add(row);
    const known = { names, regionName, regionNames, timeZone };
    expect(earlier.complete({ ...bare, ...later })).toEqual({
      ...bare,
      ...known,
      ...later,
      ...merged,
    });
    expect(earlier.complete(city('2', 'B', 1))).toEqual(city('2', 'B', 1));
  });
});
