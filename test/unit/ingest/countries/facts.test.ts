import { describe, expect, test } from '@jest/globals';
import { CONTINENTS } from '../../../../indices/countries.js';
import { fold } from '../../../../indices/fold.js';
import { LANGUAGES, type Language } from '../../../../indices/languages.js';
import { continentsByCode, populationOf } from '../../../../ingest/countries/documents.js';
import { countryNames } from '../../../../ingest/countries/names.js';
import { countryCodes } from '../../../../ingest/sources/iso.js';

const continentOf = continentsByCode();

describe('the continent', () => {
  test.each([
    ['FR', 'Europe'],
    ['XK', 'Europe'],
    ['RU', 'Europe'],
    ['TR', 'Asia'],
    ['TW', 'Asia'],
    ['EG', 'Africa'],
    ['RE', 'Africa'],
    ['US', 'North America'],
    ['GL', 'North America'],
    ['PA', 'North America'],
    ['CU', 'North America'],
    ['TT', 'North America'],
    ['GF', 'South America'],
    ['FK', 'South America'],
    ['AU', 'Oceania'],
    ['UM', 'Oceania'],
    ['AQ', 'Antarctica'],
    ['BV', 'Antarctica'],
    ['GS', 'Antarctica'],
    ['HM', 'Antarctica'],
    ['TF', 'Antarctica'],
  ])('of %s is %s', (alpha2, continent) => {
    expect(continentOf(alpha2)).toBe(continent);
  });

  test('is one of seven, each of which has countries', () => {
    const used = new Set(countryCodes().map(({ alpha2 }) => continentOf(alpha2)));
    expect([...used].sort()).toEqual([...CONTINENTS].sort());
  });

  test('of an unknown territory is an error that names it', () => {
    expect(() => continentOf('SU')).toThrow('SU');
  });
});

describe('the population', () => {
  test('is known for every country, and zero on the uninhabited ones', () => {
    for (const { alpha2 } of countryCodes()) expect(populationOf(alpha2)).toBeGreaterThanOrEqual(0);
    expect(populationOf('BV')).toBeLessThan(100);
  });

  test('is plausible', () => {
    expect(populationOf('IN')).toBeGreaterThan(1_300_000_000);
    expect(populationOf('FR')).toBeGreaterThan(60_000_000);
    expect(populationOf('XK')).toBeGreaterThan(1_500_000);
    expect(populationOf('VA')).toBeLessThan(2_000);
  });

  test('of an unknown territory is an error that names it', () => {
    expect(() => populationOf('SU')).toThrow('SU');
  });
});

const naming = countryNames(countryCodes());

function nameOf(id: string, language: Language): string | undefined {
  return naming.get(id)?.names[language];
}

describe('the names of countries', () => {
  test.each<[string, Language, string]>([
    ['FRA', 'en', 'France'],
    ['DEU', 'fr', 'Allemagne'],
    ['DEU', 'de', 'Deutschland'],
    ['JPN', 'zh', '日本'],
    ['GRC', 'el', 'Ελλάδα'],
    ['EGY', 'ar', 'مصر'],
    ['USA', 'en', 'United States'],
    ['GBR', 'en', 'United Kingdom'],
    ['HKG', 'en', 'Hong Kong'],
    ['MAC', 'en', 'Macao'],
    ['PSE', 'en', 'Palestine'],
    ['MMR', 'en', 'Myanmar'],
    ['XKX', 'en', 'Kosovo'],
  ])('%s in %s is %s', (id, language, name) => {
    expect(nameOf(id, language)).toBe(name);
  });

  test.each(LANGUAGES)('exist in %s, differ, and can be searched', (language) => {
    const names = countryCodes().map(({ id }) => nameOf(id, language) ?? '');
    expect(new Set(names).size).toBe(250);
    for (const { id } of countryCodes()) {
      const folded = naming.get(id)?.folded[language] ?? '';
      expect(folded).not.toBe('');
      expect(folded).toBe(fold(nameOf(id, language) ?? ''));
    }
  });
});
