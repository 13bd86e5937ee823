import { describe, expect, test } from '@jest/globals';
import { fold, searchablePrefix } from '../../../indices/fold.js';
import { readFileCities } from '../../support/geonames.js';

describe('fold', () => {
  test.each([
    ['case', 'SAINT-DENIS', 'saint denis'],
    ['hyphens of every kind', 'Saint‑Denis — Saint–Denis', 'saint denis saint denis'],
    ['apostrophes of every kind', "L'Aquila L’Aquila Lʼaquila", 'l aquila l aquila l aquila'],
    ['runs of blanks', '  Los \u00a0\t Angeles ', 'los angeles'],
    ['periods and commas', 'St. Louis, Mo.', 'st louis mo'],
    [
      'those of East Asia and Arabic',
      '東京。京都、大阪｡ بغداد، البصرة',
      '東京京都大阪 بغداد البصرة',
    ],
    ['accents', 'São Paulo, München, Đà Nẵng', 'sao paulo munchen da nang'],
    [
      'letters Unicode does not decompose',
      'Łódź Østerbro Straße Æbelø',
      'lodz osterbro strasse aebelo',
    ],
    ['width', 'ＴＯＫＹＯ　ﾄｳｷｮｳ', 'tokyo トウキョウ'],
    ['Turkish dotted and dotless i', 'İzmir IĞDIR ığdır', 'izmir igdir igdir'],
    ['Greek case, accents and final sigma', 'ΠΆΤΡΑΣ πάτρας', 'πατρασ πατρασ'],
    ['Cyrillic', 'Королёв Йошкар-Ола', 'королев иошкар ола'],
    ['Arabic vowel signs and hamza', 'مُرَّاكُش أبوظبي', 'مراكش ابوظبي'],
    ['Hebrew points and maqaf', 'תֵּל־אָבִיב', 'תל אביב'],
    ['invisible characters', 'Saint\u00adDenis\u200b\u2060', 'saintdenis'],
  ])('ignores %s', (_, text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('keeps what makes another letter', () => {
    expect(fold('が')).not.toBe(fold('か'));
    expect(fold('कि')).not.toBe(fold('क'));
    expect(fold('서울')).toBe('서울');
  });

  test.each(['-', "'", ' - ', '.', ',', '', '\u200b'])('leaves nothing of %j', (text) => {
    expect(fold(text)).toBe('');
  });

  test('is idempotent', () => {
    for (const text of ['ŉ Straße', 'ΠΆΤΡΑΣ', "'s-Hertogenbosch", 'サン・ドニ', 'ﬁ ½ №']) {
      expect(fold(fold(text))).toBe(fold(text));
    }
  });

  test('takes a short way for plain names that leads to the same', () => {
    const cities = readFileCities();
    // What is invisible does not count, but makes the name not plain.
    const others = cities.filter(({ name }) => fold(name) !== fold(`\u200b${name}`));
    expect(others).toEqual([]);
  });
});

test('a token is folded to a prefix, unless nothing is left or it is longer than any name', () => {
  expect(searchablePrefix('  São-P')).toBe('sao p');
  expect(searchablePrefix('x'.repeat(100))).toHaveLength(100);
  expect(searchablePrefix('-')).toBeUndefined();
  expect(searchablePrefix('\ufdfa'.repeat(100))).toBeUndefined();
});
