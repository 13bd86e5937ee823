import { describe, expect, test } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../../indices/languages.js';
import { cityNames } from '../../../../ingest/cities/builtIn.js';
import { cityProminence } from '../../../../indices/prominence.js';
import { faultOf, toDocument } from '../../../../ingest/cities/row.js';
import { readFileCities } from '../../../support/geonames.js';

const row = {
  line: 7,
  sourceId: '2988507',
  countryCode: 'FR',
  name: 'Paris',
  latitude: 48.85341,
  longitude: 2.3488,
};
const context = ['FRA_Paris', true] as const;

test('null, zero or nothing is stored for what a source does not know', () => {
  expect(toDocument(row, ...context)).toEqual({
    ...{ id: 'FRA_Paris', source_id: '2988507', country_id: 'FRA', name: 'Paris', primary: true },
    ...{
      names: {},
      folded: { default: 'paris' },
      region_name: null,
      region_names: {},
      region_id: null,
    },
    ...{ population: 0, time_zone: null, location: [2.3488, 48.85341] },
    ...{ aliases: [], regions: [], words: ['paris', 'pa', 'par', 'pari'] },
    prominence: cityProminence(0, 1, false),
  });
});

test('names that could never be found are left out, and each prefix is stored once', () => {
  const names = { de: '-', fr: 'PARIS', ru: 'Париж', uk: 'париж' };
  expect(toDocument({ ...row, names }, ...context)).toMatchObject({
    names: { fr: 'PARIS', ru: 'Париж', uk: 'париж' },
    folded: { default: 'paris', ru: 'париж', uk: 'париж', any: ['париж'] },
  });
});

test('an alias is stored once, and not if it is one of the names; it adds no words', () => {
  const names = { fr: 'Paris', ru: 'Париж' };
  const aliases = ['PARIS', 'Парижъ', 'париж', 'Ville-Lumière', 'ville lumiere', '-'];
  const { words } = toDocument({ ...row, names }, ...context);
  expect(toDocument({ ...row, names, aliases }, ...context)).toMatchObject({
    ...{ aliases: ['Парижъ', 'Ville-Lumière'], words },
    folded: { default: 'paris', any: ['париж'], aliases: ['парижъ', 'ville lumiere'] },
  });
});

test('prefixes are indexed of names in the languages of the country, and of a form that five languages share', () => {
  const names = { fr: 'Lutèce', de: 'Lutetia', es: 'Kiev', it: 'Kiev', pt: 'Kiev', sv: 'Kiev', da: 'Kiev', nl: 'Parijs' }; // prettier-ignore
  const { folded } = toDocument({ ...row, names }, ...context);
  expect(folded.local).toEqual(['lutece', 'kiev']);
});

test('a region is searched by its names and codes, each once', () => {
  const region = { regionName: 'Île-de-France', regionNames: { de: 'Ile de France', ru: 'Иль-де-Франс' } }; // prettier-ignore
  const { regions } = toDocument({ ...row, ...region, regionCodes: ['IDF', '75', ''] }, ...context);
  expect(regions).toEqual(['ile de france', 'иль де франс', 'idf', '75']);
});

test.each([
  ['Île-de-France', 'FRA_11'],
  ['ile de france', 'FRA_11'],
  ['My Own, West', 'FRA_MyOwnWest'],
  [undefined, null],
])('the region %j has the id %s', (regionName, id) => {
  const named = regionName === undefined ? {} : { regionName };
  expect(toDocument({ ...row, ...named }, ...context).region_id).toBe(id);
});

// Other faults: see the integration test of rejects.
test.each([
  [{}, undefined],
  [{ sourceId: '' }, 'the source id is empty'],
  [{ countryCode: 'FRA' }, '"FRA" is not the alpha-2 code of a country'],
  [{ longitude: -180.5 }, 'longitude -180.5 is not within -180…180'],
  [{ latitude: Number.NaN }, 'latitude NaN is not within -90…90'],
  [{ population: -1 }, 'population -1 is not a whole number'],
  [{ population: 2 ** 31 }, 'population 2147483648 is too large: at most `2147483647`'],
])('the fault of a row with %j: %s', (change, fault) => {
  expect(faultOf({ ...row, ...change })).toBe(fault);
});

describe('the built-in names', () => {
  const names = cityNames();
  const cities = readFileCities();

  test('are of 26,313 cities, of which 26,191 are built in, each in the language of its column', () => {
    expect(names.size).toBe(26_313);
    expect(cities.filter(({ id }) => names.has(id))).toHaveLength(26_191);
    const london = { en: 'London', fr: 'Londres', ru: 'Лондон', ja: 'ロンドン', el: 'Λονδίνο' };
    expect(names.get('2643743')).toMatchObject(london);
    expect(Object.keys(names.get('10570') ?? {})).toEqual(['en', 'fa']);
    expect(names.get('1526273')).toMatchObject({ en: 'Astana', hu: 'Asztana' });
    expect(names.get('1278994')?.en).toBe('Prayagraj');
  });

  // As `ingest/data/README.md` says, of the cities of 100,000 people and more.
  const COVERAGE: Record<Language, number> = {
    en: 81, ru: 64, zh: 61, ja: 58, ar: 56, fa: 57, ko: 57, de: 56, uk: 55, fr: 54, nl: 54,
    es: 53, pt: 53, pl: 53, sv: 53, he: 51, it: 51, id: 51, hi: 50, el: 50, tr: 50, bn: 49, hu: 49,
    vi: 50, fi: 23, th: 18, cs: 17, ro: 14, da: 13, nb: 8,
  }; // prettier-ignore

  test('are of as many large cities as their README says', () => {
    const large = cities.filter(({ population }) => population >= 100_000);
    const wrong = LANGUAGES.filter((language) => {
      const named = large.filter(({ id }) => names.get(id)?.[language] !== undefined);
      return Math.abs((100 * named.length) / large.length - COVERAGE[language]) > 1;
    });
    expect(wrong).toEqual([]);
  });
});
