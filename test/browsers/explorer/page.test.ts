import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually, hold, violations } from '../../pages/browser.js';
import { openRequests, set, useExplorer, waitForMap } from './explorerPage.js';

const stage = useExplorer();

const GENEVA = '#map?at=46.2044,6.1432&lang=en';
const SERVICE = 'Geographic Data Service';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const DESKTOP = { viewport: { width: 1_280, height: 800 } };

const expectTitle = (page: Page, title: string | RegExp): Promise<void> =>
  eventually(async () => {
    expect(await page.title()).toMatch(title);
  });

test('the first visit suggests what to try, and the title says what is shown', async () => {
  const { page, panel, faults } = await stage.open({ fragment: '#map?lang=en' });
  const description = page.locator('meta[name=description], meta[property="og:description"]');
  expect(await description.count()).toBe(2);
  for (const [label, title] of [
    ['Paris, Texas', /^Paris, United States · /],
    ['Where is 0,0?', /^0, 0 · /],
    ['Cairo, land by land', /^.+, Egypt · /],
    ['Three countries', /^Basel, Switzerland · /],
  ] as const) {
    await panel.getByRole('button', { name: label }).click();
    await expectTitle(page, title);
    await page.getByRole('link', { name: SERVICE }).click();
    await panel.getByRole('heading', { name: /^Look up/ }).waitFor();
  }
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await expectTitle(page, `Data · ${SERVICE}`);
  expect(faults).toEqual([]);
});

test('the settings are one menu, also with the keyboard. The interface is never mirrored', async () => {
  const { page } = await stage.open({ fragment: GENEVA });
  const button = page.getByRole('button', { name: 'Settings' });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Settings' });
  await menu.waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.id')).toBe('language');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Settings');
  // It does not cover what Tab leads to.
  await page.keyboard.press('Enter');
  await menu.waitFor();
  const isInside = (): Promise<unknown> =>
    page.evaluate("document.activeElement.closest('#settings') !== null");
  await page.keyboard.press('Tab');
  while (await isInside()) await page.keyboard.press('Tab');
  await menu.waitFor({ state: 'hidden' });
  await set(page, 'Language of the names', 'he');
  const directionOf = (selector: string): Promise<unknown> =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).direction`);
  await eventually(async () => {
    expect(await directionOf('.countries bdi')).toBe('rtl');
  });
  expect(await directionOf('body')).toBe('ltr');
});

test('the focus moves to the answers that replace a pressed button, and a selected land is announced', async () => {
  const { page, panel, search } = await stage.open({ fragment: '#map?lang=en' });
  const focused = (): Promise<unknown> => page.evaluate('document.activeElement.id');
  await panel.getByRole('button', { name: 'Paris, Texas' }).press('Enter');
  await eventually(async () => {
    expect(await focused()).toBe('panel');
  });
  await panel.getByRole('button', { name: 'United States' }).press('Enter');
  await panel.getByRole('heading', { name: 'United States' }).waitFor();
  expect(await focused()).toBe('panel');
  await search.fill('paris');
  await page.getByRole('option').first().waitFor();
  await search.press('Escape');
  await search.press('ArrowDown');
  await page.getByRole('option').first().waitFor();
  await page.goto(`${stage.address}/#map?at=48.8606,2.3376&land=881fb4675bfffff&k=1&lang=en`);
  const heard = page.getByRole('status');
  await heard.getByText(/^Selected land 881fb4675bfffff: France, about \d+ m\.$/).waitFor();
  await page.goto(`${stage.address}/#data`);
  await page.getByText('Names by language').first().waitFor();
  await page.locator('.skip').press('Enter');
  expect(await focused()).toBe('data-page');
});

test('the searches of one typing are one request in the drawer', async () => {
  const { page, search } = await stage.open({ fragment: '#map?lang=en' });
  // A slow page would leave it out, if the next letters came before it was sent.
  const searched = page.waitForResponse((response) => response.url().includes('token=lo&'));
  await search.pressSequentially('lo', { delay: 300 });
  await searched;
  await search.pressSequentially('nd', { delay: 300 });
  await page.getByRole('option', { name: 'London' }).first().waitFor();
  const drawer = page.locator('.drawer');
  await drawer.getByText(/^API requests \(\d+\)$/).waitFor();
  expect(await drawer.locator('.exchanges').isVisible()).toBe(false);
  await openRequests(page);
  const searches = drawer.locator('.exchanges > li').filter({ hasText: 'GET /search' });
  expect(await searches.count()).toBe(1);
  await searches.getByText('token=lond&').first().waitFor();
  await searches.getByText(/\d earlier search/).click();
  await searches.getByText('token=lo&').waitFor();
});

