import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { eventually } from '../eventually.js';
import { type ExplorerStage, startExplorer, waitForMap } from './explorerPage.js';

const GENEVA = '#map?at=46.2044,6.1432&lang=en';
const TOKYO = '#map?at=35.68,139.76&lang=en';

let stage: ExplorerStage;
beforeAll(async () => {
  stage = await startExplorer();
});
afterAll(() => stage.close());

/** Holds the requests that match, until it is called. */
async function hold(page: Page, matching: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(matching, (route) => {
    held.push(route);
  });
  return async () => {
    await page.unroute(matching);
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  };
}

test('a browser that forbids to keep anything shows the page all the same', async () => {
  const { page, faults, close } = await stage.open({
    fragment: GENEVA,
    hasMap: false,
    script: `for (const kind of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, kind, { get() { throw new DOMException('no', 'SecurityError'); } });`,
  });
  await page.getByText('CHE_Geneva').first().waitFor();
  await page.getByLabel('Language of the names').selectOption('de');
  await page.locator('.countries').getByText('Schweiz').waitFor();
  await page.getByLabel('Colours').selectOption('dark');
  await page.locator('html[data-theme=dark]').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('an answer that never comes is given up, and asked for again', async () => {
  const { page, close } = await stage.open({
    hasMap: false,
    script: `const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = () => timeout(200);`,
  });
  let asked = 0;
  await page.route(/locate\?/, async (route) => {
    asked += 1;
    if (asked > 1) await route.continue();
  });
  await page.goto(`${stage.address}/${GENEVA}`);
  await page.getByText('CHE_Geneva').first().waitFor();
  expect(asked).toBe(2);
  await close();
});

test('the page gets to know the development tokens although the first answer is lost', async () => {
  const { page, close } = await stage.open({ hasMap: false });
  let asked = 0;
  await page.route('**/explorer.json', async (route) => {
    asked += 1;
    if (asked === 1) await route.abort();
    else if (asked === 2) await route.fulfill({ status: 503 });
    else await route.continue();
  });
  await page.goto(`${stage.address}/${GENEVA}`);
  await page.reload();
  await page.getByText('CHE_Geneva').first().waitFor();
  await close();
});

test('what is typed before the page is ready is searched for then', async () => {
  const { page, close } = await stage.open({ hasMap: false });
  const letGo = await hold(page, /explorer\.json/);
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('combobox', { name: /Search/ }).fill('lond');
  await page.waitForTimeout(300);
  await letGo();
  await page.getByRole('option', { name: 'London' }).first().waitFor();
  await close();
});

test('what is at one point is not shown of another one', async () => {
  const { page, close } = await stage.open({ fragment: GENEVA, hasMap: false });
  await page.getByText('CHE_Geneva').first().waitFor();
  const letGo = await hold(page, /findByLocation|locate\?/);
  await page.goto(`${stage.address}/${TOKYO}`);
  await page.getByText('35.68, 139.76').waitFor();
  expect(await page.locator('#panel > section').first().innerText()).not.toMatch(/Gen|Switz/);
  await letGo();
  await page.locator('.countries').getByText('Japan').waitFor();
  await close();
});

test('more rings, or another language, leave what is at the point until they are there', async () => {
  const { page, close } = await stage.open({ fragment: GENEVA, hasMap: false });
  await page.getByText('CHE_Geneva').first().waitFor();
  await page.getByText('1 land in the data.').waitFor();
  const letGo = await hold(page, /findByLocation|locate\?/);
  await page.getByLabel('Rings (k)').fill('2');
  await page.getByText('1 land in the data.').waitFor();
  await letGo();
  await page.getByText('19 lands in the data.').waitFor();
  await close();
});

test('Enter means what is typed, not what an earlier text has found, which does not stay', async () => {
  const { page, close } = await stage.open({ fragment: '#map?lang=en', hasMap: false });
  const field = page.getByRole('combobox', { name: /Search/ });
  await field.fill('par');
  await page.getByRole('option', { name: 'Paris' }).first().waitFor();
  const letGo = await hold(page, /findByName/);
  await field.fill('lond');
  await field.press('Enter');
  expect(await field.inputValue()).toBe('lond');
  await eventually(async () => {
    expect(await page.locator('#search-hits [role=option]').count()).toBe(0);
  });
  expect(page.url()).not.toContain('at=');
  await letGo();
  await page.locator('#panel').getByText('GBR_London').first().waitFor();
  expect(await field.inputValue()).toBe('London');
  await close();
});

test('a search is not said to be tried again by itself', async () => {
  const { page, close } = await stage.open({ fragment: '#map?lang=en', hasMap: false });
  await page.route(/findByName/, (route) => route.abort());
  await page.getByRole('combobox', { name: /Search/ }).fill('par');
  await page.getByText('The service does not answer. Try again.').waitFor();
  await close();
});

test('who has chosen something else meanwhile is not led to what was chosen before', async () => {
  const { page, close } = await stage.open({ fragment: '#map?lang=en&projection=flat' });
  await waitForMap(page);
  const letGo = await hold(page, /findByCountries/);
  const field = page.getByRole('combobox', { name: /Search/ });
  await field.fill('Monac');
  await page.getByRole('option', { name: 'Monaco Europe' }).click();
  await field.fill('Nairob');
  await page.getByRole('option', { name: 'Nairobi' }).first().click();
  await page.waitForURL(/view=9\.5\/-1\.2/);
  await letGo();
  await waitForMap(page);
  expect(page.url()).toMatch(/view=9\.5\/-1\.2/);
  await close();
});

test('a language that is chosen in one tab leaves another one as it is', async () => {
  const { page, close } = await stage.open({ locale: 'en', hasMap: false });
  await page.getByText('None yet.').waitFor({ state: 'detached' });
  const other = await page.context().newPage();
  await other.goto(`${stage.address}/`);
  await other.getByLabel('Language of the names').selectOption('ar');
  await other.locator('html[dir=rtl]').waitFor();
  await page.getByLabel('Colours').selectOption('dark');
  await page.locator('html[data-theme=dark]').waitFor();
  expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
  expect(await page.getByLabel('Language of the names').inputValue()).toBe('en');
  await close();
});
