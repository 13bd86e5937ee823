import { expect, test } from '@jest/globals';
import { matchedLength } from '../../../../web/widget/highlight.js';

test.each([
  ['São Paulo', 'sao', 'São'],
  ['Sa\u0303o Paulo', 'sa', 'Sa\u0303'],
  ['SAINT-DENIS', 'saint d', 'SAINT-D'],
  ['Saint-Denis', 'Saint‑D', 'Saint-D'],
  ['St. Louis', 'st louis', 'St. Louis'],
  ["L'Aquila", 'l’a', "L'A"],
  ['Łódź', 'lo', 'Łó'],
  ['København', 'KOB', 'Køb'],
  ['İstanbul', 'ist', 'İst'],
  ['Αθήνα', 'αθη', 'Αθή'],
  ['Йошкар-Ола', 'йош', 'Йош'],
  ['दिल्ली', 'दिल्ली', 'दिल्ली'],
  ['東京', '東', '東'],
  ['서울', '서', '서'],
  ['القاهرة', 'القا', 'القا'],
])('of %s, what is typed as %s is %s', (name, typed, matched) => {
  expect(name.slice(0, matchedLength(name, typed))).toBe(matched);
});

test.each([
  ['Munich', 'Münch'],
  ['Paris', 'paris t'],
  ['Paris', 'ar'],
  ['', 'a'],
])('of %s, %s is no beginning', (name, typed) => {
  expect(matchedLength(name, typed)).toBe(0);
});
