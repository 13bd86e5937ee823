import { expect, test } from '@jest/globals';
import { LANGUAGES } from '../../../../indices/languages.js';
import { lookUpLanguage, textsIn } from '../../../../web/widget/texts.js';

test('the element speaks every language of the service', () => {
  for (const language of LANGUAGES) {
    expect(lookUpLanguage(language)).toBe(language);
    for (const text of Object.values(textsIn(language))) expect(text).not.toBe('');
  }
  expect(new Set(LANGUAGES.map((language) => textsIn(language).choose)).size).toBe(
    LANGUAGES.length,
  );
});

test.each([
  ['fr-CA', 'fr'],
  ['ZH-hant-TW', 'zh'],
  ['no', 'nb'],
  ['iw-IL', 'he'],
  ['eu', 'en'],
  ['', 'en'],
  ['constructor', 'en'],
])('a page in %s gets %s', (tag, language) => {
  expect(lookUpLanguage(tag)).toBe(language);
});
