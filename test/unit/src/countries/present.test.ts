import { expect, test } from '@jest/globals';
import type { Language } from '../../../../indices/languages.js';
import { countrySchema, presentCountry } from '../../../../src/countries/present.js';

const names = { en: 'Germany', fr: 'Allemagne' } as Record<Language, string>;
const stored = { id: 'DEU', names, continent: 'Europe', population: 83, primary: true };

test('a country has the four fields of the specification and no more', () => {
  expect(JSON.stringify(presentCountry(stored, 'fr'))).toBe(
    '{"id":"DEU","name":"Allemagne","continent":"Europe","population":83}',
  );
});

test('the documented shape takes it, and nothing else', () => {
  const country = presentCountry(stored, 'en');
  expect(countrySchema.validate(country).error).toBeUndefined();
  expect(countrySchema.validate({ ...country, primary: true }).error).toBeDefined();
  expect(countrySchema.validate({ ...country, continent: 'Atlantis' }).error).toBeDefined();
});
