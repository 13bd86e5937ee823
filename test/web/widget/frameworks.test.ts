import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../eventually.js';
import { type Stage, startStage } from './field.js';

const CITY = '<geo-autocomplete label="City" token="dev-public"></geo-autocomplete>';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

test('a value that was set before the script was there counts', async () => {
  const { input, page, read } = await stage.open('<main></main>' + CITY);
  // Elements of a document without a window are made what they are when they come into one.
  await read(`(() => {
    const early = document.implementation.createHTMLDocument().createElement('geo-autocomplete');
    Object.assign(early, { value: 'JPN_Tokyo', token: 'dev-public', label: 'Early' });
    field.replaceWith(early);
  })()`);
  await eventually(async () => {
    expect(await input.inputValue()).toBe('Tokyo');
  });
  await read("(field.value = 'FRA_Paris')");
  await eventually(async () => {
    expect(await input.inputValue()).toBe('Paris');
  });
  await page.close();
});

test('the same value, set again at every rendering, leaves alone what is typed', async () => {
  const { input, names, page, read } = await stage.open(CITY);
  await input.pressSequentially('lon');
  await read("(field.value = '')");
  await eventually(async () => {
    expect((await names())[0]).toBe('London');
  });
  expect(await input.inputValue()).toBe('lon');
  await input.press('Escape');
  await input.blur();
  await read("(field.value = '')");
  await eventually(async () => {
    expect(await input.inputValue()).toBe('');
  });
  await page.close();
});

test('null and undefined are as nothing said', async () => {
  const { input, names, page, read, told } = await stage.open(
    '<geo-autocomplete label="City" url="/" limit="3" token="dev-public"></geo-autocomplete>',
  );
  await read('Object.assign(field, { value: null, resource: undefined, debounceMs: null })');
  await read("['url', 'limit', 'label'].forEach((name) => field.removeAttribute(name))");
  await input.pressSequentially('lon');
  await eventually(async () => {
    expect(await names()).toHaveLength(8);
  });
  expect(await told()).toEqual([]);
  await page.close();
});
