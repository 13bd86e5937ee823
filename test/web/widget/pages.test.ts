import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { listen } from '../../../src/server/server.js';
import { PROJECT } from '../../support/docs.js';
import { eventually, violations } from '../browser.js';
import { pageWith, useStage } from './field.js';

const stage = useStage();

test('the widget is one small file that imports no other', () => {
  const script = readFileSync(join(PROJECT, 'dist/web/widget.js'));
  expect(gzipSync(script).length).toBeLessThan(30_000);
  expect(script.toString()).not.toMatch(/\bimport\s*["'(]|\bfrom\s*["']/);
});

test('a page of another origin needs only the script and the element', async () => {
  const city = '<geo-autocomplete label="City" token="dev-public"></geo-autocomplete>';
  const other = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(pageWith(city, stage.address, 'en', 'ltr'));
  });
  const { input, options, read } = await stage.visit(await listen(other, 0, '127.0.0.1'));
  await input.pressSequentially('lond');
  await options.first().waitFor();
  await input.press('Enter');
  expect(await read('field.value')).toBe('GBR_London');
  other.closeAllConnections();
  other.close();
});

test.each(['light', 'dark'] as const)(
  'axe-core finds nothing in %s fields, lists, messages and names',
  async (colorScheme) => {
    const { input, options, page, status } = await stage.open(
      `<meta name="color-scheme" content="light dark">
      <geo-autocomplete label="City" required token="dev-public"></geo-autocomplete>
      <label for="a">A</label><geo-autocomplete id="a"></geo-autocomplete>
      <geo-autocomplete aria-label="B"></geo-autocomplete>
      <geo-autocomplete placeholder="C"></geo-autocomplete>`,
    );
    await page.emulateMedia({ colorScheme });
    for (const name of ['A', 'B', 'C'])
      await page.getByRole('combobox', { name, exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    for (const typed of ['san', 'saigon']) {
      await input.fill(typed);
      await options.getByText(typed).first().waitFor();
      await input.press('ArrowDown');
      expect(await violations(page)).toEqual([]);
    }
    await input.fill('qqqqq');
    await eventually(async () => {
      expect(await status.innerText()).toBe('Nothing found');
    });
    expect(await violations(page)).toEqual([]);
    await input.blur();
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect(await violations(page)).toEqual([]);
  },
);

describe('the page of examples', () => {
  test('shows the code that it runs, and fits every screen', async () => {
    const { page, read, told } = await stage.visit(`${stage.address}/widget`);
    const script = `<script type="module" src="${stage.address}/widget.js"></script>`;
    expect(await page.locator('#script').innerText()).toBe(script);
    const journey = page.locator('section', { hasText: 'In a form' });
    const from = journey.getByRole('combobox', { name: 'From' });
    await from.pressSequentially('paris');
    await journey.getByRole('option').first().waitFor();
    await from.press('Enter');
    await journey.getByRole('button', { name: 'Send' }).click();
    await eventually(async () => {
      const sent = '{"from":"FRA_Paris","to":"JPN_Tokyo"}';
      expect(await journey.locator('output').innerText()).toBe(sent);
    });
    const shown = '<geo-autocomplete name="from" label="From" token="dev-public" required></geo-autocomplete>'; // prettier-ignore
    expect(await journey.locator('pre').first().innerText()).toContain(shown);
    const land = page.locator('section', { hasText: 'Countries and their cities' });
    await land.getByRole('combobox', { name: 'Country' }).fill('japan');
    await land.getByRole('option', { name: 'Japan' }).first().waitFor();
    await page.keyboard.press('Enter');
    await land.getByRole('combobox', { name: 'City in it' }).pressSequentially('k');
    await land
      .getByRole('option', { name: /Japan$/ })
      .nth(7)
      .waitFor();
    expect((await told()).map(([type]) => type)).not.toContain('geo-error');
    expect(await page.getByLabel('Access token').isVisible()).toBe(false);
    await page.locator('section').last().locator('button').last().waitFor();
    for (const width of [320, 1_280]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await violations(page)).toEqual([]);
      expect(await read('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  });

  test('asks for a token if the service has none for development, and again if it is rejected', async () => {
    const { page } = await stage.visit(`${stage.address}/widget`, (opened) =>
      opened.route('**/explorer.json', (route) =>
        route.fulfill({ json: { developmentTokens: null } }),
      ),
    );
    const field = page.getByLabel('Access token');
    const hostile = '$&"><b/id="injected">';
    await field.fill(hostile);
    await page.keyboard.press('Enter');
    const home = page.locator('geo-autocomplete#home');
    expect(await home.getAttribute('token')).toBe(hostile);
    expect(await page.locator('#injected').count()).toBe(0);
    await home.getByRole('combobox').pressSequentially('l');
    await field.fill('dev-public');
    await page.keyboard.press('Enter');
    await page.locator('geo-autocomplete#home[token=dev-public]').waitFor();
    expect(await field.isVisible()).toBe(false);
    await home.getByRole('combobox').pressSequentially('lond');
    await home.getByRole('option', { name: 'London' }).first().waitFor();
  });
});
