import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PROJECT } from '../../support/docs.js';
import { eventually } from '../eventually.js';
import { type Stage, startStage } from './field.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CITY = '<geo-autocomplete label="City" required token="dev-public"></geo-autocomplete>';

let stage: Stage;
let stranger: Server;
beforeAll(async () => {
  stage = await startStage();
  stranger = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><html lang="en"><head><title>Mine</title>
      <script type="module" src="${stage.front.address}/widget.js"></script></head>
      <body><geo-autocomplete label="City" token="dev-public"></geo-autocomplete></body></html>`);
  });
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
});
afterEach(() => stage.closePages());
afterAll(async () => {
  await stage.close();
  stranger.closeAllConnections();
  stranger.close();
});

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate<string[]>(
    'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)))',
  );
}

test('it is one small file that needs no other', () => {
  const script = readFileSync(join(PROJECT, 'dist/web/widget.js'));
  expect(gzipSync(script).length).toBeLessThan(30_000);
  expect(script.toString()).not.toMatch(/\bimport\s*["'(]|\bfrom\s*["']/);
});

test('a page of another origin needs nothing but the script and the element', async () => {
  const address = stranger.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const { input, names, read } = await stage.visit(`http://localhost:${address.port}`);
  await input.pressSequentially('lond');
  await eventually(async () => {
    expect((await names())[0]).toBe('London');
  });
  await input.press('Enter');
  expect(await read('field.value')).toBe('GBR_London');
});

describe.each(['light', 'dark'] as const)(
  'in the %s, axe-core finds no violation',
  (colorScheme) => {
    const open = async (body: string) => {
      const field = await stage.open(`<meta name="color-scheme" content="light dark">${body}`);
      await field.page.emulateMedia({ colorScheme });
      return field;
    };

    test('in an empty and in a wrongly filled field', async () => {
      const { input, page } = await open(CITY);
      expect(await violations(page)).toEqual([]);
      await input.fill('x');
      await input.blur();
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      expect(await violations(page)).toEqual([]);
    });

    test('in an open list', async () => {
      const { input, options, page } = await open(CITY);
      await input.pressSequentially('san');
      await options.first().waitFor();
      await input.press('ArrowDown');
      expect(await violations(page)).toEqual([]);
    });

    test('in messages', async () => {
      const { input, page, status } = await open(CITY);
      await input.pressSequentially('qqqqq');
      await eventually(async () => {
        expect(await status.innerText()).toBe('Nothing found');
      });
      expect(await violations(page)).toEqual([]);
    });

    test('in fields that are named from outside', async () => {
      const { page } = await open(
        '<label for="a">A</label><geo-autocomplete id="a"></geo-autocomplete><geo-autocomplete aria-label="B"></geo-autocomplete><geo-autocomplete placeholder="C"></geo-autocomplete>',
      );
      for (const name of ['A', 'B', 'C']) {
        await page.getByRole('combobox', { name, exact: true }).waitFor();
      }
      expect(await violations(page)).toEqual([]);
    });
  },
);

describe('the page of examples', () => {
  test('shows the code that runs', async () => {
    const { page, told } = await stage.visit(`${stage.front.address}/widget`);
    expect(await page.locator('#script').innerText()).toBe(
      `<script type="module" src="${stage.front.address}/widget.js"></script>`,
    );
    const journey = page.locator('section', { hasText: 'In a form' });
    const from = journey.getByRole('combobox', { name: 'From' });
    await from.pressSequentially('paris');
    await journey.getByRole('option').first().waitFor();
    await from.press('Enter');
    await journey.getByRole('button', { name: 'Send' }).click();
    await eventually(async () => {
      expect(await journey.locator('output').innerText()).toBe(
        '{"from":"FRA_Paris","to":"JPN_Tokyo"}',
      );
    });
    expect(await journey.locator('pre').first().innerText()).toContain(
      '<geo-autocomplete name="from" label="From" token="dev-public" required></geo-autocomplete>',
    );
    expect((await told()).map(([type]) => type)).not.toContain('geo-error');
    expect(await page.getByLabel('Access token').isVisible()).toBe(false);
  });

  test('asks for a token where there is none for development', async () => {
    const { front } = stage;
    front.pages.set('/explorer.json', '{"developmentTokens":null}');
    // The page has no element yet.
    const page = await stage.visitPlainly(`${front.address}/widget`);
    await page.getByLabel('Access token').fill('dev-public');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'City', exact: true }).pressSequentially('lond');
    await page.getByRole('option', { name: 'London' }).first().waitFor();
    expect(await page.getByLabel('Access token').isVisible()).toBe(false);
    await page.reload();
    await page.getByRole('combobox', { name: 'City', exact: true }).waitFor();
    front.pages.delete('/explorer.json');
  });

  test('a token is text and no HTML, and asked for again where it is refused', async () => {
    const { front } = stage;
    front.pages.set('/explorer.json', '{"developmentTokens":null}');
    const page = await stage.visitPlainly(`${front.address}/widget`);
    const field = page.getByLabel('Access token');
    await field.fill('$&"><b/id="injected">');
    await page.keyboard.press('Enter');
    const home = page.locator('geo-autocomplete#home');
    expect(await home.getAttribute('token')).toBe('$&"><b/id="injected">');
    expect(await page.locator('#injected').count()).toBe(0);
    await home.getByRole('combobox').pressSequentially('l');
    await field.fill('dev-public');
    await page.keyboard.press('Enter');
    await page.locator('geo-autocomplete#home[token=dev-public]').waitFor();
    front.pages.delete('/explorer.json');
  });

  test.each([320, 1_280])('has no violation and no overflow at %s pixels', async (width) => {
    const { page, read } = await stage.visit(`${stage.front.address}/widget`);
    await page.setViewportSize({ width, height: 700 });
    await page.locator('section').last().locator('button').last().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await read('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });
});
