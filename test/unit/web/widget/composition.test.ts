import { expect, test } from '@jest/globals';
import { composingPauseMs } from '../../../../web/widget/composition.js';

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
