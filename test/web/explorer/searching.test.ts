import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ExplorerStage, startExplorer, waitForMap } from './explorerPage.js';

let stage: ExplorerStage;
beforeAll(async () => {
  stage = await startExplorer();
});
afterAll(() => stage.close());

test.each([
  ['en', 'Münch', 'Munich', 'DEU_Munich'],
  ['ru', 'Токи', 'Токио', 'JPN_Tokyo'],
  ['ja', '東京', '東京', 'JPN_Tokyo'],
  ['fr', 'القاهر', 'Le Caire', 'EGY_Cairo'],
])('in %s, %s finds %s', async (language, typed, name, id) => {
  const { page, close } = await stage.open({
    fragment: `#map?lang=${language}`,
    hasMap: false,
  });
  const field = page.getByRole('combobox', { name: /Search/ });
  await field.pressSequentially(typed);
  await page.getByRole('option', { name }).first().waitFor();
  await field.press('ArrowDown');
  expect(await field.getAttribute('aria-activedescendant')).toBe('search-hit-0');
  await field.press('Enter');
  await page.locator('#panel').getByText(id).first().waitFor();
  expect(await field.inputValue()).toContain(name);
  expect(await field.getAttribute('aria-expanded')).toBe('false');
  await close();
});

test('the map goes to a city, and asks about it', async () => {
  const { page, close } = await stage.open({ fragment: '#map?lang=en&projection=flat' });
  await waitForMap(page);
  await page.getByRole('combobox', { name: /Search/ }).fill('Nairob');
  await page.getByRole('option', { name: 'Nairobi' }).first().click();
  await page.locator('#panel').getByText('KEN_Nairobi').first().waitFor();
  await page.waitForURL(/view=9\.5\/-1\.2/);
  await close();
});

test('a country is shown whole, also one too small for the map', async () => {
  const { page, close } = await stage.open({ fragment: '#map?lang=en' });
  await waitForMap(page);
  const field = page.getByRole('combobox', { name: /Search/ });
  await field.fill('Braz');
  await page.getByRole('option', { name: 'Brazil South America' }).click();
  await page.waitForURL(/view=[23][^/]*\/-1\d/);
  await field.fill('Monac');
  await page.getByRole('option', { name: 'Monaco Europe' }).click();
  await page.waitForURL(/view=[^/]*\/43\.7/);
  await close();
});

test('Enter means what is typed, not what was found before, and waits for it', async () => {
  const { page, close } = await stage.open({
    fragment: '#map?lang=en',
    hasMap: false,
  });
  const field = page.getByRole('combobox', { name: /Search/ });
  await field.fill('lon');
  await page.getByRole('option', { name: 'London' }).first().waitFor();
  await page.route(/findByName/, async (route) => {
    await page.waitForTimeout(300);
    await route.continue();
  });
  await field.fill('nairobi');
  await field.press('Enter');
  await page.locator('#panel').getByText('KEN_Nairobi').first().waitFor();
  expect(await field.inputValue()).toBe('Nairobi');
  expect(await field.getAttribute('aria-expanded')).toBe('false');
  await close();
});

test('Escape closes the list, then empties the field', async () => {
  const { page, close } = await stage.open({
    fragment: '#map?lang=en',
    hasMap: false,
  });
  const field = page.getByRole('combobox', { name: /Search/ });
  await field.fill('par');
  await page.getByRole('option').first().waitFor();
  await field.press('Escape');
  expect(await field.getAttribute('aria-expanded')).toBe('false');
  expect(await field.inputValue()).toBe('par');
  await field.press('Escape');
  expect(await field.inputValue()).toBe('');
  await field.fill('xqxqxq');
  await page.getByText('Nothing has a name that starts so.').waitFor();
  await close();
});

test('a right-to-left language turns the page, and is remembered', async () => {
  const { page, close } = await stage.open({
    fragment: '#map?at=30.0444,31.2357&lang=en',
    hasMap: false,
  });
  await page.locator('.countries').getByText('Egypt').waitFor();
  await page.getByLabel('Language of the names').selectOption('ar');
  await page.locator('.countries').getByText('مصر').waitFor();
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await page.locator('.countries bdi').first().getAttribute('lang')).toBe('ar');
  await page.goto(`${stage.address}/`);
  await page.reload();
  await page.locator('html[dir=rtl]').waitFor();
  await close();
});
