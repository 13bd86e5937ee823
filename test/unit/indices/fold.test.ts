import { describe, expect, test } from '@jest/globals';
import TRADITIONAL from 'opencc-js/dict/TSCharacters';
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
      '东京京都大阪 بغداد البصره',
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
    [
      'Arabic and Persian letters, and tatweel',
      'یزد کرج القاهرة يزد كرج ٱلقـاهره',
      'يزد كرج القاهره يزد كرج القاهره',
    ],
    [
      'small and voiced kana in names',
      '龍ヶ崎 龍ケ崎 龍ｹ崎 龍が崎 ヶ',
      '龙ケ崎 龙ケ崎 龙ケ崎 龙ケ崎 ケ',
    ],
    ['hiragana', 'とうきょう ろんどん', 'トウキョウ ロンドン'],
    ['traditional Chinese', '台灣 韓國 美國 台湾 韩国 美国', '台湾 韩国 美国 台湾 韩国 美国'],
    ['syllables of Hangul', '서울 과 닭 ㅅㅓㅇㅜ', 'ㅅㅓㅇㅜㄹ ㄱㅗㅏ ㄷㅏㄹㄱ ㅅㅓㅇㅜ'],
    [
      'punctuation',
      'Frankfurt (Oder) Biel/Bienne “Ha! Ha!” 東京（日本）',
      'frankfurt oder biel bienne ha! ha! 东京 日本',
    ],
    ['invisible characters', 'Saint\u00adDenis\u200b\u2060', 'saintdenis'],
  ])('ignores %s', (_, text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('keeps what makes another letter', () => {
    expect(fold('が')).not.toBe(fold('か'));
    expect(fold('कि')).not.toBe(fold('क'));
    expect(fold('서')).not.toBe(fold('수'));
    expect(fold('ガーナ')).not.toBe(fold('ケーナ'));
  });

  test.each(['-', "'", ' - ', '.', ',', '', '\u200b'])('leaves nothing of %j', (text) => {
    expect(fold(text)).toBe('');
  });

  test.each(['서울', '부산', '과천', '닭골'])('each keystroke of %s is a prefix', (name) => {
    const typed = fold(name);
    // 서 is 성 before the next vowel is typed.
    for (let length = 1; length <= typed.length; length += 1)
      expect(typed.startsWith(fold(typed.slice(0, length).normalize('NFKC')))).toBe(true);
    expect(typed.startsWith(fold('성'))).toBe(name === '서울');
  });

  test('is idempotent', () => {
    const characters = TRADITIONAL.split('|').map((pair) => pair.slice(0, pair.indexOf(' ')));
    for (const text of [
      ...characters,
      '닭값',
      'ㄳ',
      '関が원',
      'ةـی',
      'ŉ Straße',
      'ΠΆΤΡΑΣ',
      "'s-Hertogenbosch",
      'サン・ドニ',
      'ﬁ ½ №',
    ]) {
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
  expect(searchablePrefix('쀏'.repeat(100))).toHaveLength(500);
});
