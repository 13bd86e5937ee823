import { expect, test } from '@jest/globals';
import { type CityCells, complaintsOf, largeCities } from '../../../../support/cityFiles.js';

type Change = (row: CityCells, at: number, all: readonly CityCells[]) => Partial<CityCells> | undefined; // prettier-ignore
type Names = 'name' | 'name:fr' | 'name:de' | 'name:ru' | 'name:ar';

/** Changes the rows of a country, or of all. Undefined: the row is gone. */
const each = (change: Change, country?: string) => () => {
  const chosen = largeCities().filter((row) => country === undefined || row.country === country);
  const changes = new Map(chosen.map((row, at) => [row, change(row, at, chosen)]));
  return largeCities().flatMap((row) => {
    if (!changes.has(row)) return [row];
    const changed = changes.get(row);
    if (changed === undefined) return [];
    return Object.keys(changed).length === 0 ? [row] : [{ ...row, ...changed }];
  });
};
/** Changes every n-th row. */
const nth = (n: number, change: Change): Change => (row, at, all) => (at % n === 0 ? change(row, at, all) : {}); // prettier-ignore
/** Adds rows to those of a country, or of all. */
const also = (change: (row: CityCells, at: number) => Partial<CityCells> | undefined, country?: string) => () => [
  ...largeCities(),
  ...largeCities().filter((row) => country === undefined || row.country === country).flatMap((row, at) => {
    const added = change(row, at);
    return added === undefined ? [] : [{ ...row, ...added }];
  }),
]; // prettier-ignore
const of = (all: readonly CityCells[], at: number): CityCells => ({ ...largeCities()[0], ...all[at % all.length] }) as CityCells; // prettier-ignore
const move = (latitude: number, longitude: number): Change => (row) => ({ latitude: row.latitude + latitude, longitude: row.longitude + longitude }); // prettier-ignore
const text = (change: (name: string) => string, field: Names = 'name'): Change => (row) => ({ [field]: change(row[field] ?? row.name) }); // prettier-ignore
const rounded = (digits: number): Change => ({ latitude, longitude }) => ({ latitude: Number(latitude.toFixed(digits)), longitude: Number(longitude.toFixed(digits)) }); // prettier-ignore
const mojibake = (name: string) => Buffer.from(name, 'utf8').toString('latin1');

const sizes = each((_, at, all) => ({ population: of(all, at * 7 + 3).population }), 'DE'); // prettier-ignore

