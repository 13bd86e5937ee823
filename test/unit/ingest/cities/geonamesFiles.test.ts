import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { languageOf } from '../../../../ingest/cities/alternateNames.js';
import { complaintsOf, sourcesOf } from '../../../../ingest/files/dataFile.js';
import { geonamesCities } from '../../../../ingest/cities/geonamesFiles.js';
import type { CityRow } from '../../../../ingest/cities/row.js';
import { alternateName, geonamesRow } from '../../../support/geonames.js';
import { testFolder } from '../../../support/folder.js';
import { zipOf } from '../../../support/zip.js';
import { rowsOf } from './rowsOf.js';

const folder = testFolder();
const paris = geonamesRow({
  ...{ id: 2988507, name: 'Paris', code: 'PPLC', population: 2138551 },
  alternateNames: 'Lutetia,,Parijs',
});

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
  const source = await geonamesCities({ geonames: cities, minimumPopulation: 100 });
  const [first, ...others] = await rowsOf(source);
  expect(first).toEqual({
    ...{ line: 1, sourceId: '2988507', countryCode: 'FR', name: 'Paris', population: 2138551 },
    ...{ latitude: 48.5, longitude: 2.25, capital: true, regionName: 'Île-de-France' },
    ...{
      timeZone: 'Europe/Paris',
      row: { text: paris, form: expect.anything() },
      aliases: ['Lutetia', 'Parijs'],
    },
    regionCodes: expect.arrayContaining(['94', 'Essonne']),
  });
  expect(others).toMatchObject([
    { line: 2, sourceId: '2', name: '"Le Bourg', aliases: [] },
    { line: 5, name: 'Bourg"', regionName: 'Auvergne-Rhône-Alpes' },
  ]);
  expect(source.notes?.()).toEqual([
    `1 rows of ${cities} are not populated places`,
    `1 places of ${cities} have fewer than 100 inhabitants`,
  ]);
  expect(await sourcesOf(source)).toMatchObject([
    { name: 'FR.zip', bytes: archive.length },
    { builtIn: true, name: 'regions.tsv.gz' },
    { builtIn: true, name: 'region-codes.tsv' },
  ]);
  // The latest modification of a populated place.
  expect((await sourcesOf(source))[0]).toMatchObject({ asOf: '2024-01-02' });
  expect(await complaintsOf(source)).toEqual([]);
  folder.write('FR.zip', await zipOf({ 'FR.txt': paris }));
  expect(await complaintsOf(source)).toEqual([
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
  expect(await rowsOf(await geonamesCities({ geonames: cities }))).toMatchObject([
    { sourceId: '2988507' },
    {
      ...{ line: 2, id: '7', row: { text: '7\tToo\tshort', form: expect.anything() } },
      reason: 'it has 3 columns, a file of GeoNames has 19',
    },
    { line: 4, id: '8', reason: 'it is not UTF-8' },
    { line: 5, reason: 'it is longer than 1048576 bytes' },
    { line: 6, latitude: Number.NaN },
  ]);
});

test('names with markup, control characters or emoji, and long ones, are left out with their rows', async () => {
  const bad = ['<b>Ort</b>', 'Ort &amp; Co', 'Ort\u0007', 'Ort 😀', 'x'.repeat(201)];
  const rows = [paris, ...bad.map((name, at) => geonamesRow({ id: at + 2, name }))];
  const source = await geonamesCities({
    geonames: folder.write('bad.txt', rows.join('\n')),
    admin1: folder.write('bad1.txt', 'FR.11\t<i>Île</i>\tIle\t1\nFR.84\tA\tA\t2'),
    alternateNames: folder.write('badNames.txt', bad.map((name, at) => alternateName({ of: 2988507, language: ['fr', 'de', 'es', 'it', 'nl'][at] ?? '', name })).join('\n')),
  });
  const [first, ...rejects] = await rowsOf(source);
  expect(first).not.toHaveProperty('regionName');
  expect(first).not.toHaveProperty('names.fr');
  expect(rejects).toEqual(rows.slice(1).map(() => expect.objectContaining({ reason: expect.stringMatching(/^name ".*(markup|control|emoji|longer)/) })));
  expect(source.notes?.().join()).toContain('5 lines of');
}); // prettier-ignore

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
  const source = await geonamesCities({ geonames: cities, alternateNames, admin1 });
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
  expect((await sourcesOf(source)).map(({ name }) => name)).toEqual([
    'some.txt',
    'alternateNamesV2.zip',
    'admin1CodesASCII.txt',
    'region-codes.tsv',
  ]);
  expect(JSON.stringify(await rowsOf(source))).toBe(JSON.stringify([city, other]));
});

test('a file without a name of these cities is warned of, one without regions rejected', async () => {
  const cities = folder.write('FR.txt', paris);
  const alternateNames = folder.write('other.txt', geonamesRow({ id: 6, name: 'Lyon' }));
  const source = await geonamesCities({ geonames: cities, alternateNames });
  expect(await rowsOf(source)).toHaveLength(1);
  expect(source.notes?.()).toEqual([
    expect.stringContaining(`warning: ${alternateNames} has no name of these places`),
  ]);
  const admin1 = folder.write('none.txt', '');
  await expect(geonamesCities({ geonames: cities, admin1 }).then(rowsOf)).rejects.toThrow(
    `${admin1} has no regions. It must be admin1CodesASCII.txt of GeoNames.`,
  );
});

test('codes of regions that have no name are counted, and told with an example', async () => {
  const rows = ['99', '99', '98', '00', '', '11'].map((admin1, at) => geonamesRow({ id: at + 1, name: 'A', admin1 })); // prettier-ignore
  const source = await geonamesCities({ geonames: folder.write('codes.txt', rows.join('\n')) });
  expect(await rowsOf(source)).toHaveLength(6);
  expect(source.notes?.()).toEqual([
    `3 cities of ${folder.path}/codes.txt have no region, because the built-in data has no name for 2 codes such as FR.99; name a current admin1CodesASCII.txt as admin1`,
  ]);
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
