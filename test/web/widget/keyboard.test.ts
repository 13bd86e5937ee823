import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../eventually.js';
import { type Field, type Stage, startStage } from './field.js';

const CITY = '<geo-autocomplete label="City" token="dev-public"></geo-autocomplete>';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

async function openList(typed: string): Promise<Field> {
  const field = await stage.open(CITY);
  await field.input.pressSequentially(typed);
  await eventually(async () => {
    expect(await field.input.getAttribute('aria-expanded')).toBe('true');
    expect(await field.options.count()).toBe(8);
  });
  return field;
}

/** The name of the option that a screen reader is at; undefined: it is in the field. */
async function active({ input, page }: Field): Promise<string | undefined> {
  const id = await input.getAttribute('aria-activedescendant');
  if (id === null) return undefined;
  return page.locator(`#${id} span`).first().innerText();
}

test('arrow keys go through the list and back to the field, Enter chooses', async () => {
  const field = await openList('san');
  const { input, names, page, read, told } = field;
  const [first, second] = await names();
  expect(await active(field)).toBeUndefined();
  await input.press('ArrowDown');
  expect(await active(field)).toBe(first);
  await input.press('ArrowDown');
  expect(await active(field)).toBe(second);
  await input.press('ArrowUp');
  await input.press('ArrowUp');
  expect(await active(field)).toBeUndefined();
  expect(await input.inputValue()).toBe('san');
  await input.press('ArrowDown');
  await input.press('ArrowDown');
  await input.press('Enter');
  expect(await input.inputValue()).toBe(second);
  expect(await input.getAttribute('aria-expanded')).toBe('false');
  const selected = await read('field.selected');
  expect(selected).toMatchObject({ name: second, id: await read('field.value') });
  expect(await told()).toEqual([
    ['geo-select', selected],
    ['change', null],
  ]);
  await page.close();
});

test('Enter alone chooses the first, which was read out', async () => {
  const { input, page, read, status } = await openList('lon');
  await eventually(async () => {
    expect(await status.innerText()).toBe('Results: 8. Enter: London, England, United Kingdom');
  });
  await input.press('Enter');
  expect(await read('field.value')).toBe('GBR_London');
  expect(await status.innerText()).toBe('');
  await page.close();
});

test('Escape closes the list and keeps the text, then clears it', async () => {
  const { input, page } = await openList('lon');
  await input.press('Escape');
  expect(await input.getAttribute('aria-expanded')).toBe('false');
  expect(await input.inputValue()).toBe('lon');
  await input.press('Escape');
  expect(await input.inputValue()).toBe('');
  await page.close();
});

test('an arrow opens the list again, Alt and an arrow closes it', async () => {
  const { input, page } = await openList('lon');
  await input.press('Alt+ArrowUp');
  expect(await input.getAttribute('aria-expanded')).toBe('false');
  await input.press('ArrowDown');
  await eventually(async () => {
    expect(await input.getAttribute('aria-expanded')).toBe('true');
  });
  await page.close();
});

test('Home and End move in the text', async () => {
  const field = await openList('lon');
  const { input, page, read } = field;
  await input.press('ArrowDown');
  await input.press('Home');
  expect(await read('input.selectionStart')).toBe(0);
  expect(await active(field)).toBeUndefined();
  await input.press('End');
  expect(await read('input.selectionStart')).toBe(3);
  await page.close();
});

test('Tab leaves without choosing', async () => {
  const { input, page, read } = await openList('lon');
  await input.press('ArrowDown');
  await input.press('Tab');
  expect(await input.getAttribute('aria-expanded')).toBe('false');
  expect(await read('field.value')).toBe('');
  expect(await read('document.activeElement === field')).toBe(false);
  await page.close();
});

test('a click chooses, and the focus stays in the field', async () => {
  const { input, options, page, read } = await openList('lon');
  await options.first().click();
  expect(await read('field.value')).toBe('GBR_London');
  expect(await input.inputValue()).toBe('London');
  expect(await read('field.shadowRoot.activeElement === input')).toBe(true);
  await page.close();
});

test('nothing else on the page moves', async () => {
  const { input, options, page, read } = await stage.open(`${CITY}<p>below</p>`);
  const top = (): Promise<number> =>
    read<number>("document.querySelector('p').getBoundingClientRect().top");
  const before = await top();
  await input.pressSequentially('lon');
  await options.first().waitFor();
  expect(await top()).toBe(before);
  await page.close();
});
