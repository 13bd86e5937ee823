import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hold, violations } from '../../pages/browser.js';
import { openRequests, set, useExplorer } from './explorerPage.js';

const stage = useExplorer();

const GENEVA = '#map?at=46.2044,6.1432&lang=en';
const TOKYO = '#map?at=35.68,139.76&lang=en';
const LOOKUPS = /findBy|findAll|locate\?|\/search\?/;

const showsGeneva = (page: Page): Promise<void> => page.getByText('CHE_Geneva').first().waitFor();

describe('failures', () => {
  const script = 'HTMLCanvasElement.prototype.getContext = () => null;';
  test.each([
    ['WebGL', { script, hasMap: true }, 'The map needs WebGL 2'],
    ['the script of the map', {}, 'The map could not be loaded. Reload the page'],
  ])('lookups work without %s', async (_, options, message) => {
    const { page } = await stage.open({ fragment: GENEVA, ...options });
    await page.getByText(message).waitFor();
    await showsGeneva(page);
  });

  test('the page asks for a token, sends only valid ones, and stores it in the tab', async () => {
    const settings = { developmentTokens: null };
    const { page, panel } = await stage.open({ fragment: GENEVA, settings });
    const notice = page.locator('.notice');
    await notice.getByText('A token is required.').waitFor();
    expect(await violations(page)).toEqual([]);
    const enter = notice.getByRole('button', { name: 'Enter a token' });
    await enter.click();
    expect(await page.evaluate('document.activeElement.id')).toBe('token');
    expect(await violations(page)).toEqual([]);
    const field = page.getByLabel('Access token');
    const use = async (token: string): Promise<void> => {
      await field.fill(token);
      await page.getByRole('button', { name: 'Use' }).click();
    };
    for (const token of ['“dev-public”', 'dev\u200bpublic', 'dev public']) {
      await use(token);
      const isInvalid = "document.querySelector('#token').validity.patternMismatch";
      expect(await page.evaluate(isInvalid)).toBe(true);
    }
    await use('wrong');
    await notice.getByText('A valid access token is needed').waitFor();
    await notice.getByText('Enter another token.').waitFor();
    await openRequests(page);
    await page.locator('.exchanges').getByText('401').first().waitFor();
    await enter.click();
    await use(' dev-public ');
    await showsGeneva(page);
    await page.getByText('In use: your own.').waitFor({ state: 'attached' });
    await page.locator('.exchanges summary').first().click();
    await page.getByText('"Authorization: Bearer $TOKEN"').first().waitFor({ state: 'attached' });
    expect(await panel.innerText()).not.toContain('dev-public');
    expect(page.url()).not.toContain('dev-public');
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('dev-public');
    await page.getByLabel('Show places and game markers').check();
    await notice.getByText('need a token with the scope').waitFor();
    await page.reload();
    await showsGeneva(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Forget' }).click();
    await notice.getByText('A token is required.').waitFor();
  });

  test('a service that does not answer is asked again. A search is not', async () => {
    const { page, search } = await stage.open({
      fragment: GENEVA,
      prepare: (opened) => opened.route(LOOKUPS, (route) => route.abort()),
    });
    const notice = page.locator('.notice');
    await notice.getByText('The service does not answer.').waitFor();
    await search.fill('par');
    await page.getByText('The service does not answer. Try again.').waitFor();
    await page.unroute(LOOKUPS);
    await showsGeneva(page);
    await notice.waitFor({ state: 'detached' });
  });

  test('a retry waits as long as the service says', async () => {
    let sent = 0;
    const { page } = await stage.open({
      fragment: GENEVA,
      prepare: async (opened) => {
        await opened.clock.install();
        await opened.route(/locate\?/, async (route) => {
          sent += 1;
          if (sent > 1) return route.continue();
          const error = { code: 'rate_limited', message: 'Too many.' };
          const headers = { 'Retry-After': '60' };
          return route.fulfill({ status: 429, headers, json: { status: 'error', error } });
        });
      },
    });
    await page.locator('.notice').getByText('Too many.').waitFor();
    await page.clock.fastForward(55_000);
    expect(sent).toBe(1);
    await page.clock.fastForward(6_000);
    await showsGeneva(page);
    expect(sent).toBe(2);
  });

  test('a lost answer is requested again, also of the settings', async () => {
    const sent = { settings: 0, lookups: 0 };
    const { page } = await stage.open({
      fragment: GENEVA,
      script: `const timeout = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = () => timeout(500);`,
      prepare: async (opened) => {
        await opened.route('**/explorer.json', (route) => {
          sent.settings += 1;
          if (sent.settings === 1) return route.abort();
          return sent.settings === 2 ? route.fulfill({ status: 503 }) : route.continue();
        });
        await opened.route(/locate\?/, async (route) => {
          sent.lookups += 1;
          if (sent.lookups > 1) await route.continue();
        });
      },
    });
    await showsGeneva(page);
    expect(sent).toEqual({ settings: 3, lookups: 2 });
  });

  test('a browser without storage shows the page', async () => {
    const { page, faults } = await stage.open({
      fragment: GENEVA,
      script: `for (const kind of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, kind, { get() { throw new DOMException('no', 'SecurityError'); } });`,
    });
    await showsGeneva(page);
    await set(page, 'Language of the names', 'de');
    await page.locator('.countries').getByText('Schweiz').waitFor();
    await set(page, 'Theme', 'dark');
    await page.locator('html[data-theme=dark]').waitFor();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Access token').fill('dev-public');
    await page.getByRole('button', { name: 'Use' }).click();
    await page.getByText('In use: your own.').waitFor({ state: 'attached' });
    expect(faults).toEqual([]);
  });
});

describe('slow answers', () => {
  test('a text that is typed before the page is ready is searched', async () => {
    const { page, search } = await stage.open();
    const letGo = await hold(page, /explorer\.json/);
    await page.reload({ waitUntil: 'commit' });
    await search.fill('lond');
    await letGo();
    await page.getByRole('option', { name: 'London' }).first().waitFor();
  });

  test('answers stay while more of the same place is looked up, and not for another place', async () => {
    const { page, panel } = await stage.open({ fragment: GENEVA });
    await showsGeneva(page);
    await page.getByText('1 hexagon loaded.').waitFor();
    let letGo = await hold(page, /findByLocation|locate\?/);
    await page.getByLabel('Rings (k)').fill('2');
    await page.getByText('Rings (k): 2').waitFor();
    await page.getByText('1 hexagon loaded.').waitFor();
    await letGo();
    await page.getByText('19 hexagons loaded.').waitFor();
    letGo = await hold(page, /findByLocation|locate\?/);
    await page.goto(`${stage.address}/${TOKYO}`);
    await page.getByText('35.68, 139.76').first().waitFor();
    expect(await panel.locator('section').first().innerText()).not.toMatch(/Gen|Switz/);
    await letGo();
    await page.locator('.countries').getByText('Japan').waitFor();
  });
});

test('texts of answers, of the data report and of failures are shown as text', async () => {
  const HOSTILE = `'"><img src=x onerror="alert(1)"><script>alert(2)</script><style>*{display:none}</style>`;

  /** Makes every text of the answers hostile, except those of some members. */
  const spoil = (page: Page, path: RegExp, ...kept: string[]): Promise<unknown> =>
    page.route(path, async (route) => {
      const body = await (await route.fetch()).text();
      const spoilt: unknown = JSON.parse(body, (name, value: unknown) =>
        typeof value === 'string' && !['status', ...kept].includes(name) ? HOSTILE : value,
      );
      await route.fulfill({ json: spoilt });
    });

  const { page, panel, search, faults } = await stage.open({
    fragment: '#map?at=48.8534,2.3488&k=1&markers=1&lang=en',
    prepare: async (opened) => {
      await spoil(opened, /\/(?:countries|cities|places|markers)\/find|\/data$/);
      await spoil(opened, /\/lands\/find/, 'id');
      await spoil(opened, /\/search\?/, 'type');
    },
  });
  const build = page.getByRole('button', { name: /^Build / });
  await page.getByText('Game markers (demo)').click();
  await build.first().waitFor();
  await search.fill('par');
  await page.getByText(/^\d+ found$/).waitFor({ state: 'attached' });
  await openRequests(page);
  for (const summary of await page.locator('.exchanges summary').all()) await summary.click();
  expect(await panel.innerText()).toContain(HOSTILE);
  const expectText = async (): Promise<void> => {
    expect(await page.locator('img:not(.brand img), body script, body style').count()).toBe(0);
    expect(faults).toEqual([]);
  };
  await expectText();
  await page.goto(`${stage.address}/#data?lang=en`);
  await page.locator('#data-page section').first().waitFor();
  expect(await page.locator('#data-page').innerText()).toContain(HOSTILE);
  await expectText();
  const error = { code: 'invalid_request', message: HOSTILE };
  await page.route(/find/, (route) =>
    route.fulfill({ status: 400, json: { status: 'error', error } }),
  );
  await page.goto(`${stage.address}/${GENEVA}`);
  await page.locator('.notice').getByText('<img').waitFor();
  await expectText();
});