test('a placeholder shows while an answer is awaited, and one banner if none comes', async () => {
  let letGo = (): Promise<void> => Promise.resolve();
  const { page, panel } = await stage.open({
    fragment: GENEVA,
    prepare: async (opened) => {
      letGo = await hold(opened, /locate\?/);
    },
  });
  await panel.locator('.skeleton[aria-busy=true]').first().waitFor();
  await letGo();
  await panel.getByText('CHE_Geneva').first().waitFor();
  expect(await panel.locator('.skeleton').count()).toBe(0);
  await page.route(/locate\?|find/, (route) => route.abort());
  await set(page, 'Language of the names', 'de');
  await page.locator('.notice').getByText('The service does not answer.').waitFor();
  expect(await page.locator('.notice').count()).toBe(1);
  expect(await panel.innerText()).not.toMatch(/does not answer|Loading/);
  await panel.getByText('CHE_Geneva').first().waitFor();
});

test('the data page shows totals, licences, and what is out of date', async () => {
  const { page } = await stage.open({
    fragment: '#data',
    prepare: (opened) =>
      opened.route(/\/data$/, async (route) => {
        const response = await route.fetch();
        const text = await response.text();
        // Regions and lands of the generation of cities before.
        const outdated = text.replace(/(-cities-g)[^"]*"}/g, '$1before"}');
        await route.fulfill({ response, body: outdated });
      }),
  });
  await page.locator('.totals').getByText('170,009').waitFor();
  const lands = page.getByRole('region', { name: 'lands' });
  await lands.getByText('Out of date: the data it was made from has been replaced').waitFor();
  await page.getByRole('region', { name: 'regions' }).getByText('Made from 1 source').click();
  await page.getByText('The cities of this service').first().waitFor();
  // Nothing of what only an operator knows.
  expect(await page.locator('#data-page').innerText()).not.toMatch(/generation|-g\d|reject|npm/i);
  const heights = await page
    .locator('.totals dd')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).offsetHeight));
  expect(heights.length).toBeGreaterThanOrEqual(6);
  expect(new Set(heights).size).toBe(1);
  await lands.getByText('CC BY 4.0, simplified and gridded').waitFor();
});

describe('accessibility', () => {
  test.each([
    ['light', 'desktop', DESKTOP],
    ['dark', 'desktop', DESKTOP],
    ['light', 'phone', PHONE],
    ['dark', 'phone', PHONE],
  ] as const)(
    'axe-core finds nothing in the %s pages on a %s',
    async (colorScheme, size, options) => {
      const hasMap = size === 'desktop' && colorScheme === 'dark';
      const { page, panel } = await stage.open({ colorScheme, hasMap, ...options });
      await panel.getByRole('heading', { name: /^Look up/ }).waitFor();
      if (hasMap) await waitForMap(page);
      expect(await violations(page)).toEqual([]);
      await page.goto(`${stage.address}/${GENEVA}&k=2&markers=1`);
      await panel.getByText('CHE_Geneva').first().waitFor();
      await openRequests(page);
      await page.getByRole('button', { name: 'Settings' }).click();
      expect(await violations(page)).toEqual([]);
      await page.goto(`${stage.address}/#data`);
      await page.locator('.resource summary').first().click();
      expect(await violations(page)).toEqual([]);
    },
  );

  test('what is chosen is seen in forced colours', async () => {
    const { page } = await stage.open({ forcedColors: 'active' });
    await page.getByRole('button', { name: 'Globe' }).waitFor();
    const backgroundOf = (isPressed: boolean): Promise<unknown> =>
      page.evaluate(
        `getComputedStyle(document.querySelector('[aria-pressed=${isPressed}]')).backgroundColor`,
      );
    expect(await backgroundOf(true)).not.toBe(await backgroundOf(false));
  });
});