test.each<[string, () => readonly CityCells[], RegExp]>([
  ['the cities of a region are gone', each(({ region }) => (region === 'Piedmont' ? undefined : {}), 'IT'), /Of the region Piedmont of ITA alone: .*checks\.cities\.gone/],
  ['a country is gone', each(() => undefined, 'SI'), /it has no cities of SVN/],
  ['a region of a large country is gone', each(({ region }) => (region === 'Hunan' ? undefined : {}), 'CN'), /Of the region Hunan of CHN alone: .*checks\.cities\.gone/],
  ['the rows of a large country are gone', each((_, at) => (at > 1 ? undefined : {}), 'FR'), /Of FRA alone: .*checks\.cities\.gone/],
  ['the end is cut off', () => largeCities().slice(0, -612), /of the live one|instead of|it has no cities of/],
  ['half of it is cut off', () => largeCities().slice(0, 3_000), /--allow-shrink/],
  ['some rows are at 0, 0', each(nth(50, () => ({ latitude: 0, longitude: 0 }))), /0°, 0°/],
  ['cities of a country are at one point', each(() => ({ latitude: 52.2, longitude: 21 }), 'PL'), /got one point/],
  ['cities of a country are on whole degrees', each(rounded(0), 'PL'), /rounded/],
  ['cities of a small country are on whole degrees', each(rounded(0), 'CH'), /rounded/],
  ['cities of a country have one decimal', each(rounded(1), 'FR'), /rounded/],
  ['all have one decimal', each(rounded(1)), /rounded/],
  ['coordinates of a country are exchanged', each(({ latitude, longitude }) => ({ latitude: longitude, longitude: latitude }), 'ES'), /exchanged/],
  ['signs of the south are lost in a country', each(({ latitude }) => ({ latitude: Math.abs(latitude) }), 'PE'), /signs/],
  ['signs of the west are lost in a country', each(({ longitude }) => ({ longitude: Math.abs(longitude) }), 'PT'), /signs/],
  ['a country is moved by 0.1°', each(move(0.1, 0.1), 'FR'), /moved|reference system/],
  ['a country is moved by 1°', each(move(1, 0), 'FR'), /moved|coordinates/],
  ['a small country is moved by 1°', each(move(1, 0), 'CH'), /coordinates/],
  ['places are exchanged within a country', each((_, at, all) => ({ latitude: of(all, at + 1).latitude, longitude: of(all, at + 1).longitude }), 'DE'), /Of DEU alone: coordinates/],
  ['ids are exchanged within a country', each((_, at, all) => ({ id: of(all, at + 1).id }), 'DE'), /Of DEU alone: /],
  ['a country is in one time zone', each(() => ({ timeZone: 'America/New_York' }), 'US'), /Of USA alone: .*checks\.cities\.zone/],
  ['a country has no time zone', each(() => ({ timeZone: '' }), 'BR'), /Of BRA alone: .*checks\.cities\.zone/],
  ['a small country is in another time zone', each(() => ({ timeZone: 'UTC' }), 'CH'), /checks\.cities\.zone/],
  ['languages are exchanged', each((row) => ({ 'name:fr': row['name:de'], 'name:de': row['name:fr'] })), /checks\.cities\.names/],
  ['languages of a country are exchanged', each((row) => ({ 'name:ru': row['name:ar'], 'name:ar': row['name:ru'] }), 'FR'), /Of FRA alone: .*checks\.cities\.names/],
  ['names in a language are the default names', each(({ name }) => ({ 'name:ru': name })), /checks\.cities\.names/],
  ['names in a language are gone in a country', each(() => ({ 'name:ar': '' }), 'IT'), /Of ITA alone: .*checks\.cities\.names/],
  ['names of a country are in another language', each((row) => ({ name: row['name:ru'] ?? row.name }), 'PL'), /Of POL alone: .*checks\.cities\.name in/],
  ['names of a country are in capitals', each(text((name) => name.toUpperCase()), 'PL'), /capital letters/],
  ['names of a country are mojibake', each(text(mojibake), 'PL'), /Latin-1|checks\.cities\.letters/],
  ['names of a country have codes', each((row) => ({ name: `${row.name} (${row.id})` }), 'PL'), /Of POL alone: .*checks\.cities\.name in/],
  ['names of a country have no accents', each(text((name) => name.normalize('NFD').replace(/\p{M}|[łŁ]/gu, '')), 'PL'), /Of POL alone: .*checks\.cities\.name in/],
  ['names of a country have lost their ends', each(text((name) => name.slice(0, 5)), 'PL'), /Of POL alone: .*checks\.cities\.name in/],
  ['names have entities', each(nth(50, text((name) => `${name} &amp; Co`))), /need/],
  ['names have thousands of letters', each(nth(50, text((name) => name.repeat(500)))), /needed/],
  ['names have markup', each(nth(50, text((name) => `<b>${name}</b>`))), /needed/],
  ['names have control characters', each(nth(50, text((name) => `${name}\u0007`))), /needed/],
  ['names have emoji', each(nth(50, text((name) => `${name} 😀`, 'name:fr'))), /needed/],
  ['regions are of the next row in a country', each((_, at, all) => ({ region: of(all, at + 1).region }), 'DE'), /Of DEU alone: .*checks\.cities\.region/],
  ['regions of a country are gone', each(() => ({ region: '' }), 'PL'), /Of POL alone: .*checks\.cities\.region/],
  ['regions of a small country are gone', each(() => ({ region: '' }), 'CH'), /checks\.cities\.region/],
  ['two countries are exchanged', each(({ country }) => (country === 'AT' ? { country: 'AU' } : country === 'AU' ? { country: 'AT' } : {})), /outside of the country/],
  ['two small countries are exchanged', each(({ country }) => (country === 'SK' ? { country: 'SI' } : country === 'SI' ? { country: 'SK' } : {})), /countr/],
  ['populations of a small country are in thousands', each(({ population }) => ({ population: Math.round(population / 1_000) }), 'CH'), /Of CHE alone: .*populationFactor/],
  ['populations of a country are ten times as large', each(({ population }) => ({ population: population * 10 }), 'PL'), /Of POL alone: .*populationFactor/],
  ['populations of a country are equal', each(() => ({ population: 200_000 }), 'DE'), /population/],
  ['populations are exchanged within a country', sizes, /population/],
  ['populations of a country are zero', each(() => ({ population: 0 }), 'PL'), /population/],
  ['populations of a country have lost their thousands', each(({ population }) => ({ population: population > 999_999 ? Math.floor(population / 1e6) : Math.floor(population / 1e3) }), 'FR'), /population/],
  ['rows are there twice', also((row) => ({ id: `${row.id}0`, latitude: row.latitude + 0.001 })), /there twice/],
  ['rows of a country are there twice', also((row) => ({ id: `${row.id}0`, latitude: row.latitude + 0.001 }), 'PL'), /there twice/],
  ['rows of a small country are there twice', also((row) => ({ id: `${row.id}0`, latitude: row.latitude + 0.001 }), 'CH'), /there twice/],
  ['columns of some rows are shifted', each(nth(50, ({ id, name, country }) => ({ name: id, country: name, region: country }))), /country/],
  ['numbers of some rows are shifted', each(nth(50, ({ latitude, longitude, population }) => ({ latitude: longitude, longitude: population, population: latitude }))), /needed/],
])('a file is refused if %s', async (_, rows, cause) => {
  const complaints = await complaintsOf(rows());
  expect(complaints.join('\n')).toMatch(cause);
}); // prettier-ignore

