import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type ExplorerStage, startExplorer, waitForMap } from './explorerPage.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FULL =
  '#map?view=11/48.8534/2.3488&at=48.8534,2.3488&k=2&by=biome&markers=1&season=5&projection=flat';

let stage: ExplorerStage;
beforeAll(async () => {
  stage = await startExplorer();
});
afterAll(() => stage.close());

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
  const { page, close } = await stage.open({
    fragment,
    colorScheme,
    hasMap,
  });
  if (hasMap) await waitForMap(page);
  await page.getByText('19 lands in the data.').waitFor();
  await page.locator('.exchanges summary').first().click();
  await page.getByRole('combobox', { name: /Search/ }).fill('par');
  await page.getByRole('option').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await close();
});

test.each(['light', 'dark'] as const)('nor in the %s page of the data', async (colorScheme) => {
  const { page, close } = await stage.open({
    fragment: '#data?lang=en',
    colorScheme,
    hasMap: false,
  });
  await page.getByRole('meter').first().waitFor();
  expect(await violations(page)).toEqual([]);
  await close();
});

test('nor where a token is missing', async () => {
  const { page, close } = await stage.open({ hasMap: false });
  await page.route('**/explorer.json', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await page.locator('.notice').waitFor();
  expect(await violations(page)).toEqual([]);
  await close();
});

test.each([320, 400, 768])('nothing is wider than a screen of %i pixels', async (width) => {
  const viewport = { width, height: 640 };
  const fragment = `${FULL}&lang=de`;
  const { page, close } = await stage.open({
    viewport,
    fragment,
    hasMap: false,
  });
  await page.getByText('19 lands in the data.').waitFor();
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(overflow)).toBe(0);
  await page.goto(`${stage.address}/#data`);
  await page.getByRole('meter').first().waitFor();
  expect(await page.evaluate(overflow)).toBe(0);
  await close();
});

test('a chosen theme wins over that of the system, and is remembered', async () => {
  const { page, close } = await stage.open({
    colorScheme: 'light',
    hasMap: false,
  });
  const background = 'getComputedStyle(document.body).backgroundColor';
  expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)');
  await page.getByLabel('Colours').selectOption('dark');
  expect(await page.evaluate(background)).toBe('rgb(22, 28, 34)');
  await page.reload();
  expect(await page.evaluate(background)).toBe('rgb(22, 28, 34)');
  await close();
});

test('the link past the map leads to the answers, and leaves the address alone', async () => {
  const { page, close } = await stage.open({
    fragment: FULL,
    hasMap: false,
  });
  await page.getByText('19 lands in the data.').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('panel');
  expect(page.url()).toContain('by=biome');
  await close();
});
