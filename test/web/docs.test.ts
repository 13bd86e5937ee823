import { expect, jest, test } from '@jest/globals';
import { patienceMs } from '../support/patience.js';
import { useBrowser, violations } from './browser.js';

jest.setTimeout(patienceMs);
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
  await curl.getByText('-H "Authorization: Bearer $TOKEN"').waitFor();
  expect(await page.locator('body').innerText()).not.toContain('geo_secret');
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
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  const targets = (await links.all()).map((link) => link.getAttribute('href'));
  expect(await Promise.all(targets)).toEqual(['./', 'widget', 'docs#client', 'openapi.json']);
});
