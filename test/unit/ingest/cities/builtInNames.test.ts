import { expect, test } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../../indices/languages.js';
import { builtInNames } from '../../../../ingest/cities/builtInNames.js';
import { readFileCities } from '../../../support/geonames.js';

const names = builtInNames();

const cities = readFileCities();

test('there are names for 26,313 cities, of which 26,191 are built in', () => {
  expect(names.size).toBe(26_313);
  expect(cities.filter(({ id }) => names.has(id))).toHaveLength(26_191);
});

test('each in the language of its column', () => {
  expect(names.get('2643743')).toMatchObject({
    en: 'London',
    fr: 'Londres',
    ru: 'Лондон',
    ja: 'ロンドン',
    el: 'Λονδίνο',
  });
  expect(Object.keys(names.get('10570') ?? {})).toEqual(['en', 'fa']);
  expect(names.get('1526273')).toMatchObject({ en: 'Astana', ru: 'Астана', hu: 'Asztana' });
  expect(names.get('1278994')?.en).toBe('Prayagraj');
});

// As `ingest/data/README.md` says, of the cities of 100,000 people and more.
const COVERAGE: Partial<Record<Language, number>> = {
  en: 81, ru: 64, zh: 60, ja: 58, ar: 56, fa: 56, ko: 56, de: 55, uk: 54, fr: 53, nl: 53,
  es: 52, pt: 52, pl: 52, sv: 52, he: 51, it: 50, id: 50, hi: 49, el: 49, tr: 49, bn: 49, hu: 49,
  vi: 49, fi: 22, th: 17, cs: 17, ro: 14, da: 13, nb: 8,
}; // prettier-ignore

test.each(LANGUAGES)('as many large cities have a name in %s as its README says', (language) => {
  const large = cities.filter(({ population }) => population >= 100_000);
  const named = large.filter(({ id }) => names.get(id)?.[language] !== undefined);
  const percent = (100 * named.length) / large.length;
  expect(Math.abs(percent - (COVERAGE[language] ?? NaN))).toBeLessThanOrEqual(1);
});
