import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { LANGUAGES } from '../../indices/languages.js';
import { eventually, useBrowser, violations } from './browser.js';

const started = useBrowser();

/** One of each kind: a public lookup, an internal one, and a body. */
const ROUTES = ['cities/citiesFindByName', 'places/placesFindByIds', 'locate/locateBatch'];

test.each([
  ['light', 1_280],
  ['dark', 390],
] as const)('in %s at %i px: the routes first, and their first request is 200', async (colorScheme, width) => {
  const page = await started.browser.newPage({ colorScheme, viewport: { width, height: 800 } });
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(started.address)) faults.push(request.url());
  });
  await page.goto(`${started.address}/docs`);
  const headings = page.locator('main').getByRole('heading', { level: 2 });
  await headings.first().waitFor();
  const names = await headings.allInnerTexts();
  expect(names).toEqual(['Routes', 'Rules for all routes']);
  expect(await violations(page)).toEqual([]);
  for (const route of ROUTES) {
    // Each alone, because two open ones are two regions without names.
    await page.goto(`${started.address}/docs?${route}#/${route}`);
    const opened = page.locator('.opblock.is-open');
    await opened.getByRole('button', { name: 'Execute' }).click();
    await opened.locator('.live-responses-table tbody .response-col_status', { hasText: '200' }).waitFor();
    expect(await opened.locator('.live-responses-table').innerText()).toContain('"data"');
    // The success alone, and the others below it.
    const documented = opened.locator('.responses-table:not(.live-responses-table)');
    expect(await documented.locator('tbody .response-col_status').allInnerTexts()).toEqual(['200']);
    await opened.getByText(/^Other answers: (?:304, )?400, 401, 403/).click();
    await opened.getByText('invalid_request').first().waitFor();
    expect(await violations(page)).toEqual([]);
    // Firefox has scroll bars that take width.
    const beyond = '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.documentElement)';
    expect(await page.evaluate<number>(beyond)).toBe(0);
  }
  expect(faults).toEqual([]);
}); // prettier-ignore

test('does not show the token of a visitor', async () => {
  const page = await started.browser.newPage();
  await page.goto(`${started.address}/docs#/cities/citiesFindByName`);
  const field = page.getByLabel('Public token');
  const curl = page.locator('.curl-command');
  const execute = page.getByRole('button', { name: 'Execute' });
  await execute.click();
  await curl.getByText(`-H 'Authorization: Bearer dev-public'`).waitFor();
  expect(await field.getAttribute('type')).toBe('text');
  await field.selectText();
  await page.keyboard.type('geo_secret');
  expect(await field.getAttribute('type')).toBe('password');
  await execute.click();
  await curl.getByText(`-H 'Authorization: Bearer YOUR_TOKEN'`).waitFor();
  for (const language of ['JavaScript', 'Python']) {
    await curl.getByLabel(language).check();
    await curl.getByText('"Bearer YOUR_TOKEN"').waitFor();
  }
  expect(await page.locator('body').innerText()).not.toContain('geo_secret');
});

test('shows a program for the request that was sent, and keeps the chosen language', async () => {
  const page = await started.browser.newPage();
  await page.goto(`${started.address}/docs#/locate/locateBatch`);
  const code = page.locator('.is-open .curl-command');
  const execute = page.locator('.is-open').getByRole('button', { name: 'Execute' });
  await execute.click();
  await code.getByLabel('JavaScript').check();
  const program = await code.locator('pre').innerText();
  expect(program).toContain(`${started.address}/locate`);
  const node = [process.execPath, ['--input-type=module', '--eval', program]] as const;
  const { stdout } = await promisify(execFile)(...node);
  expect(stdout).toContain("status: 'ok'");
  await page.evaluate("location.hash = '#/data/getData'");
  await page.locator('#operations-data-getData').getByRole('button', { name: 'Execute' }).click();
  const next = page.locator('#operations-data-getData .curl-command');
  await next.getByText('console.log(await response.json());').waitFor();
});

test('a route that is chosen from the list is opened and seen', async () => {
  const page = await started.browser.newPage();
  await page.goto(`${started.address}/docs`);
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
  const page = await started.browser.newPage();
  await page.goto(`${started.address}/docs#/locate/locate`);
  const execute = page.getByRole('button', { name: 'Execute' });
  await execute.waitFor();
  await page.locator('.skip').first().press('Enter');
  await eventually(async () => {
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
  });
  expect(await page.getByRole('button', { name: 'Copy path' }).count()).toBe(0);
  for (let times = 0; times < 2; times += 1) {
    await execute.press('Enter');
    await page
      .getByRole('status')
      .getByText(/^200, \d+ ms$/)
      .waitFor();
    await eventually(async () => {
      expect(await page.evaluate('document.activeElement.innerText')).toBe('Execute');
    });
    await page.evaluate("document.querySelector('#answered').textContent = ''");
  }
});

test('the filter is reached by /, keeps what matches, and says when nothing does', async () => {
  const page = await started.browser.newPage();
  await page.goto(`${started.address}/docs`);
  const shown = page.locator('.opblock-summary-path');
  await shown.first().waitFor();
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
  const page = await started.browser.newPage();
  await page.goto(`${started.address}/docs#/countries/countriesFindByName`);
  const field = page.locator('.is-open').getByLabel('lang', { exact: true });
  // The example of this route.
  expect(await field.inputValue()).toBe('de');
  expect(await field.locator('option').count()).toBe(LANGUAGES.length + 1);
  await field.selectOption('French (fr)');
  const execute = page.getByRole('button', { name: 'Execute' });
  const answer = page.locator('.live-responses-table');
  await execute.click();
  await answer.getByText('"France"').waitFor();
  await field.selectOption('Another tag, such as fr-CA …');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('ja_JP');
  expect(await field.inputValue()).toBe('ja_JP');
  await execute.click();
  await page.locator('.curl-command').getByText('lang=ja_JP').waitFor();
});

test('names the first calls, each of which opens its route', async () => {
  const page = await started.browser.newPage();
  await page.goto(`${started.address}/docs`);
  const links = page.getByRole('navigation', { name: 'Where to begin' }).getByRole('link');
  await links.first().waitFor();
  const targets = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
  expect(targets.length).toBeGreaterThan(3);
  for (const target of targets) {
    await page.goto(`${started.address}/docs?${encodeURIComponent(target ?? '')}${target ?? ''}`);
    const opened = page.locator('.opblock.is-open');
    await opened.waitFor();
    expect(await opened.getAttribute('id')).toBe(`operations-${(target ?? '').slice(2).replace('/', '-')}`); // prettier-ignore
  }
});

test('sends requests to where it is, also below a path of a proxy', async () => {
  const page = await started.browser.newPage();
  const below = `${started.address}/geo/v1`;
  await page.route(`${below}/**`, (route) =>
    route.continue({ url: route.request().url().replace('/geo/v1', '') }),
  );
  await page.goto(`${below}/docs#/cities/citiesFindByName`);
  const sent = page.waitForRequest(`${below}/cities/findByName?**`);
  await page.getByRole('button', { name: 'Execute' }).click();
  await sent;
});

test('names the pages and the package of the client', async () => {
  const page = await started.browser.newPage();
  await page.goto(`${started.address}/docs`);
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
