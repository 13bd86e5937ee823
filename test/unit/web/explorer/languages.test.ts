import { expect, test } from '@jest/globals';
import { LANGUAGES as STORED } from '../../../../indices/languages.js';
import {
  directionOf,
  LANGUAGES,
  ownNameOf,
  preferredLanguage,
} from '../../../../web/explorer/languages.js';

test('the languages are those of the service', () => {
  expect(LANGUAGES).toEqual(STORED);
});

test('each is called as its speakers call it', () => {
  const names = (['fr', 'ru', 'ja', 'ar', 'nb', 'tr'] as const).map(ownNameOf);
  expect(names).toEqual(['Français', 'Русский', '日本語', 'العربية', 'Norsk bokmål', 'Türkçe']);
});

test('three are written from right to left', () => {
  expect(LANGUAGES.filter((code) => directionOf(code) === 'rtl')).toEqual(['ar', 'fa', 'he']);
});

test.each([
  [['fr-CA', 'en'], 'fr'],
  [['ga', 'zh-Hant-TW'], 'zh'],
  [['no'], 'nb'],
  [['iw'], 'he'],
  [['ga'], 'en'],
  [[], 'en'],
])('of %j it is %s', (tags, language) => {
  expect(preferredLanguage(tags)).toBe(language);
});
