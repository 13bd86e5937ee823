import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type ExplorerStage, startExplorer } from './explorerPage.js';

const FRAGMENT = '#map?at=46.2044,6.1432&lang=en';
const LOOKUPS = /findBy|findAll|locate\?/;

let stage: ExplorerStage;
beforeAll(async () => {
  stage = await startExplorer();
});
afterAll(() => stage.close());

/** Lets the page know of no development tokens. */
async function withoutDevelopmentTokens(page: Page): Promise<void> {
  await page.route('**/explorer.json', (route) =>
    route.fulfill({ json: { developmentTokens: null, mapStyle: null, version: '' } }),
  );
  await page.reload();
}

const NO_WEBGL = 'HTMLCanvasElement.prototype.getContext = () => null;';

test.each([
  ['without WebGL', { script: NO_WEBGL }, 'The map cannot be shown: it needs WebGL 2.'],
  ['without its script', { hasMap: false }, 'The map could not be loaded: reload the page'],
])('%s all but the map is there', async (_, options, told) => {
  const { page, close } = await stage.open({ fragment: FRAGMENT, ...options });
  await page.getByText(told).waitFor();
  await page.getByText('CHE_Geneva').first().waitFor();
  await close();
});

test('without a token the page asks for one, and keeps it in the tab', async () => {
  const { page, close } = await stage.open({
    fragment: FRAGMENT,
    hasMap: false,
  });
  await withoutDevelopmentTokens(page);
  await page.locator('.notice').getByText('A token is needed.').waitFor();
  await page.getByLabel('Access token').fill('dev-public');
  await page.getByRole('button', { name: 'Use' }).click();
  await page.getByText('CHE_Geneva').first().waitFor();
  await page.locator('.exchanges summary').first().click();
  await page.getByText('"Authorization: Bearer $TOKEN"').first().waitFor({ state: 'attached' });
  expect(await page.locator('#panel').innerText()).not.toContain('dev-public');
  expect(page.url()).not.toContain('dev-public');
  expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('dev-public');
  await page.reload();
  await page.getByText('CHE_Geneva').first().waitFor();
  await close();
});

test('an unknown token is told of, with what to do', async () => {
  const { page, close } = await stage.open({
    fragment: FRAGMENT,
    hasMap: false,
  });
  await withoutDevelopmentTokens(page);
  await page.getByLabel('Access token').fill('wrong');
  await page.getByRole('button', { name: 'Use' }).click();
  await page.locator('.notice').getByText('A valid access token is needed').waitFor();
  await page.locator('.notice').getByText('Enter another token above.').waitFor();
  await page.locator('.exchanges').getByText('401').first().waitFor();
  await close();
});

test('a public token does not open the markers, and the page says which does', async () => {
  const { page, close } = await stage.open({
    fragment: FRAGMENT,
    hasMap: false,
  });
  await withoutDevelopmentTokens(page);
  await page.getByLabel('Access token').fill('dev-public');
  await page.getByRole('button', { name: 'Use' }).click();
  await page.getByLabel('Show them').check();
  await page.locator('.notice').getByText('need a token of the internal scope').waitFor();
  await close();
});

test('a service that is away is told of, and its return is noticed', async () => {
  const { page, close } = await stage.open({ hasMap: false });
  await page.route(LOOKUPS, (route) => route.abort());
  await page.goto(`${stage.address}/${FRAGMENT}`);
  await page.reload();
  await page.locator('.notice').getByText('The service does not answer.').waitFor();
  await page.unroute(LOOKUPS);
  await page.getByText('CHE_Geneva').first().waitFor();
  await page.locator('.notice').waitFor({ state: 'detached' });
  await close();
});

test('an overloaded service is asked again after the time that it says', async () => {
  const { page, close } = await stage.open({ hasMap: false });
  const asked: number[] = [];
  await page.route(/locate\?/, async (route) => {
    asked.push(Date.now());
    if (asked.length > 1) await route.continue();
    else {
      const error = { code: 'rate_limited', message: 'Too many.', request_id: 'x' };
      await route.fulfill({
        status: 429,
        headers: { 'Retry-After': '2' },
        json: { status: 'error', error },
      });
    }
  });
  await page.goto(`${stage.address}/${FRAGMENT}`);
  await page.getByText('CHE_Geneva').first().waitFor();
  const [first = 0, second = 0] = asked;
  expect(second - first).toBeGreaterThanOrEqual(1_900);
  await close();
});

test('a late answer about another point is not shown', async () => {
  const { page, close } = await stage.open({ hasMap: false });
  await page.route(/locate\?.*lat=46/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${stage.address}/${FRAGMENT}`);
  await page.goto(`${stage.address}/#map?at=35.68,139.76&lang=en`);
  await page.locator('.countries').getByText('Japan').waitFor();
  await page.waitForTimeout(1_000);
  expect(await page.locator('.countries').innerText()).not.toContain('Switzerland');
  await close();
});
