import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually, isFirefox, violations } from '../../pages/browser.js';
import { besideMiddle, coloursOfMap, findOption, useExplorer, waitForMap } from './explorerPage.js';

const stage = useExplorer();

/** Geneva in the middle of the map, with five rings of hexagons around it. */
const RINGS = '#map?view=11.2/46.2044/6.1432&at=46.2044,6.1432&k=5&projection=flat&lang=en';
const hint = (page: Page) => page.locator('.maplibregl-popup');

test('a country is tinted and described. Its cities lead to their lands, and back', async () => {
  const { page, panel, search, faults } = await stage.open({
    hasMap: true,
    fragment: '#map?view=5/46.8/8.2&projection=flat&lang=de',
  });
  await waitForMap(page);
  const before = new Set(await coloursOfMap(page));
  await (await findOption({ page, search }, 'Schwei', 'Schweiz Country, Europe')).click();
  await page.waitForURL(/country=CHE/);
  const country = panel.getByRole('region', { name: 'Schweiz' });
  for (const text of ['Bern', 'Zürich', 'Europe']) await country.getByText(text).first().waitFor();
  expect(await country.locator('dd').nth(1).innerText()).toMatch(/^\d,\d{3},\d{3}$/);
  expect(await violations(page)).toEqual([]);
  await waitForMap(page);
  expect((await coloursOfMap(page)).some((colour) => !before.has(colour))).toBe(true);
  await country.getByRole('button', { name: 'Zürich' }).click();
  await page.waitForURL(/view=1[01]\.?\d*\/47\.\d*\/8\.\d*&at=47\.3\d*,8\.5\d*&k=5/);
  await page.getByText('91 hexagons loaded.').waitFor();
  await page.goBack();
  await country.getByText('Zürich').first().waitFor();
  expect(faults).toEqual([]);
});

test('a region is fitted into the map, also across ±180°', async () => {
  const { page, search, faults } = await stage.open({
    hasMap: true,
    fragment: '#map?view=5/46.8/8.2&projection=flat&lang=en',
  });
  await waitForMap(page);
  for (const [name, view] of [
    ['California', /view=\d(\.\d+)?\/3\d(\.\d+)?\/-1[12]\d/],
    ['Chukotka', /view=\d(\.\d+)?\/6\d(\.\d+)?\/-?17\d/],
  ] as const) {
    await (await findOption({ page, search }, name, new RegExp(`^${name}.* Region, `))).click();
    await page.waitForURL(view);
  }
  expect(faults).toEqual([]);
});

test('lands have a hint, are selected by a click, and become the centre by two', async () => {
  const { page, panel, faults } = await stage.open({ hasMap: true, fragment: RINGS });
  await page.getByText('91 hexagons loaded.').waitFor();
  await waitForMap(page);
  const legend = page.locator('#legend');
  expect(await legend.innerText()).toMatch(/Altitude\s+3\d\d m\s+[4-9]\d\d m/);
  const [x, y] = await besideMiddle(page, 60, 60);
  await page.mouse.move(x, y);
  const text = await hint(page).innerText();
  expect(text).toMatch(/^88[0-9a-f]{13}\s+[\d,]+ m above sea level\s+\w.*\s+\d+ markers?$/);
  await page.mouse.click(x, y);
  const id = text.slice(0, 15);
  await page.waitForURL(new RegExp(`at=46.2044,6.1432&land=${id}&`));
  await panel.getByRole('heading', { name: `Selected land ${id}` }).waitFor();
  // Two clicks of Playwright are no double click in Firefox.
  if (isFirefox) await page.dispatchEvent('#map canvas', 'dblclick', { clientX: x, clientY: y });
  else await page.mouse.dblclick(x, y);
  await page.waitForURL(/at=46\.(?!2044)\d+,6\.\d+&k=5/);
  expect(page.url()).toContain('view=11.2/');
  await panel.getByRole('heading', { name: `Land ${id}` }).waitFor();
  await page.getByLabel('Coloured by').selectOption('biome');
  await page.getByRole('list', { name: 'Legend' }).getByText('Temperate').first().waitFor();
  expect(faults).toEqual([]);
});

test('a click from afar stays there. A button shows the lands, and keys select one', async () => {
  const { page, panel } = await stage.open({
    hasMap: true,
    // A desert without names.
    fragment: '#map?view=4/-24/124&projection=flat&k=1&lang=en',
  });
  await waitForMap(page);
  await page.locator('#map canvas').click();
  await panel.getByText('7 hexagons loaded.').waitFor();
  expect(page.url()).toContain('view=4/');
  await page.locator('#legend').getByRole('button', { name: 'Show the lands' }).click();
  await page.waitForURL(/view=1[01]/);
  await waitForMap(page);
  await page.getByText(/\d\d hexagons loaded/).waitFor();
  await page.locator('#map canvas').focus();
  await page.keyboard.press('ArrowUp');
  await waitForMap(page);
  await page.keyboard.press('Enter');
  await page.waitForURL(/land=88/);
  await panel.getByRole('button', { name: 'Centre the rings here' }).click();
  await panel.getByRole('heading', { name: /^Land 88/ }).waitFor();
  expect(page.url()).not.toContain('land=');
});

test('places have icons with their names. Terms are explained where they stand', async () => {
  const { page, panel, faults } = await stage.open({
    hasMap: true,
    fragment: '#map?view=13/48.8534/2.3488&at=48.8534,2.3488&k=2&markers=1&projection=flat&lang=en',
  });
  await panel.getByText('Game markers (demo)').click();
  await panel.locator('.markers').waitFor();
  await waitForMap(page);
  await page.mouse.move(...(await besideMiddle(page, 0, -14)));
  await eventually(async () => {
    await page.mouse.move(...(await besideMiddle(page, 0, -15)));
    expect(await hint(page).innerText()).toBe('Paris');
  });
  for (const [name, text] of [
    ['What a land is', 'one hexagon'],
    ['What rings are', 'six lands around the centre'],
    ['What a season is', 'one month of the game'],
  ] as const) {
    await panel.getByLabel(name).focus();
    await page.keyboard.press('Enter');
    await panel.getByText(text).waitFor();
  }
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});
