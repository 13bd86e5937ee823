import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { languageOf } from '../../../../ingest/cities/alternateNames.js';
import { geonamesCities } from '../../../../ingest/cities/geonamesFiles.js';
import type { CityReject, CityRow, CitySource } from '../../../../ingest/cities/row.js';
import { alternateName, geonamesRow } from '../../../support/geonames.js';
import { Folder } from '../../../support/placeFiles.js';
import { zipOf } from '../../../support/zip.js';

const folder = new Folder();
afterAll(() => {
  folder.remove();
});

async function rowsOf(source: CitySource): Promise<(CityRow | CityReject)[]> {
  const rows: (CityRow | CityReject)[] = [];
  for await (const row of source.rows()) rows.push(row);
  return rows;
}

const paris = geonamesRow({ id: 2988507, name: 'Paris', code: 'PPLC', population: 2138551 });

describe('a file of places as GeoNames publishes it', () => {
  test('its populated places, with quotation marks as they are; others are counted', async () => {
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
    expect(await rowsOf(source)).toEqual([
      {
        line: 1,
        sourceId: '2988507',
        countryCode: 'FR',
        name: 'Paris',
        population: 2138551,
        latitude: 48.5,
        longitude: 2.25,
        capital: true,
        regionName: 'Île-de-France',
        timeZone: 'Europe/Paris',
        row: paris,
      },
      expect.objectContaining({ line: 2, sourceId: '2', name: '"Le Bourg', capital: false }),
      expect.objectContaining({ line: 5, name: 'Bourg"', regionName: 'Auvergne-Rhône-Alpes' }),
    ]);
    expect(source.notes?.()).toEqual([
      `1 rows of ${cities} are not populated places`,
      `1 places of ${cities} have fewer than 100 inhabitants`,
    ]);
    expect(source.sources?.()).toMatchObject([
      { name: 'FR.zip', bytes: archive.length },
      { builtIn: true },
    ]);
    await expect(source.gate?.()).resolves.toEqual([]);
  });

  test('rows that cannot be read are rejects, each with its text', async () => {
    const bad = Buffer.concat([
      Buffer.from(`\ufeff${paris}\r\n`),
      Buffer.from('7\tToo\tshort\r\n\r\n'),
      Buffer.from('8\tM'),
      Buffer.from([0xfc]),
      Buffer.from(`n\n${geonamesRow({ id: 9, name: 'x'.repeat(2_000_000) })}\n`),
      Buffer.from(geonamesRow({ id: 10, name: 'Ort' }).replace('48.5', '48,5')),
    ]);
    const cities = folder.write('cities500.txt', bad);
    const rows = await rowsOf(await geonamesCities({ cities }));
    expect(rows).toMatchObject([
      { sourceId: '2988507' },
      {
        line: 2,
        id: '7',
        reason: 'it has 3 columns, a file of GeoNames has 19',
        row: '7\tToo\tshort',
      },
      { line: 4, id: '8', reason: 'it is not UTF-8' },
      { line: 5, reason: 'it is longer than 1048576 bytes' },
      { line: 6, latitude: Number.NaN },
    ]);
  });

  test('an archive that is cut off', async () => {
    const long = Array.from({ length: 5_000 }, (_, id) => geonamesRow({ id, name: `Ort ${id}` }));
    const whole = await zipOf({ 'cities500.txt': long.join('\n') });
    const cities = folder.write('cities500.zip', whole.subarray(0, whole.length - 100));
    await expect(geonamesCities({ cities }).then(rowsOf)).rejects.toThrow(
      /cities500\.zip cannot be read \(.*\): look whether it is there, whole/,
    );
  });

  test('a file that changes while it is read does not pass the gate', async () => {
    const cities = folder.write('changing.txt', paris);
    const source = await geonamesCities({ cities });
    await rowsOf(source);
    folder.write('changing.txt', `${paris}\n`);
    await expect(source.gate?.()).resolves.toEqual([
      `${cities} was changed while it was read: ingest it again`,
    ]);
  });
});

test('names in our languages and regions of files, the preferred and short ones first', async () => {
  const cities = folder.write('some.txt', [paris, geonamesRow({ id: 5, name: 'Lyon' })].join('\n'));
  const names = [
    alternateName({ of: 2988507, language: 'sv', name: 'Lutetia', isHistoric: true }),
    alternateName({ of: 2988507, language: 'de', name: 'Paris an der Seine' }),
    alternateName({ of: 2988507, language: 'de', name: 'Paris', isShort: true }),
    alternateName({ of: 2988507, language: 'da', name: 'Weltstadt', isColloquial: true }),
    alternateName({ of: 2988507, language: 'fr', name: 'Paname', isShort: true }),
    alternateName({ of: 2988507, language: 'fr', name: 'Paris', isPreferred: true }),
    alternateName({ of: 2988507, language: 'fr', name: 'Ville de Paris', isPreferred: true }),
    alternateName({ of: 2988507, language: 'ru', name: 'Паризий', until: '1917' }),
    alternateName({ of: 2988507, language: 'ru', name: 'Париж' }),
    alternateName({ of: 2988507, language: 'zh-TW', name: '巴黎 T', isPreferred: true }),
    alternateName({ of: 2988507, language: 'zh-Hans', name: '巴黎' }),
    alternateName({ of: 2988507, language: 'iw', name: 'פריז' }),
    alternateName({ of: 2988507, language: 'no', name: 'Paris (no)' }),
    alternateName({ of: 2988507, language: 'ja-Latn', name: 'Pari' }),
    alternateName({ of: 2988507, language: 'link', name: 'https://de.wikipedia.org/wiki/Paris' }),
    alternateName({ of: 2988507, language: 'iata', name: 'PAR' }),
    alternateName({ of: 2988507, language: '', name: 'Parigi' }),
    alternateName({ of: 77, language: 'de', name: 'nobody asked' }),
    alternateName({ of: 3012874, language: 'es', name: 'Isla de Francia' }),
    'too short',
  ];
  const alternateNames = folder.write(
    'alternateNamesV2.zip',
    await zipOf({ 'alternateNamesV2.txt': names.join('\n'), 'iso-languagecodes.txt': 'x' }),
  );
  const admin1 = folder.write(
    'admin1CodesASCII.txt',
    'FR.11\tÎle-de-France\tIle-de-France\t3012874\nFR.84\tRhône\tRhone\t1\n',
  );
  const source = await geonamesCities({ cities, alternateNames, admin1 });
  const [city, other] = await rowsOf(source);
  expect(city).toMatchObject({
    names: { de: 'Paris', fr: 'Paris', ru: 'Париж', zh: '巴黎', he: 'פריז', nb: 'Paris (no)' },
    regionName: 'Île-de-France',
    regionNames: { es: 'Isla de Francia' },
  });
  expect(Object.keys((city as CityRow).names ?? {})).toHaveLength(6);
  expect(other).not.toHaveProperty('names');
  expect(source.notes?.()).toEqual([
    `1 lines of ${alternateNames} are left out, the first ${alternateNames}:20: it has 1 cells`,
  ]);
  expect(source.sources?.().map((each) => ('name' in each ? each.name : ''))).toEqual([
    'some.txt',
    'alternateNamesV2.zip',
    'admin1CodesASCII.txt',
  ]);
  // A second reading gives the same.
  expect(await rowsOf(source)).toEqual([city, other]);
});

