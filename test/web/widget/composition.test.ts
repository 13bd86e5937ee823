import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../eventually.js';
import { type Stage, startStage } from './field.js';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

const tokens = (): (string | null)[] =>
  stage.front.asked
    .map(({ searchParams }) => searchParams.get('token'))
    .filter((token) => token !== null);

/** Types as an input method does. */
async function inputMethod(page: Page) {
  const session = await page.context().newCDPSession(page);
  return {
    compose: (text: string) =>
      session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      }),
    commit: (text: string) => session.send('Input.insertText', { text }),
  };
}

test('Japanese: readings are not asked for, what they become is, and it is asked once', async () => {
  // With a long pause, for the keys of a busy machine may be far apart.
  const { page, input, names } = await stage.open(
    '<geo-autocomplete label="都市" debounce-ms="2000" token="dev-public"></geo-autocomplete>',
    { lang: 'ja' },
  );
  await input.focus();
  const { compose, commit } = await inputMethod(page);
  for (const reading of ['と', 'とう', 'とうき', 'とうきょう']) await compose(reading);
  await compose('東京');
  await commit('東京');
  await eventually(async () => {
    expect((await names())[0]).toMatch(/^東京/);
  });
  expect(tokens()).toEqual(['東京']);
  await page.close();
});

test('Japanese: what has settled is asked for before it is confirmed, and not again after', async () => {
  const { page, input, names, read } = await stage.open(
    '<geo-autocomplete label="都市" token="dev-public"></geo-autocomplete>',
    { lang: 'ja' },
  );
  await input.focus();
  const { compose, commit } = await inputMethod(page);
  await compose('東京');
  await eventually(async () => {
    expect((await names())[0]).toMatch(/^東京/);
  });
  // The key that confirms the composition does not choose.
  await read(
    "input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))",
  );
  expect(await read('field.value')).toBe('');
  await commit('東京');
  await page.waitForTimeout(300);
  expect(tokens()).toEqual(['東京']);
  await input.press('Enter');
  expect(await read('field.value')).toBe('JPN_Tokyo');
  await page.close();
});

test('Japanese: a reading that has settled and means nothing is not called unknown', async () => {
  const { page, input, status } = await stage.open(
    '<geo-autocomplete label="都市" token="dev-public"></geo-autocomplete>',
    { lang: 'ja' },
  );
  await input.focus();
  const { compose, commit } = await inputMethod(page);
  await compose('っっっっ');
  await eventually(() => {
    expect(tokens()).toEqual(['っっっっ']);
  });
  await page.waitForTimeout(300);
  expect(await status.innerText()).toBe('');
  await commit('っっっっ');
  await eventually(async () => {
    expect(await status.innerText()).toBe('見つかりませんでした');
  });
  await page.close();
});

test('Korean: a name is found although its last syllable is still being composed', async () => {
  const { page, input, names } = await stage.open(
    '<geo-autocomplete label="도시" token="dev-public"></geo-autocomplete>',
    { lang: 'ko' },
  );
  await input.focus();
  const { compose, commit } = await inputMethod(page);
  await compose('서');
  await commit('서');
  await compose('우');
  await compose('울');
  await eventually(async () => {
    expect((await names())[0]).toBe('서울');
  });
  await page.close();
});
