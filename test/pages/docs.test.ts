import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { LANGUAGES } from '../../indices/languages.js';
import { eventually, useBrowser, violations } from './browser.js';

const started = useBrowser({ sharesPages: true });

/** One of each kind: a public lookup, an internal one, and a body. */
const ROUTES = ['cities/citiesFindByName', 'places/placesFindByIds', 'locate/locateBatch'];

const faults: string[] = [];

async function load(colorScheme: 'light' | 'dark', width: number): Promise<Page> {
  const loaded = await started.browser.newPage({ colorScheme, viewport: { width, height: 800 } });
  loaded.on('pageerror', ({ message }) => faults.push(message));
  loaded.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  loaded.on('request', (request) => {
    if (!request.url().startsWith(started.address)) faults.push(request.url());
  });
  await loaded.goto(`${started.address}/docs`);
  await loaded.locator('main').getByRole('heading', { level: 2 }).first().waitFor();
  return loaded;
}

/** Tests share it, because loading it takes a second. */
let page: Page;
beforeAll(async () => {
  page = await load('light', 1_280);
  expect(faults).toEqual([]);
});

/** Opens a route, and closes those that are open. */
async function open(route: string, shown = page): Promise<Locator> {
  await closeAll(shown);
  await shown.evaluate(`location.hash = '#/${route}'`);
  const opened = shown.locator('.opblock.is-open');
  await opened.getByRole('button', { name: 'Execute' }).waitFor();
  return opened;
}

async function closeAll(shown: Page): Promise<void> {
  const opened = shown.locator('.opblock.is-open');
  while ((await opened.count()) > 0) {
    await opened.first().locator('.opblock-summary-control').click();
    await shown.evaluate("location.hash = ''");
  }
  // Some buttons are shown while the pointer is near.
  await shown.mouse.move(0, 0);
}

test.each([
  ['light', 1_280, ROUTES],
  ['dark', 390, ROUTES.slice(-1)],
] as const)('in %s at %i px: the routes first, and their first request is 200', async (colorScheme, width, routes) => {
  faults.length = 0;
  const shown = width === 390 ? await load(colorScheme, width) : page;
  await closeAll(shown);
  const names = await shown.locator('main').getByRole('heading', { level: 2 }).allInnerTexts();
  expect(names).toEqual(['Routes', 'Rules for all routes']);
  expect(await violations(shown)).toEqual([]);
  for (const route of routes) {
    // Each alone, because two open ones are two regions without names.
    const opened = await open(route, shown);
    await opened.getByRole('button', { name: 'Execute' }).click();
    await opened.locator('.live-responses-table tbody .response-col_status', { hasText: '200' }).waitFor();
    expect(await opened.locator('.live-responses-table').innerText()).toContain('"data"');
    // The success alone, and the others below it.
    const documented = opened.locator('.responses-table:not(.live-responses-table)');
    expect(await documented.locator('tbody .response-col_status').allInnerTexts()).toEqual(['200']);
    await opened.getByText(/^Other answers: (?:304, )?400, 401, 403/).click();
    await opened.getByText('invalid_request').first().waitFor();
    expect(await violations(shown, '.opblock.is-open')).toEqual([]);
    for (const narrow of [390, width]) {
      await shown.setViewportSize({ width: narrow, height: 800 });
      // Firefox has scroll bars that take width.
      const beyond = '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.documentElement)';
      expect(await shown.evaluate<number>(beyond)).toBe(0);
    }
  }
  expect(faults).toEqual([]);
}); // prettier-ignore

test('below a path of a proxy requests are sent there. The token of a visitor is not shown', async () => {
  const below = `${started.address}/geo/v1`;
  const own = await started.browser.newPage();
  await own.route(`${below}/**`, (route) =>
    route.continue({ url: route.request().url().replace('/geo/v1', '') }),
  );
  await own.goto(`${below}/docs#/cities/citiesFindByName`);
  const field = own.getByLabel('Public token');
  const curl = own.locator('.curl-command');
  const execute = own.getByRole('button', { name: 'Execute' });
  const sent = own.waitForRequest(`${below}/cities/findByName?**`);
  await execute.click();
  await sent;
  await curl.getByText(`-H 'Authorization: Bearer dev-public'`).waitFor();
  expect(await field.getAttribute('type')).toBe('text');
  await field.selectText();
  await own.keyboard.type('geo_secret');
  await own.locator('input[type=password]').waitFor();
  expect(await field.getAttribute('type')).toBe('password');
  await execute.click();
  await curl.getByText(`-H 'Authorization: Bearer YOUR_TOKEN'`).waitFor();
  for (const language of ['JavaScript', 'Python']) {
    await curl.getByLabel(language).check();
    await curl.getByText('"Bearer YOUR_TOKEN"').waitFor();
  }
  expect(await own.locator('body').innerText()).not.toContain('geo_secret');
});