/** Returns a new town some kilometres away, of another name. */
const town = (row: CityCells): Partial<CityCells> => ({ id: `${row.id}00`, name: `${row.name} Nova`, latitude: row.latitude + 0.1, population: 100_001 }); // prettier-ignore
const regionsOf = (region: (name: string) => string): Change => (row) => ({ region: region(String(row.region)) }); // prettier-ignore

test.each<[string, () => readonly CityCells[], string]>([
  ['nothing changes', largeCities, ''],
  ['a quarter of the cities is new', also((row, at) => (at % 4 === 0 ? town(row) : undefined)), 'growth'],
  ['the regions of a country are reformed', each(nth(3, regionsOf(() => 'Grand Est')), 'FR'), 'region'],
  ['regions of a country have other names', each(regionsOf((name) => `${name} Region`), 'NL'), 'region'],
  ['populations of some cities are new', each(nth(20, ({ population }) => ({ population: Math.round(population * 1.4) }))), ''],
  ['a country was counted again', each(({ population }, at) => ({ population: Math.round(population * (1.05 + (at % 10) / 50)) }), 'IN'), ''],
  ['names in a language are new', each((row, at) => (row['name:ar'] ? (at % 20 === 0 ? { 'name:ar': `${row.name} ع` } : {}) : { 'name:ar': `${row.name} ع` })), ''],
  ['some cities moved a little', each(nth(100, move(0.01, 0.01))), ''],
  ['all cities have coordinates of another reference system', each(move(0.0009, 0.0009)), ''],
  ['some cities are new', also((row, at) => (at % 300 === 0 ? town(row) : undefined)), ''],
  ['some cities are gone', each((_, at) => (at % 100 === 99 ? undefined : {})), ''],
  ['the file is that of last year', each((row, at) => (at % 30 === 29 ? undefined : at % 15 === 0 ? { population: Math.round(row.population * 0.97) } : {})), ''],
  ['a country has another official language', each((row) => ({ name: row['name:ru'] ?? row.name }), 'KZ'), 'name'],
  ['a time zone has another name', each(({ timeZone }) => (timeZone === 'Europe/Kiev' || timeZone === 'Europe/Kyiv' ? { timeZone: timeZone === 'Europe/Kiev' ? 'Europe/Kyiv' : 'Europe/Kiev' } : {})), 'zone'],
  ['some names of a country are corrected', each(nth(8, text((name) => `${name} City`)), 'PH'), ''],
  ['a country has more digits in its coordinates', each(({ latitude, longitude }) => ({ latitude: latitude + 0.00012, longitude: longitude - 0.00031 }), 'CN'), ''],
])('a file passes, or is one question, if %s', async (_, rows, question) => {
  const complaints = await complaintsOf(rows());
  const asked = complaints.map((complaint) => /checks\.cities\.(\w+) in/.exec(complaint)?.[1] ?? complaint);
  expect(asked).toEqual(question === '' ? [] : [question]);
}); // prettier-ignore
