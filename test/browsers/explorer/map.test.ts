import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../pages/browser.js';
import { coloursOfMap, useExplorer, waitForMap } from './explorerPage.js';

const stage = useExplorer();

const canvasWith = (page: Page, name: string) =>
  page.locator(`#map canvas[aria-description*="${name}"]`);

const WORLD_PIXELS = 512;
const mercator = (latitude: number): number =>
  Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / Math.PI;

/** Returns the pixel of the page at a place of the flat map. */
async function pixelOf(
  page: Page,
  view: { zoom: number; latitude: number; longitude: number },
  [latitude, longitude]: readonly [number, number],
): Promise<[number, number]> {
  const box = await page.locator('#map').boundingBox();
  if (box === null) throw new Error('The map is not shown.');
  const world = WORLD_PIXELS * 2 ** view.zoom;
  const x = ((longitude - view.longitude) / 360) * world;
  const y = ((mercator(view.latitude) - mercator(latitude)) / 2) * world;
  return [box.x + box.width / 2 + x, box.y + box.height / 2 + y];
}

test('a city, or the name of a country, is opened by a click on it', async () => {
  const { page, panel, faults } = await stage.open({
    hasMap: true,
    fragment: '#map?view=6.4/43.8/10&projection=flat&lang=en',
  });
  await canvasWith(page, 'Florence').waitFor();
  const italy = { zoom: 6.4, latitude: 43.8, longitude: 10 };
  const [x, y] = await pixelOf(page, italy, [43.77925, 11.24626]);
  const hint = page.locator('.maplibregl-popup');
  await eventually(async () => {
    await page.mouse.move(x + 4, y);
    await page.mouse.move(x + 5, y);
    expect(await hint.innerText({ timeout: 1_000 })).toMatch(/^Florence\n[\d,]+ inhabitants$/);
  });
  const cursor = "getComputedStyle(document.querySelector('#map canvas')).cursor";
  expect(await page.evaluate(cursor)).toBe('pointer');
  await page.mouse.click(x + 5, y);
  await panel.getByRole('heading', { name: 'Florence, Italy' }).waitFor();
  expect(page.url()).toContain('at=43.77925,11.24626');
  // At sea there is nothing to open.
  await page.mouse.move(...(await pixelOf(page, italy, [43.3, 8.6])));
  await hint.waitFor({ state: 'detached' });
  expect(await page.evaluate(cursor)).toBe('crosshair');

  await page.goto(`${stage.address}/#map?view=4/28/3&projection=flat&lang=en`);
  await canvasWith(page, 'Algeria').waitFor();
  await waitForMap(page);
  const algeria = { zoom: 4, latitude: 28, longitude: 3 };
  const [left, top] = await pixelOf(page, algeria, [27.36, 2.82]);
  await eventually(async () => {
    await page.mouse.move(left + 1, top);
    await page.mouse.move(left, top);
    expect(await hint.innerText({ timeout: 1_000 })).toMatch(/^Algeria\n/);
  });
  await page.mouse.click(left, top);
  await page.waitForURL(/country=DZA/);
  await panel.getByRole('heading', { name: 'Algeria' }).waitFor();
  expect(faults).toEqual([]);
});

test('a point far from cities is named by its country', async () => {
  const { page, panel } = await stage.open({ fragment: '#map?at=25.5,0&lang=en' });
  await panel.getByRole('heading', { name: /^Algeria, 136 km from Reggane$/ }).waitFor();
  expect(await page.title()).toMatch(/^Algeria, 136 km from Reggane · /);
});

test.each([
  ['6.4/43.8/10', 'en', ['Rome']],
  ['6/46.9/8', 'en', ['Bern']],
  ['4.2/30/30', 'en', ['Riyadh', 'Baghdad', 'Cairo']],
  ['4.2/30/30', 'ar', ['الرياض', 'بغداد', 'القاهرة']],
  ['5/-18/178', 'en', ['Suva']],
])('capitals have their names at %s in %s', async (view, language, capitals) => {
  const { page } = await stage.open({
    hasMap: true,
    viewport: { width: 1_280, height: 800 },
    fragment: `#map?view=${view}&lang=${language}`,
  });
  for (const name of capitals) await canvasWith(page, name).waitFor();
});

test('no name of a city reaches beyond the edge of the globe', async () => {
  const { page } = await stage.open({
    hasMap: true,
    viewport: { width: 1_280, height: 800 },
    fragment: '#map?view=2.2/20/100&lang=en',
  });
  await canvasWith(page, 'Bangkok').waitFor();
  // The capitals come last.
  const capitals = page.locator('.exchanges > li').filter({ hasText: '/cities/findByIds' });
  await capitals.locator('strong', { hasText: '200' }).waitFor({ state: 'attached' });
  await waitForMap(page);
  const names = await page.locator('#map canvas').getAttribute('aria-description');
  for (const beyond of ['Antananarivo', 'Dar es Salaam', 'Bucharest', 'Moscow'])
    expect(names).not.toContain(beyond);
});

test('the first view has hexagons of altitudes with a legend, which fade as the map comes closer', async () => {
  const { page } = await stage.open({ hasMap: true, fragment: '#map?lang=en' });
  const legend = page.getByText('Mean altitude of H3 cells');
  await legend.waitFor();
  await waitForMap(page);
  /** Returns how many colours of the map are more green than red and blue, as high cells are. */
  const countGreens = async (): Promise<number> => {
    const colours = (await coloursOfMap(page)).map((colour) => colour.split(',').map(Number));
    return colours.filter(([red = 0, green = 0, blue = 0]) => green > red + 40 && green > blue + 10)
      .length;
  };
  await eventually(async () => expect(await countGreens()).toBeGreaterThan(5));
  await page.goto(`${stage.address}/#map?view=5/46/10&lang=en`);
  await canvasWith(page, 'Milan').waitFor();
  await waitForMap(page);
  expect(await legend.count()).toBe(0);
  await eventually(async () => expect(await countGreens()).toBeLessThan(3));
});

/** In bytes. */
const MOST_OF_FIRST_VIEW = 440_000;

test('the first view is light', async () => {
  const sizes = new Map<string, number>();
  let unfinished = 0;
  const { page } = await stage.open({
    hasMap: true,
    viewport: { width: 1_280, height: 800 },
    fragment: '#map?lang=en',
    prepare: async (opened) => {
      opened.on('request', () => (unfinished += 1));
      opened.on('requestfailed', () => (unfinished -= 1));
      opened.on('requestfinished', (request) => {
        void request.sizes().then(({ responseBodySize }) => {
          sizes.set(request.url(), responseBodySize);
          unfinished -= 1;
        });
      });
      await Promise.resolve();
    },
  });
  await canvasWith(page, 'Cairo').waitFor();
  await waitForMap(page);
  await eventually(() => {
    expect(unfinished).toBe(0);
    const urls = [...sizes.keys()].join(' ');
    for (const part of ['mapWorker', 'relief', 'hexagons', 'findAll', '.pbf'])
      expect(urls).toContain(part);
  });
  const sum = [...sizes.values()].reduce((total, size) => total + size, 0);
  expect(sum).toBeLessThan(MOST_OF_FIRST_VIEW);
});
