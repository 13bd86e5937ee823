import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LANGUAGES } from '../../../indices/languages.js';
import { matchedLength } from '../../../web/widget/suggestionList.js';
import { Backoff, composingPauseMs } from '../../../web/widget/suggestions.js';
import { lookUpLanguage, textsIn } from '../../../web/widget/translations.js';

describe('composition', () => {
  const DEBOUNCE_MS = 60;
  const SETTLED_MS = 250;

  test.each([
    { composed: 'Par', lang: 'fr', pauseMs: DEBOUNCE_MS },
    { composed: '서우', lang: 'ko', pauseMs: DEBOUNCE_MS },
    { composed: 'とうきょ', lang: 'en', pauseMs: SETTLED_MS },
    { composed: 'bei jing', lang: 'zh', pauseMs: SETTLED_MS },
    { composed: 'ㄅㄟˇ', lang: 'en', pauseMs: SETTLED_MS },
    { composed: '北京', lang: 'en', pauseMs: SETTLED_MS },
  ])('$composed in $lang is asked for after $pauseMs ms', ({ composed, lang, pauseMs }) => {
    expect(composingPauseMs(composed, lang, DEBOUNCE_MS)).toBe(pauseMs);
  });

  test('a longer pause that the page wants is kept', () => {
    expect(composingPauseMs('とう', 'ja', 1_000)).toBe(1_000);
  });
});

describe('highlighting', () => {
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
});

describe('backoff', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('every failure makes it wait longer, up to half a minute, and a success not at all', () => {
    const backoff = new Backoff();
    expect(backoff.pauseMs).toBe(0);
    for (const longestMs of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      backoff.failed();
      expect(backoff.pauseMs).toBeLessThanOrEqual(longestMs);
      expect(backoff.pauseMs).toBeGreaterThanOrEqual(longestMs / 2);
    }
    backoff.succeeded();
    expect(backoff.pauseMs).toBe(0);
  });

  test('the service may want more', () => {
    const backoff = new Backoff();
    backoff.failed(7);
    expect(backoff.pauseMs).toBe(7_000);
    jest.advanceTimersByTime(6_000);
    expect(backoff.pauseMs).toBe(1_000);
    jest.advanceTimersByTime(2_000);
    expect(backoff.pauseMs).toBe(0);
  });

  test.each([2 ** 31 / 1_000, 1e12, Infinity])(
    '%d seconds are more than is believed',
    (seconds) => {
      const backoff = new Backoff();
      backoff.failed(seconds);
      expect(backoff.pauseMs).toBe(600_000);
    },
  );

  test('a clock that is set back makes nobody wait longer', () => {
    const backoff = new Backoff();
    backoff.failed(7);
    jest.setSystemTime(Date.now() - 86_400_000);
    expect(backoff.pauseMs).toBeLessThanOrEqual(7_000);
  });
});

describe('texts', () => {
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
});
