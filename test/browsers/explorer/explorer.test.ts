import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually, hold, violations } from '../../pages/browser.js';
import { coloursOfMap, findOption, openRequests, set, shareOfGlobe, useExplorer, waitForMap } from './explorerPage.js'; // prettier-ignore

const stage = useExplorer();

const PARIS = '#map?view=11/48.8534/2.3488&at=48.8534,2.3488&k=2&by=biome&markers=1&season=5';
const BRAZIL = /view=[23][^/]*\/-1\d/;

const exchangeOf = (page: Page, path: string): Locator =>
  page.locator('.exchanges > li').filter({ hasText: path });

describe('the map', () => {
  test('at first sight is a large globe, with names by rank, and none beyond the horizon', async () => {
    const { page, faults } = await stage.open({
      hasMap: true,
      viewport: { width: 1_280, height: 800 },
      fragment: '#map?lang=en',
    });
    // The cities come after the countries.
    await page.locator('#map canvas[aria-description*=Berlin]').waitFor();
    await waitForMap(page);
    const names = page.locator('#map canvas');
    await eventually(async () => {
      const shown = (await names.getAttribute('aria-description'))?.split(', ');
      expect(shown).toEqual(
        expect.arrayContaining(['France', 'Algeria', 'Angola', 'Addis Ababa', 'Baghdad', 'Berlin']),
      );
      for (const later of ['Gabon', 'Australia', 'New Zealand', 'Peru'])
        expect(shown).not.toContain(later);
    });
    expect(await shareOfGlobe(page)).toBeCloseTo(0.85, 1.5);
    for (const cities of ['findByCountries', 'findByIds'])
      await exchangeOf(page, `/cities/${cities}`)
        .locator('strong', { hasText: '200' })
        .waitFor({ state: 'attached' });
    await page.setViewportSize({ width: 1_000, height: 900 });
    await eventually(async () => expect(await shareOfGlobe(page)).toBeCloseTo(0.85, 1.5));
    expect(page.url()).not.toContain('view=');
    await page.goto(`${stage.address}/#map?view=5/0/12&lang=en`);
    for (const name of ['Gabon', 'Libreville'])
      await page.locator(`#map canvas[aria-description*=${name}]`).waitFor();
    expect(faults).toEqual([]);
  });

  test('is drawn flat and as a globe, and looks up a click and the middle', async () => {
    const { page, panel, faults } = await stage.open({
      hasMap: true,
      fragment: '#map?view=9/46.2044/6.1432&lang=fr',
    });
    await waitForMap(page);
    expect((await coloursOfMap(page)).length).toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Flat' }).click();
    await waitForMap(page);
    expect((await coloursOfMap(page)).length).toBeGreaterThan(5);
    expect(page.url()).toContain('projection=flat');
    await page.locator('#map canvas').click();
    for (const text of ['CHE · Europe', 'FRA · Europe', 'CHE_Geneva', 'Europe/Zurich'])
      await panel.getByText(text).first().waitFor();
    await panel.locator('dt', { hasText: 'Altitude' }).waitFor();
    await page.getByText('Closest city: Genève').waitFor({ state: 'attached' });
    expect(page.url()).toMatch(/at=46\.20\d*,6\.14\d*/);
    const largest = '/cities/findByCountries?country_ids=CHE,FRA&limit=2000&lang=fr';
    await exchangeOf(page, largest)
      .locator('strong', { hasText: '200' })
      .waitFor({ state: 'attached' });
    await page.goto(`${stage.address}/#map?view=9/35.68/139.76&projection=flat&lang=ja`);
    await waitForMap(page);
    await page.locator('#map canvas').focus();
    await page.keyboard.press('Enter');
    await panel.locator('.countries').getByText('日本').waitFor();
    expect(faults).toEqual([]);
  });

  test('goes to a city and to a country, also one too small to be drawn', async () => {
    const { page, panel, search } = await stage.open({
      hasMap: true,
      fragment: '#map?lang=en&projection=flat',
    });
    await waitForMap(page);
    await (await findOption({ page, search }, 'Braz', 'Brazil Country, South America')).click();
    await page.waitForURL(BRAZIL);
    const choose = async (typed: string, name: string): Promise<void> => {
      await (await findOption({ page, search }, typed, name)).click();
    };
    // A later choice cancels a movement that waits for an answer.
    const letGo = await hold(page, /country_ids=MCO&limit=200/);
    await choose('Monac', 'Monaco Country, Europe');
    await choose('Nairob', 'Nairobi');
    await panel.getByText('KEN_Nairobi').first().waitFor();
    await page.waitForURL(/view=1[01][^/]*\/-1\.2/);
    await letGo();
    await waitForMap(page);
    expect(page.url()).toMatch(/view=1[01][^/]*\/-1\.2/);
    await choose('Monac', 'Monaco Country, Europe');
    await page.waitForURL(/view=[^/]*\/43\.7/);
  });

  test("of an operator's own style stays as it is, and shows what is looked up", async () => {
    const attribution = 'Somebody <b onclick="alert(1)"></b>';
    const corners = [[-20, -20], [20, -20], [20, 0], [-20, 0], [-20, -20]]; // prettier-ignore
    const data = { type: 'Polygon', coordinates: [corners] };
    const style = {
      version: 8,
      // Names that mean something else in the explorer.
      sources: { places: { type: 'geojson', attribution, data } },
      layers: [
        { id: 'sea', type: 'background', paint: { 'background-color': '#102030' } },
        { id: 'ring', type: 'fill', source: 'places', paint: { 'fill-color': '#405060' } },
        { id: 'countries', type: 'line', source: 'places' },
      ],
    };
    const { page, search, faults } = await stage.open({
      hasMap: true,
      fragment: '#map?view=2/0.5/0&at=0.5,0&projection=flat&lang=en',
      settings: {
        developmentTokens: { public: 'dev-public', internal: 'dev-internal' },
        mapStyle: `${stage.address}/style.json`,
      },
      prepare: (opened) => opened.route('**/style.json', (route) => route.fulfill({ json: style })),
    });
    await waitForMap(page);
    // The cells of the first view are of the built-in style.
    await page.getByRole('link', { name: 'Geographic Data Service' }).click();
    await page.getByRole('heading', { name: /^Look up/ }).waitFor();
    expect(await page.locator('#legend').innerText()).toBe('');
    await page.goBack();
    await waitForMap(page);
    const own = ['16,32,48', '64,80,96'];
    expect(await coloursOfMap(page)).toEqual(expect.arrayContaining([...own, '179,38,30']));
    await set(page, 'Theme', 'dark');
    await eventually(async () => {
      expect(await coloursOfMap(page)).toEqual(expect.arrayContaining([...own, '255,138,128']));
    });
    const shown = await page.locator('.maplibregl-ctrl-attrib').innerText();
    expect(shown).toMatch(/^Somebody(?!.*Natural)/);
    expect(await page.locator('[onclick]').count()).toBe(0);
    await (await findOption({ page, search }, 'Braz', 'Brazil Country, South America')).click();
    await page.waitForURL(BRAZIL);
    expect(faults).toEqual([]);
  });
});

