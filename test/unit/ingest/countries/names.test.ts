import { describe, expect, test } from '@jest/globals';
import { fold } from '../../../../indices/fold.js';
import { LANGUAGES, type Language } from '../../../../indices/languages.js';
import { countryCodes } from '../../../../ingest/sources/iso/codes.js';
import { countryNames } from '../../../../ingest/countries/names.js';

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
