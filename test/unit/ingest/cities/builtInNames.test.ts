import { expect, test } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../../indices/languages.js';
import { builtInNames } from '../../../../ingest/cities/builtInNames.js';
import { geonamesRecords } from '../../../../ingest/geonames.js';

const names = builtInNames();

test('there are names for 26,338 cities, all of them among the built-in ones', () => {
  expect(names.size).toBe(26_338);
  const ids = new Set(geonamesRecords().map(({ sourceId }) => sourceId));
  expect([...names.keys()].filter((id) => !ids.has(id))).toEqual([]);
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
});

// As `ingest/data/README.md` says, of the cities of 100,000 people and more.
const COVERAGE: Partial<Record<Language, number>> = {
  en: 96, ru: 78, zh: 74, ja: 72, ar: 69.5, fa: 69.5, ko: 69.5, de: 69, uk: 68, fr: 67, nl: 66,
  es: 65, pt: 65, pl: 65, sv: 65, he: 63, it: 63, id: 63, hi: 61, el: 61, tr: 61, bn: 61, hu: 61,
  vi: 61, fi: 30, th: 23, cs: 22, ro: 19, da: 17, nb: 11,
}; // prettier-ignore

test.each(LANGUAGES)('as many large cities have a name in %s as its README says', (language) => {
  const large = geonamesRecords().filter(({ population }) => population >= 100_000);
  const named = large.filter(({ sourceId }) => names.get(sourceId)?.[language] !== undefined);
  const percent = (100 * named.length) / large.length;
  expect(Math.abs(percent - (COVERAGE[language] ?? NaN))).toBeLessThanOrEqual(1);
});