describe('lookups', () => {
  test('a link shows the same to someone else. Lands have colours with a legend', async () => {
    const { page } = await stage.open({
      hasMap: true,
      viewport: { width: 1_200, height: 720 },
      fragment: '#map?view=10.6/46.2/6.14&at=46.2044,6.1432&k=2&by=biome&projection=flat&lang=de',
    });
    const countries = page.locator('.countries');
    await countries.getByText('Schweiz').waitFor();
    await page.getByText('19 hexagons loaded.').waitFor();
    const flat = page.getByRole('button', { name: 'Flat' });
    expect(await flat.getAttribute('aria-pressed')).toBe('true');
    const colouring = page.getByLabel('Coloured by');
    expect(await colouring.inputValue()).toBe('biome');
    await colouring.selectOption('country');
    await set(page, 'Language of the names', 'en');
    await countries.getByText('Switzerland').waitFor();
    await page.getByLabel('Rings (k)').fill('10');
    await page.getByText('331 hexagons loaded.').waitFor();
    const legend = page.getByRole('list', { name: 'Legend' });
    for (const name of ['Switzerland', 'France']) await legend.getByText(name).waitFor();
    expect(page.url()).toContain('&k=10&by=country');
    await page.goBack();
    await countries.getByText('Schweiz').waitFor();
    await page.goBack();
    await page.locator('#colouring option:checked', { hasText: 'Biome' }).waitFor({ state: 'attached' }); // prettier-ignore
  });

  test('markers are built and cleared', async () => {
    const { page } = await stage.open({
      fragment: '#map?at=48.8534,2.3488&radius=500&season=900001',
    });
    await page.getByLabel('Show places and game markers').check();
    await page.getByText('Game markers (demo)').click();
    const paris = page.locator('.markers li').filter({ hasText: 'Paris' }).first();
    const clear = paris.getByRole('button', { name: 'Clear' });
    await paris.waitFor();
    // A run that was interrupted may have left it built.
    if (await clear.isVisible()) await clear.click();
    await paris.getByRole('button', { name: 'Build' }).click();
    await paris.getByText('built, icon 1').waitFor();
    await clear.click();
    await paris.getByRole('button', { name: 'Build' }).waitFor();
  });

  test('requests are shown as curl. The data page shows what is live', async () => {
    const { page, faults } = await stage.open({ fragment: '#map?at=46.2044,6.1432&lang=en' });
    await openRequests(page);
    const one = page.locator('.exchanges > li').filter({ hasText: '/locate' });
    await one.getByText('200').waitFor();
    await one.getByText('curl and JSON').click();
    const command = `curl -s -H 'Authorization: Bearer dev-public' '${stage.address}/locate?lat=46.2044&lng=6.1432&lang=en&fields=countries%2Ccity%2Ccity_distance_km%2Ctime_zone'`;
    await one.getByText(command).waitFor();
    await one.getByText('"CHE_Geneva"').waitFor();
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    const cities = page.getByRole('region', { name: 'cities' });
    await cities.getByText('Made from').click();
    await page.locator('.totals').getByText('170,009').waitFor();
    await cities.getByText('built in').first().waitFor();
    await cities.getByText('Names by language').click();
    expect(await cities.getByRole('meter').count()).toBe(30);
    await page.goBack();
    await page.locator('#map').waitFor();
    await page.getByRole('link', { name: 'Widget' }).click();
    await page.getByRole('region', { name: 'Try it' }).getByRole('combobox').first().waitFor();
    expect(faults).toEqual([]);
  });

  test.each([
    ['en', 'Münch', 'Munich', 'DEU_Munich'],
    ['ja', '東京', '東京', 'JPN_Tokyo'],
    ['fr', 'القاهر', 'Le Caire', 'EGY_Cairo'],
    ['en', 'Londn', 'London', 'GBR_London'],
  ])('the search in %s for %s finds %s', async (language, typed, name, id) => {
    const { page, panel, search } = await stage.open({ fragment: `#map?lang=${language}` });
    await search.pressSequentially(typed);
    await page.getByRole('option', { name }).first().waitFor();
    await search.press('ArrowDown');
    expect(await search.getAttribute('aria-activedescendant')).toBe('search-hit-0');
    await search.press('Enter');
    await panel.getByText(id).first().waitFor();
    expect(await search.inputValue()).toContain(name);
    expect(await search.getAttribute('aria-expanded')).toBe('false');
  });

  test('Enter chooses from the results of the text. Escape closes the list, then empties the field', async () => {
    const { page, panel, search } = await stage.open({ fragment: '#map?lang=en' });
    await search.fill('par');
    await page.getByRole('option', { name: 'Paris' }).first().waitFor();
    const letGo = await hold(page, /\/search\?/);
    await search.fill('lond');
    await search.press('Enter');
    expect(await search.inputValue()).toBe('lond');
    await eventually(async () => {
      expect(await page.locator('#search-hits [role=option]').count()).toBe(0);
    });
    expect(page.url()).not.toContain('at=');
    await letGo();
    await panel.getByText('GBR_London').first().waitFor();
    await search.fill('par');
    await page.getByRole('option').first().waitFor();
    await search.press('Escape');
    expect(await search.getAttribute('aria-expanded')).toBe('false');
    expect(await search.inputValue()).toBe('par');
    await search.press('Escape');
    expect(await search.inputValue()).toBe('');
    await search.fill('xqxqxq');
    await page.getByText('Nothing found.').waitFor();
  });
});