test('names as they stand in odd lines: blanks around them, ends of Windows, codes of any length', async () => {
  const cities = folder.write('odd.txt', paris);
  const of = 2988507;
  const lines = [
    alternateName({ of, language: 'de', name: '  Paris\u00a0' }),
    alternateName({ of, language: 'ja', name: '\u3000パリ\u3000' }),
    alternateName({ of, language: 'ar', name: 'باريس' }),
    alternateName({ of, language: 'it', name: '\u2003\ufeff' }),
    alternateName({ of, language: 'ko', name: '파리', until: ' ' }),
    alternateName({ of, language: 'be-tarask', name: 'Парыж' }),
    alternateName({ of, language: 'zh-Hant-TW', name: '巴黎' }),
    alternateName({ of, language: 'PT-br', name: 'Paris (br)' }),
    `1\t${of}\tes\tParís`,
    `2\t ${of}\tsv\tno id`,
    `3\t${of}\tnl`,
    '',
  ];
  const names = Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n4\t${of}\tfr\t`),
    Buffer.from([0xff, 0x0d, 0x0a]),
  ]);
  const alternateNames = folder.write('oddNames.txt', names);
  const source = await geonamesCities({ cities, alternateNames });
  const [city] = await rowsOf(source);
  expect((city as CityRow).names).toEqual({
    de: 'Paris',
    ja: 'パリ',
    ar: 'باريس',
    ko: '파리',
    zh: '巴黎',
    pt: 'Paris (br)',
    es: 'París',
  });
  expect(source.notes?.()).toEqual([
    `2 lines of ${alternateNames} are left out, the first ${alternateNames}:11: it has 3 cells`,
  ]);
});

test('the ids of rows are read without their names, which are joined to all rows later', async () => {
  const cities = folder.write('two.txt', [paris, geonamesRow({ id: 5, name: 'Lyon' })].join('\n'));
  const alternateNames = folder.write(
    'twoNames.txt',
    alternateName({ of: 5, language: 'de', name: 'Lyon (de)' }),
  );
  const source = await geonamesCities({ cities, alternateNames });
  const ids: string[] = [];
  for await (const row of source.rows('identity')) {
    expect(row).not.toHaveProperty('names');
    if ('sourceId' in row) ids.push(row.sourceId);
  }
  expect(ids).toEqual(['2988507', '5']);
  const [, lyon] = await rowsOf(source);
  expect(lyon).toMatchObject({ sourceId: '5', names: { de: 'Lyon (de)' } });
});

test('a file that has no names of these cities is warned of', async () => {
  const cities = folder.write('FR.txt', paris);
  const alternateNames = folder.write('other.txt', geonamesRow({ id: 6, name: 'Lyon' }));
  const source = await geonamesCities({ cities, alternateNames });
  expect(await rowsOf(source)).toHaveLength(1);
  expect(source.notes?.()).toEqual([
    expect.stringContaining(`warning: ${alternateNames} has no name of these places`),
  ]);
});

test('compressed by gzip, and a file of regions that is none', async () => {
  const cities = folder.write('FR.txt', gzipSync(paris));
  expect(await rowsOf(await geonamesCities({ cities }))).toHaveLength(1);
  const admin1 = folder.write('none.txt', '');
  await expect(geonamesCities({ cities, admin1 }).then(rowsOf)).rejects.toThrow(
    `${admin1} has no regions. It must be admin1CodesASCII.txt of GeoNames.`,
  );
});

test.each([
  ['de', 'de', 0],
  ['nb', 'nb', 0],
  ['no', 'nb', 1],
  ['nn', undefined, 0],
  ['zh', 'zh', 0],
  ['zh-CN', 'zh', 1],
  ['zh-Hant', 'zh', 3],
  ['pt-BR', 'pt', 2],
  ['uk-Latn', undefined, 0],
  ['wkdt', undefined, 0],
  ['fr_1793', undefined, 0],
])('the language of the code %s', (code, language, distance) => {
  expect(languageOf(code)).toEqual(language === undefined ? undefined : { language, distance });
});
