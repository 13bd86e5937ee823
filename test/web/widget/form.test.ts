import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../eventually.js';
import { type Field, type Stage, startStage } from './field.js';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

/** A form that goes nowhere, with one field. */
const formOf = (attributes: string): string =>
  `<form action="javascript:void 0"><fieldset>
    <label for="city">City</label>
    <geo-autocomplete id="city" name="city" token="dev-public" ${attributes}></geo-autocomplete>
  </fieldset><button>Send</button><button type="reset">Reset</button></form>`;

const SENT = "Object.fromEntries(new FormData(document.querySelector('form')))";

async function choose({ input, options }: Field, typed: string): Promise<void> {
  await input.pressSequentially(typed);
  await options.first().waitFor();
  await input.press('Enter');
}

test('the id of what was chosen is sent', async () => {
  const field = await stage.open(formOf(''));
  const { page, read, told } = field;
  expect(await read(SENT)).toEqual({});
  await choose(field, 'tokyo');
  expect(await read(SENT)).toEqual({ city: 'JPN_Tokyo' });
  expect(await read('field.form.checkValidity()')).toBe(true);
  await field.input.press('Enter');
  expect(await told()).toContainEqual(['submit', null]);
  await page.close();
});

test('what is typed after the choice is no choice any more', async () => {
  const field = await stage.open(formOf(''));
  const { input, page, read, told } = field;
  await choose(field, 'tokyo');
  await input.press('Backspace');
  expect(await read(SENT)).toEqual({});
  expect(await read('field.selected')).toBeNull();
  await page.getByRole('button', { name: 'Send' }).focus();
  expect((await told()).map(([type]) => type)).toEqual(['geo-select', 'change', 'change']);
  expect(await read('field.validity.badInput')).toBe(true);
  expect(await input.getAttribute('aria-invalid')).toBe('true');
  await page.close();
});

describe('a required field', () => {
  test('keeps the form from being sent until something is chosen', async () => {
    const field = await stage.open(formOf('required'), { lang: 'fr' });
    const { input, page, read, told } = field;
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await told()).toEqual([]);
    expect(await input.getAttribute('aria-required')).toBe('true');
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect(await read('field.validity.valueMissing')).toBe(true);
    expect(await read('field.validationMessage')).toBe('Choisissez une entrée de la liste.');
    expect(await read('field.shadowRoot.activeElement === input')).toBe(true);
    await choose(field, 'tokyo');
    expect(await input.getAttribute('aria-invalid')).toBe('false');
    await page.getByRole('button', { name: 'Send' }).click();
    expect((await told()).at(-1)).toEqual(['submit', null]);
    await page.close();
  });

  test('says so in the words of the page', async () => {
    const { page, read } = await stage.open(formOf('required required-message="City, please"'));
    expect(await read('field.validationMessage')).toBe('City, please');
    await page.close();
  });
});

test('a value is looked up, and comes back on reset', async () => {
  const field = await stage.open(formOf('value="JPN_Tokyo"'));
  const { input, page, read, told } = field;
  await eventually(async () => {
    expect(await input.inputValue()).toBe('Tokyo');
  });
  expect(await read(SENT)).toEqual({ city: 'JPN_Tokyo' });
  expect(await read('field.selected.country_id')).toBe('JPN');
  expect(await told()).toEqual([]);
  await input.fill('');
  await choose(field, 'london');
  expect(await read(SENT)).toEqual({ city: 'GBR_London' });
  await page.getByRole('button', { name: 'Reset' }).click();
  await eventually(async () => {
    expect(await input.inputValue()).toBe('Tokyo');
  });
  expect(await read(SENT)).toEqual({ city: 'JPN_Tokyo' });
  await page.close();
});

test('a value is set by a script, and an unknown one is told of', async () => {
  const { input, page, read, told } = await stage.open(formOf(''));
  await read("(field.value = 'FRA_Paris')");
  await eventually(async () => {
    expect(await input.inputValue()).toBe('Paris');
  });
  await read("(field.value = 'FRA_Atlantis')");
  await eventually(async () => {
    expect(await told()).toEqual([['geo-error', expect.objectContaining({ code: 'not_found' })]]);
  });
  expect(await read('field.value')).toBe('');
  expect(await input.inputValue()).toBe('');
  await page.close();
});

test('a label names the field and leads into it', async () => {
  const { page, read } = await stage.open(formOf(''));
  await page.getByRole('combobox', { name: 'City' }).waitFor();
  await page.getByText('City').click();
  expect(await read('document.activeElement === field')).toBe(true);
  await page.close();
});

test('a disabled fieldset disables it', async () => {
  const { input, page, read } = await stage.open(formOf('required'));
  await read("(document.querySelector('fieldset').disabled = true)");
  await eventually(async () => {
    expect(await input.isDisabled()).toBe(true);
  });
  expect(await read('field.form.checkValidity()')).toBe(true);
  await page.close();
});