test('countries, cities, regions and places are one list, which says what matched', async () => {
  const { page, search } = await stage.open({ fragment: '#map?lang=en' });
  for (const [typed, name] of [
    ['burma', 'Myanmar (Burma) Country, Asia'],
    ['saigon', /^Ho Chi Minh City \(Saigon\) .*Vietnam \d[\d.]* million$/],
    ['paris, tex', 'Paris Texas, United States'],
    ['bayern', 'Bavaria (Bayern) Region, Germany'],
    ['louvre', 'Louvre Museum, Paris, France'],
    ['par', 'Paraguay Country, South America'],
  ] as const) {
    await search.fill(typed);
    await page.getByRole('option', { name }).waitFor();
  }
  await page.getByRole('option', { name: 'Paris Île-de-France, France' }).waitFor();
  // Eight, and the places.
  expect(await page.locator('#search-hits [role=option]').count()).toBeGreaterThanOrEqual(8);
  const searches = page
    .locator('.exchanges > li')
    .filter({ hasText: '/search?token=par&lang=en&limit=8' });
  expect(await searches.count()).toBe(1);
});

test('coordinates, links of maps and the ids of cells are one entry, which looks them up', async () => {
  const { page, panel, search } = await stage.open({ fragment: '#map?lang=en' });
  const link = `https://www.google.com/maps/place/${'x'.repeat(150)}/@48.8,2.3,17z/data=!8m2!3d48.85!4d2.35`;
  for (const [typed, name, at] of [
    ['48.85, 2.35', '48.85, 2.35', '48.85,2.35'],
    [link, '48.85, 2.35', '48.85,2.35'],
    ["33°52'S 151°12'E", '-33.866667, 151.2', '-33.86667,151.2'],
    ['881FB46625FFFFF', '881fb46625fffff', '48.8'],
  ] as const) {
    await search.fill(typed);
    await page.getByRole('option', { name: `${name} Look up here`, exact: true }).waitFor();
    expect(await page.locator('#search-hits [role=option]').count()).toBe(1);
    await search.press('ArrowDown');
    await search.press('Enter');
    await eventually(() => {
      expect(page.url()).toContain(`at=${at}`);
    });
    await panel.getByRole('heading', { name: /France|Australia/ }).first().waitFor();
  }
  await search.fill('88ffffffffffffff'.slice(0, 15));
  await page.getByText('Nothing found.').waitFor();
}); // prettier-ignore