test('shows a program for the request that was sent, and keeps the chosen language', async () => {
  const opened = await open('locate/locateBatch');
  await opened.getByRole('button', { name: 'Execute' }).click();
  const code = opened.locator('.curl-command');
  await code.getByLabel('JavaScript').check();
  const shown = code.getByText(`${started.address}/locate`);
  await shown.waitFor();
  const program = await code.locator('pre').innerText();
  const node = [process.execPath, ['--input-type=module', '--eval', program]] as const;
  const { stdout } = await promisify(execFile)(...node);
  expect(stdout).toContain("status: 'ok'");
  const next = await open('data/getData');
  await next.getByRole('button', { name: 'Execute' }).click();
  await next.locator('.curl-command').getByText('console.log(await response.json());').waitFor();
});

test('a route that is chosen from the list is opened and seen', async () => {
  await closeAll(page);
  const links = page.getByRole('navigation', { name: 'Routes', exact: true }).getByRole('link');
  await links
    .filter({ hasText: 'nearby' })
    .or(links.filter({ hasText: 'findByRadius' }))
    .first()
    .click();
  const route = page.locator('.opblock.is-open');
  await route.waitFor();
  await eventually(async () => {
    const { y = -1 } = (await route.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(400);
  });
});

test('keys skip to the routes, stop at visible things only, and stay at the button that was pressed', async () => {
  const execute = (await open('locate/locate')).getByRole('button', { name: 'Execute' });
  await page.locator('.skip').first().press('Enter');
  await eventually(async () => {
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
  });
  expect(await page.getByRole('button', { name: 'Copy path' }).count()).toBe(0);
  for (let times = 0; times < 2; times += 1) {
    await page.evaluate("document.querySelector('#answered').textContent = ''");
    await execute.press('Enter');
    await page
      .getByRole('status')
      .getByText(/^200, \d+ ms$/)
      .waitFor();
    await eventually(async () => {
      expect(await page.evaluate('document.activeElement.innerText')).toBe('Execute');
    });
  }
});

test('the filter is reached by /, keeps what matches, and says when nothing does', async () => {
  await closeAll(page);
  const shown = page.locator('.opblock-summary-path');
  const all = await shown.count();
  await page.keyboard.press('/');
  await page.keyboard.type('GET nearest');
  const filter = page.getByRole('searchbox', { name: 'Filter the routes' });
  expect(await filter.inputValue()).toBe('GET nearest');
  await page.getByText('No route matches “GET nearest”.').waitFor();
  expect(await shown.count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  // A slash is part of a path.
  await filter.fill('');
  await page.keyboard.type('post /cities/');
  await page.getByText('1 route matches.').waitFor();
  expect(await shown.allInnerTexts()).toEqual(['/cities/findByIds']);
  const links = page.getByRole('navigation', { name: 'Routes' }).locator('li');
  expect(await links.count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await eventually(async () => {
    expect(await shown.count()).toBe(all);
  });
});

test('languages are chosen from a list, and other tags are typed', async () => {
  const opened = await open('countries/countriesFindByName');
  const field = opened.getByLabel('lang', { exact: true });
  // The example of this route.
  expect(await field.inputValue()).toBe('de');
  expect(await field.locator('option').count()).toBe(LANGUAGES.length + 1);
  await field.selectOption('French (fr)');
  const execute = opened.getByRole('button', { name: 'Execute' });
  await execute.click();
  await opened.locator('.live-responses-table').getByText('"France"').waitFor();
  await field.selectOption('Another tag, such as fr-CA …');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('ja_JP');
  expect(await field.inputValue()).toBe('ja_JP');
  const sent = page.waitForRequest(/\/countries\/findByName\?.*lang=ja_JP/);
  await execute.click();
  await sent;
});

test('names the first calls, each of which opens its route', async () => {
  await closeAll(page);
  const links = page.getByRole('navigation', { name: 'Where to begin' }).getByRole('link');
  const targets = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
  expect(targets.length).toBeGreaterThan(3);
  for (const target of targets)
    expect(await page.locator(`#operations-${(target ?? '').slice(2).replace('/', '-')}`).count()).toBe(1); // prettier-ignore
  await links.last().click();
  const [, tag = '', operation = ''] = targets.at(-1)?.split('/') ?? [];
  await page.locator(`#operations-${tag}-${operation}.is-open`).waitFor();
});

test('names the pages and the package of the client', async () => {
  await page.getByText(`npm install ${started.address}/client.tgz`).waitFor();
  await page.getByText(`${started.address}/client.js`).waitFor();
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  const targets = (await links.all()).map((link) => link.getAttribute('href'));
  expect(await Promise.all(targets)).toEqual([
    './#map',
    './#data',
    'docs',
    'widget',
    'docs#client',
  ]);
});
