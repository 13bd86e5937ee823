import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type ExplorerStage, coloursOfMap, startExplorer, waitForMap } from './explorerPage.js';

let stage: ExplorerStage;
beforeAll(async () => {
  stage = await startExplorer();
});
afterEach(() => stage.closePages());
afterAll(() => stage.close());

describe('lookups', () => {
  const GENEVA = 'at=46.2044,6.1432';

  test('the map is drawn, as a globe and flat, within the content security policy', async () => {
    const { page, faults } = await stage.open({ hasMap: true });
    await waitForMap(page);
    expect((await coloursOfMap(page)).length).toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Flat' }).click();
    await waitForMap(page);
    expect((await coloursOfMap(page)).length).toBeGreaterThan(5);
    expect(page.url()).toContain('projection=flat');
    expect(faults).toEqual([]);
  });

  test('a click asks for the countries, the city and the land there', async () => {
    const { page, faults } = await stage.open({
      hasMap: true,
      fragment: '#map?view=9/46.2044/6.1432&projection=flat&lang=fr',
    });
    await waitForMap(page);
    await page.locator('#map canvas').click();
    const panel = page.locator('#panel');
    await panel.getByText('CHE · Europe').waitFor();
    await panel.getByText('FRA · Europe').waitFor();
    await panel.getByText('CHE_Geneva').first().waitFor();
    await panel.getByText('Europe/Zurich').first().waitFor();
    await panel.locator('dt', { hasText: 'Altitude' }).waitFor();
    await page.getByText('Closest city: Genève').waitFor({ state: 'attached' });
    expect(decodeURIComponent(page.url())).toMatch(/at=46\.20\d*,6\.14\d*/);
    expect(faults).toEqual([]);
  });

  test('the largest cities of the countries there are asked for, to be named on the map', async () => {
    const { page } = await stage.open({ fragment: `#map?${GENEVA}&lang=fr` });
    const asked = '/cities/findByCountries?country_ids=CHE,FRA&limit=500&lang=fr';
    const one = page.locator('.exchanges > li').filter({ hasText: asked });
    await one.locator('strong', { hasText: '200' }).waitFor();
    expect(await one.count()).toBe(1);
  });

  test('the keyboard asks for what is at the middle of the map', async () => {
    const { page } = await stage.open({
      hasMap: true,
      fragment: '#map?view=9/35.68/139.76&projection=flat&lang=ja',
    });
    await waitForMap(page);
    await page.locator('#map canvas').focus();
    await page.keyboard.press('Enter');
    await page.locator('#panel .countries').getByText('日本').waitFor();
  });

  test('rings of lands are drawn in colours with a legend, and the address keeps them', async () => {
    const { page } = await stage.open({
      hasMap: true,
      fragment: `#map?view=11/46.2044/6.1432&${GENEVA}&projection=flat`,
    });
    await page.getByLabel('Rings (k)').fill('10');
    await page.getByText(/^\s*331 lands in the data/).waitFor();
    await page.getByLabel('Coloured by').selectOption('country');
    const legend = page.getByRole('list', { name: 'Legend' });
    await legend.getByText('Switzerland').waitFor();
    await legend.getByText('France').waitFor();
    expect(page.url()).toContain('&k=10&by=country');
  });

  test('a link shows the same to someone else, and back goes back', async () => {
    const { page } = await stage.open({
      fragment: `#map?view=11/46.2044/6.1432&${GENEVA}&k=2&by=biome&projection=flat&lang=de`,
    });
    await page.locator('.countries').getByText('Schweiz').waitFor();
    await page.getByText('19 lands in the data.').waitFor();
    expect(await page.getByLabel('Coloured by').inputValue()).toBe('biome');
    expect(await page.getByRole('button', { name: 'Flat' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await page.getByLabel('Coloured by').selectOption('altitude');
    await page.getByLabel('Language of the names').selectOption('fr');
    await page.locator('.countries').getByText('Suisse').waitFor();
    await page.goBack();
    await page.locator('.countries').getByText('Schweiz').waitFor();
    await page.goBack();
    const chosen = page.locator('#colouring option:checked', { hasText: 'Biome' });
    await chosen.waitFor({ state: 'attached' });
  });

  test('markers are shown, built and cleared with an internal token', async () => {
    const { page } = await stage.open({
      fragment: '#map?view=12/48.8534/2.3488&at=48.8534,2.3488&radius=500&season=900001',
    });
    await page.getByLabel('Show them').check();
    const paris = page.locator('.markers li').filter({ hasText: 'Paris' }).first();
    await paris.getByRole('button', { name: 'Build' }).click();
    await paris.getByText('built, icon 1').waitFor();
    await paris.getByRole('button', { name: 'Clear' }).click();
    await paris.getByRole('button', { name: 'Build' }).waitFor();
  });

  test('what was asked stands beside, as curl to copy', async () => {
    const { page } = await stage.open({ fragment: `#map?${GENEVA}&lang=en` });
    const one = page.locator('.exchanges > li').filter({ hasText: '/locate' });
    await one.getByText('200').waitFor();
    await one.getByText(/ms/).waitFor();
    await one.getByText('curl and JSON').click();
    await one
      .getByText(
        `curl -s -H 'Authorization: Bearer dev-public' '${stage.address}/locate?lat=46.2044&lng=6.1432&lang=en'`,
      )
      .waitFor();
    await one.getByText('"CHE_Geneva"').waitFor();
  });

  test('the page of the data tells what is live', async () => {
    const { page, faults } = await stage.open();
    await page.getByRole('link', { name: 'Data' }).click();
    const cities = page.getByRole('region', { name: 'cities' });
    await cities.getByText('170,009').first().waitFor();
    await cities.getByText('built in').first().waitFor();
    expect(await cities.getByRole('meter').count()).toBe(30);
    expect(page.url()).toContain('#data');
    await page.goBack();
    await page.locator('#map').waitFor();
    expect(faults).toEqual([]);
  });
});

describe('search', () => {
  test.each([
    ['en', 'Münch', 'Munich', 'DEU_Munich'],
    ['ru', 'Токи', 'Токио', 'JPN_Tokyo'],
    ['ja', '東京', '東京', 'JPN_Tokyo'],
    ['fr', 'القاهر', 'Le Caire', 'EGY_Cairo'],
  ])('in %s, %s finds %s', async (language, typed, name, id) => {
    const { page } = await stage.open({ fragment: `#map?lang=${language}` });
    const field = page.getByRole('combobox', { name: /Search/ });
    await field.pressSequentially(typed);
    await page.getByRole('option', { name }).first().waitFor();
    await field.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBe('search-hit-0');
    await field.press('Enter');
    await page.locator('#panel').getByText(id).first().waitFor();
    expect(await field.inputValue()).toContain(name);
    expect(await field.getAttribute('aria-expanded')).toBe('false');
  });

  test('the map goes to a city, and asks about it', async () => {
    const { page } = await stage.open({ hasMap: true, fragment: '#map?lang=en&projection=flat' });
    await waitForMap(page);
    await page.getByRole('combobox', { name: /Search/ }).fill('Nairob');
    await page.getByRole('option', { name: 'Nairobi' }).first().click();
    await page.locator('#panel').getByText('KEN_Nairobi').first().waitFor();
    await page.waitForURL(/view=9\.5\/-1\.2/);
  });

  test('a country is shown whole, also one too small for the map', async () => {
    const { page } = await stage.open({ hasMap: true, fragment: '#map?lang=en' });
    await waitForMap(page);
    const field = page.getByRole('combobox', { name: /Search/ });
    await field.fill('Braz');
    await page.getByRole('option', { name: 'Brazil South America' }).click();
    await page.waitForURL(/view=[23][^/]*\/-1\d/);
    await field.fill('Monac');
    await page.getByRole('option', { name: 'Monaco Europe' }).click();
    await page.waitForURL(/view=[^/]*\/43\.7/);
  });

  test('Escape closes the list, then empties the field', async () => {
    const { page } = await stage.open({ fragment: '#map?lang=en' });
    const field = page.getByRole('combobox', { name: /Search/ });
    await field.fill('par');
    await page.getByRole('option').first().waitFor();
    await field.press('Escape');
    expect(await field.getAttribute('aria-expanded')).toBe('false');
    expect(await field.inputValue()).toBe('par');
    await field.press('Escape');
    expect(await field.inputValue()).toBe('');
    await field.fill('xqxqxq');
    await page.getByText('No name starts with this.').waitFor();
  });

  test('a right-to-left language turns the page, and is remembered', async () => {
    const { page } = await stage.open({ fragment: '#map?at=30.0444,31.2357&lang=en' });
    await page.locator('.countries').getByText('Egypt').waitFor();
    await page.getByLabel('Language of the names').selectOption('ar');
    await page.locator('.countries').getByText('مصر').waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await page.locator('.countries bdi').first().getAttribute('lang')).toBe('ar');
    await page.goto(`${stage.address}/`);
    await page.reload();
    await page.locator('html[dir=rtl]').waitFor();
  });
});