test.each([
  ['6', 'Texas'],
  ['5', 'Île-de-France'],
])('at zoom %s over Dallas, Paris is the one of %s', async (zoom, region) => {
  const { page, search } = await stage.open({ fragment: `#map?view=${zoom}/32.78/-96.8&lang=en` });
  await search.fill('paris');
  await page.getByRole('option').first().waitFor();
  expect(await page.getByRole('option').first().innerText()).toContain(region);
});

describe('accessibility', () => {
  test.each([
    ['light', 'en'],
    ['dark', 'ar'],
  ] as const)('axe-core finds nothing in the %s pages in %s', async (colorScheme, language) => {
    const hasMap = language === 'en';
    const fragment = `${PARIS}&lang=${language}`;
    const { page, search } = await stage.open({ fragment, colorScheme, hasMap });
    if (hasMap) await waitForMap(page);
    await page.getByText('19 hexagons loaded.').waitFor();
    await openRequests(page);
    await page.locator('.exchanges summary').first().click();
    await search.fill('par');
    await page.getByRole('option').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await search.press('Escape');
    await page.goto(`${stage.address}/#data?lang=${language}`);
    await page.getByText('Names by language').first().click();
    await page.getByRole('meter').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('nothing is wider than the screen, and a link skips the map', async () => {
    const { page } = await stage.open({ fragment: `${PARIS}&lang=de` });
    await page.getByText('19 hexagons loaded.').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('panel');
    expect(page.url()).toContain('by=biome');
    const expectNoOverflow = async (): Promise<void> => {
      for (const width of [320, 400, 768]) {
        await page.setViewportSize({ width, height: 640 });
        const root = 'document.documentElement';
        expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)).toBe(0);
      }
    };
    await expectNoOverflow();
    await page.goto(`${stage.address}/#data`);
    await page.getByText('Names by language').first().click();
    await page.getByRole('meter').first().waitFor();
    await expectNoOverflow();
  });

  test('theme and language are remembered, without effect on other tabs', async () => {
    const { page } = await stage.open({ locale: 'en', colorScheme: 'light' });
    const tab = await page.context().newPage();
    await tab.emulateMedia({ colorScheme: 'light' });
    await tab.goto(`${stage.address}/#map?at=30.0444,31.2357`);
    await tab.locator('.countries').getByText('Egypt').waitFor();
    await set(tab, 'Language of the names', 'ar');
    const first = tab.locator('.countries bdi', { hasText: 'مصر' });
    await first.waitFor();
    expect(await first.getAttribute('lang')).toBe('ar');
    await set(page, 'Theme', 'dark');
    const root = page.locator('html[data-theme=dark]');
    await root.waitFor();
    expect(await page.getByLabel('Language of the names').inputValue()).toBe('en');
    const backgroundOf = (shown: typeof tab): Promise<unknown> =>
      shown.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await backgroundOf(tab)).toBe('rgb(255, 255, 255)');
    await tab.goto(`${stage.address}/`);
    await tab.reload();
    await tab.locator('html[data-theme=dark]').waitFor();
    expect(await backgroundOf(tab)).toBe('rgb(18, 26, 33)');
  });
});
