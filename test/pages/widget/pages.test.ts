import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
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
  const { input, options, expectRead } = await stage.visit(await listen(other, 0, '127.0.0.1'));
  await input.pressSequentially('lond');
  await options.first().waitFor();
  await input.press('Enter');
  await expectRead('field.value', 'GBR_London');
  other.closeAllConnections();
  other.close();
});

test('axe-core finds nothing in fields, lists, messages and names, light or dark', async () => {
  const { input, options, page, read, expectAttribute, expectStatus } = await stage.open(
    `<meta name="color-scheme" content="light dark">
      <geo-autocomplete label="City" required token="dev-public"></geo-autocomplete>
      <label for="a">A</label><geo-autocomplete id="a"></geo-autocomplete>
      <geo-autocomplete aria-label="B"></geo-autocomplete>
      <geo-autocomplete placeholder="C"></geo-autocomplete>`,
  );
  const expectNone = async (): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([colorScheme, ...(await violations(page))]).toEqual([colorScheme]);
    }
  };
  // axe-core takes a page without a background for white.
  await read("(document.documentElement.style.background = 'Canvas')");
  for (const name of ['A', 'B', 'C'])
    await page.getByRole('combobox', { name, exact: true }).waitFor();
  await expectNone();
  // A list with marked letters, and with another name in brackets.
  await input.fill('leningrad');
  await options.getByText('(Leningrad)').waitFor();
  await input.press('ArrowDown');
  await expectNone();
  await input.fill('qqqqq');
  await expectStatus(/^Nothing found/);
  await expectNone();
  await input.blur();
  await expectAttribute('aria-invalid', 'true');
  await page.getByText('Choose an entry from the list.').waitFor();
  await expectNone();
});

describe('the page of examples', () => {
  test('names the events that the element sends, and what they carry', async () => {
    const { page, read } = await stage.visit(`${stage.address}/widget`);
    const names = await page.locator('tbody td:first-child').allInnerTexts();
    expect(names).toEqual(['input', 'change', 'geo-select', 'geo-error']);
    await page.locator('#city[token]').waitFor();
    await read(`(() => {
      window.carried = {};
      for (const type of ${JSON.stringify(names)})
        field.addEventListener(type, ({ target, detail }) => { window.carried[type] = [target.value, detail ?? null]; });
    })()`);
    const input = page.locator('#city').getByRole('combobox');
    await input.fill('madrid');
    await page.locator('#city').getByRole('option').first().waitFor();
    await input.press('Enter');
    await read("(field.value = 'FRA_Atlantis')");
    await eventually(async () => {
      expect(await read('window.carried')).toMatchObject({
        input: ['ESP_Madrid', null],
        change: ['ESP_Madrid', null],
        'geo-select': ['ESP_Madrid', { id: 'ESP_Madrid', name: 'Madrid' }],
        'geo-error': ['', { code: 'not_found', message: expect.any(String) }],
      });
    });
  });

  test('the preview follows the options, and so does the code, which is what runs', async () => {
    const { page, read, told, expectRead } = await stage.visit(`${stage.address}/widget`);
    const field = page.locator('#city');
    const code = page.getByLabel('the code', { exact: true });
    await page.getByLabel('Language').selectOption('fr');
    await page.getByLabel('Match').selectOption('prefix');
    await page.getByRole('combobox', { name: 'Only in' }).fill('united kingdom');
    await page.getByRole('option', { name: 'United Kingdom' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('longitude').uncheck();
    const chosen = ['name="city"', 'label="City"', 'token="dev-public"', 'match="prefix"', 'lang="fr"', 'country="GBR"', 'fields="name latitude"']; // prettier-ignore
    const lines = chosen.map((line) => `    ${line}\n`).join('');
    const script = `<script type="module" src="${stage.address}/widget/1/widget.js"></script>`;
    expect(await code.innerText()).toContain('integrity="sha384-');
    await page.getByLabel('with integrity').uncheck();
    expect(await code.innerText()).toBe(
      `${script}\n\n<form>\n  <geo-autocomplete\n${lines}  ></geo-autocomplete>\n  <button>Send</button>\n</form>`,
    );
    await field.getByRole('combobox').pressSequentially('londr');
    await field.getByRole('option', { name: 'Londres' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send' }).click();
    expect(await page.locator('#sent').innerText()).toBe(
      'city = GBR_London\ncity_name = Londres\ncity_latitude = 51.50853',
    );
    const compressed = brotliCompressSync(readFileSync(join(PROJECT, 'dist/web/widget.js'))).length;
    await page.getByText(`one file of ${Math.round(compressed / 1_000)} kB`).waitFor();
    for (const [framework, first] of [
      ['React', `    <geo-autocomplete\n      ${chosen[0] ?? ''}`],
      ['Vue', `  <geo-autocomplete\n    ${chosen[0] ?? ''}`],
    ] as const) {
      await page.getByLabel(framework).check();
      expect(await code.innerText()).toContain(first);
      expect(await code.innerText()).toContain(`    url="${stage.address}/"\n`);
    }
    await page.getByLabel('Find').selectOption('countries');
    expect(await field.getAttribute('country')).toBeNull();
    expect(await code.innerText()).toContain('resource="countries"');
    expect((await told()).map(([type]) => type)).not.toContain('geo-error');
    await page.locator('section').last().locator('button').last().waitFor();
    for (const [colorScheme, width] of [
      ['light', 320],
      ['dark', 1_280],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 700 });
      expect(await violations(page)).toEqual([]);
      expect(await read('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    await page.setViewportSize({ width: 390, height: 700 });
    const topOf = '(id) => document.getElementById(id).getBoundingClientRect().top';
    const tops = await read<number[]>(`['preview', 'options', 'code'].map(${topOf})`);
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    const isCut = "[...document.querySelectorAll('pre')].some((code) => code.scrollWidth > code.clientWidth)"; // prettier-ignore
    await expectRead(isCut, false);
  });

  test('asks for a token if the service has none for development, does not show it, and asks again if it is rejected', async () => {
    const { page, expectRead } = await stage.visit(`${stage.address}/widget`, async (opened) => {
      await opened.route('**/explorer.json', (route) =>
        route.fulfill({ json: { developmentTokens: null } }),
      );
      // Plain http of another host has no clipboard.
      await opened.addInitScript("Object.defineProperty(navigator, 'clipboard', {})");
    });
    const field = page.getByLabel('Access token');
    const hostile = '$&"><b/id="injected">';
    await field.fill(hostile);
    await page.keyboard.press('Enter');
    const city = page.locator('geo-autocomplete#city');
    expect(await city.getAttribute('token')).toBe(hostile);
    expect(await page.locator('#injected').count()).toBe(0);
    const code = page.getByLabel('the code', { exact: true });
    expect(await code.innerText()).toContain('token="YOUR_TOKEN"');
    expect((await page.locator('pre').allInnerTexts()).join()).not.toContain(hostile);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await expectRead('String(getSelection()).trim()', await code.innerText());
    await city.getByRole('combobox').pressSequentially('l');
    await field.fill('dev-public');
    await page.keyboard.press('Enter');
    await page.locator('geo-autocomplete#city[token=dev-public]').waitFor();
    expect(await field.isVisible()).toBe(false);
    await city.getByRole('combobox').pressSequentially('lond');
    await city.getByRole('option', { name: 'London' }).first().waitFor();
  });
});
