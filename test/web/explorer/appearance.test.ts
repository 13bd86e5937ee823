import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContextOptions, type Page } from 'playwright-core';
import { eventually } from '../eventually.js';
import { type ExplorerStage, coloursOfMap, startExplorer, waitForMap } from './explorerPage.js';

let stage: ExplorerStage;
beforeAll(async () => {
  stage = await startExplorer();
});
afterEach(() => stage.closePages());
afterAll(() => stage.close());

describe('accessibility and themes', () => {
  const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

  const FULL =
    '#map?view=11/48.8534/2.3488&at=48.8534,2.3488&k=2&by=biome&markers=1&season=5&projection=flat';

  /** Returns what axe-core has against the page: the rule, and where. */
  function violations(page: Page): Promise<string[]> {
    // The content security policy does not hold for what the browser itself evaluates.
    return page.evaluate<string[]>(`${AXE};
    axe.run().then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`);
  }

  test.each([
    ['light', 'en'],
    ['dark', 'en'],
    ['light', 'ar'],
  ] as const)('axe-core finds nothing in the %s map in %s', async (colorScheme, language) => {
    const fragment = `${FULL}&lang=${language}`;
    const hasMap = language === 'en';
    const { page } = await stage.open({ fragment, colorScheme, hasMap });
    if (hasMap) await waitForMap(page);
    await page.getByText('19 lands in the data.').waitFor();
    await page.locator('.exchanges summary').first().click();
    await page.getByRole('combobox', { name: /Search/ }).fill('par');
    await page.getByRole('option').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('nor in the %s page of the data', async (colorScheme) => {
    const { page } = await stage.open({ fragment: '#data?lang=en', colorScheme });
    await page.getByRole('meter').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('nor where a token is missing', async () => {
    const { page } = await stage.open();
    await page.route('**/explorer.json', (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await page.locator('.notice').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test.each([320, 400, 768])('nothing is wider than a screen of %i pixels', async (width) => {
    const viewport = { width, height: 640 };
    const fragment = `${FULL}&lang=de`;
    const { page } = await stage.open({ viewport, fragment });
    await page.getByText('19 lands in the data.').waitFor();
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    await page.goto(`${stage.address}/#data`);
    await page.getByRole('meter').first().waitFor();
    expect(await page.evaluate(overflow)).toBe(0);
  });

  test('a chosen theme wins over that of the system, and is remembered', async () => {
    const { page } = await stage.open({ colorScheme: 'light' });
    const background = 'getComputedStyle(document.body).backgroundColor';
    expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)');
    await page.getByLabel('Colours').selectOption('dark');
    expect(await page.evaluate(background)).toBe('rgb(22, 28, 34)');
    await page.reload();
    expect(await page.evaluate(background)).toBe('rgb(22, 28, 34)');
  });

  test('the link past the map leads to the answers, and leaves the address alone', async () => {
    const { page } = await stage.open({ fragment: FULL });
    await page.getByText('19 lands in the data.').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('panel');
    expect(page.url()).toContain('by=biome');
  });
});

describe('a style of the operator', () => {
  /** As an operator may have it, with names that mean something else in the explorer. */
  const STYLE = {
    version: 8,
    sources: {
      places: {
        type: 'geojson',
        attribution: 'Somebody',
        data: {
          type: 'Polygon',
          coordinates: [[[-20, -20], [20, -20], [20, 0], [-20, 0], [-20, -20]]], // prettier-ignore
        },
      },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': '#102030' } },
      { id: 'ring', type: 'fill', source: 'places', paint: { 'fill-color': '#405060' } },
      { id: 'countries', type: 'line', source: 'places' },
    ],
  };

  test("the operator's own map stays as it is, and shows what is asked", async () => {
    const { page, faults } = await stage.open({ hasMap: true });
    await page.route('**/explorer.json', (route) =>
      route.fulfill({
        json: {
          developmentTokens: { public: 'dev-public', internal: 'dev-internal' },
          mapStyle: `${stage.address}/style.json`,
          version: '',
        },
      }),
    );
    await page.route('**/style.json', (route) => route.fulfill({ json: STYLE }));
    await page.goto(`${stage.address}/#map?view=2/0.5/0&at=0.5,0&projection=flat&lang=en`);
    await page.reload();
    await waitForMap(page);
    const [sea, land, point] = ['16,32,48', '64,80,96', '179,38,30'];
    expect(await coloursOfMap(page)).toEqual(expect.arrayContaining([sea, land, point]));
    await page.getByLabel('Colours').selectOption('dark');
    await eventually(async () => {
      expect(await coloursOfMap(page)).toEqual(expect.arrayContaining([sea, land, '255,138,128']));
    });
    expect(await page.locator('.maplibregl-ctrl-attrib').innerText()).toMatch(
      /^Somebody(?!.*Natural)/,
    );
    await page.getByRole('combobox', { name: /Search/ }).fill('Braz');
    await page.getByRole('option', { name: 'Brazil South America' }).click();
    await page.waitForURL(/view=[23][^/]*\/-1\d/);
    expect(faults).toEqual([]);
  });
});

describe('pictures of the documentation', () => {
  const FOLDER = 'docs/pictures';

  const MAX_BYTES = 240_000;

  const GENEVA = 'at=46.2044,6.1432';

  interface View extends BrowserContextOptions {
    readonly fragment: string;
    readonly ready: (page: Page) => Promise<void>;
  }

  const views: Record<string, View> = {
    'explorer-lands': {
      fragment: `#map?view=10.6/46.2/6.14&${GENEVA}&k=10&by=country&projection=flat&lang=en`,
      ready: (page) => page.getByText('331 lands in the data.').waitFor(),
    },
    'explorer-globe-dark': {
      fragment: `#map?view=2.2/30/15&at=30.0626,31.2497&lang=ar`,
      colorScheme: 'dark',
      viewport: { width: 1_000, height: 600 },
      ready: (page) => page.getByText('EGY_Cairo').first().waitFor(),
    },
    'explorer-phone': {
      fragment: `#map?view=9.4/46.2/6.14&${GENEVA}&k=5&by=country&projection=flat&lang=fr`,
      viewport: { width: 390, height: 780 },
      ready: (page) => page.getByText('CHE_Geneva').first().waitFor(),
    },
    'explorer-data': {
      fragment: '#data?lang=en',
      // Without the names of languages: a bare system lacks the letters of some.
      viewport: { width: 1_200, height: 580 },
      ready: (page) => page.getByRole('meter').first().waitFor(),
    },
  };

  /** With UPDATE_PICTURES=true they are written for the documentation. */
  test.each(Object.entries(views))('%s is a small picture', async (name, view) => {
    const { fragment, ready, ...options } = view;
    const { page } = await stage.open({
      hasMap: true,
      viewport: { width: 1_200, height: 720 },
      ...options,
      fragment,
    });
    await ready(page);
    if (fragment.startsWith('#map')) await waitForMap(page);
    const picture = await page.screenshot();
    expect(picture.length).toBeLessThan(MAX_BYTES);
    if (process.env.UPDATE_PICTURES === 'true') {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(`${FOLDER}/${name}.png`, picture);
    }
  });
});
