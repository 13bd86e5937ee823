import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  type ExplorerPage,
  type ExplorerStage,
  startExplorer,
  waitForMap,
} from './explorerPage.js';

const HOSTILE = `'"><img src=x onerror="alert(1)"><script>alert(2)</script><style>*{display:none}</style>`;
const LANDS = '#map?at=48.8534,2.3488&k=1&markers=1&lang=en';

let stage: ExplorerStage;
beforeAll(async () => {
  stage = await startExplorer();
});
afterAll(() => stage.close());

/** Makes every text of an answer hostile but those that are told in `keeps`. */
function hostile(value: unknown, keeps: readonly string[]): unknown {
  if (typeof value === 'string') return HOSTILE;
  if (Array.isArray(value)) return value.map((each) => hostile(each, keeps));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) =>
    keeps.includes(name) ? [name, member as unknown] : [name, hostile(member, keeps)],
  );
  return Object.fromEntries(entries) as unknown;
}

async function spoil(page: Page, path: RegExp, keeps: readonly string[] = []): Promise<void> {
  await page.route(path, async (route) => {
    const answer = await route.fetch();
    const body: unknown = await answer.json();
    await route.fulfill({ json: hostile(body, ['status', ...keeps]) });
  });
}

async function expectText({ page, faults }: ExplorerPage): Promise<void> {
  expect(await page.locator('img, body script, body style').count()).toBe(0);
  expect(faults).toEqual([]);
}

test('whatever stands in answers is shown as text', async () => {
  const shown = await stage.open({ hasMap: false });
  const { page, close } = shown;
  const faults: string[] = [];
  page.on('dialog', (dialog) => faults.push(dialog.message()));
  await spoil(page, /\/(?:countries|cities|places|markers)\/find/);
  await spoil(page, /\/lands\/find/, ['id']);
  await page.goto(`${stage.address}/${LANDS}`);
  await page
    .getByRole('button', { name: /^Build / })
    .first()
    .waitFor();
  await page.getByRole('combobox', { name: /Search/ }).fill('par');
  await page.getByText(/^\d+ found$/).waitFor({ state: 'attached' });
  for (const summary of await page.locator('.exchanges summary').all()) await summary.click();
  expect(await page.locator('#panel').innerText()).toContain(HOSTILE);
  await expectText(shown);
  expect(faults).toEqual([]);
  await close();
});

test('so is what stands in the report of the data, and in failures', async () => {
  const shown = await stage.open({ hasMap: false });
  const { page, close } = shown;
  await spoil(page, /\/data$/);
  await page.goto(`${stage.address}/#data?lang=en`);
  await page.locator('#data-page section').first().waitFor();
  expect(await page.locator('#data-page').innerText()).toContain(HOSTILE);
  await expectText(shown);
  const error = { code: 'invalid_request', message: HOSTILE };
  await page.route(/find/, (route) =>
    route.fulfill({ status: 400, json: { status: 'error', error } }),
  );
  await page.goto(`${stage.address}/${LANDS}`);
  await page.locator('.notice').getByText('<img').waitFor();
  await expectText(shown);
  await close();
});

test('a style of the operator’s own runs no script', async () => {
  const shown = await stage.open();
  const { page, close } = shown;
  await page.route('**/explorer.json', (route) =>
    route.fulfill({ json: { developmentTokens: null, mapStyle: `${stage.address}/style.json` } }),
  );
  const data = { type: 'FeatureCollection', features: [] };
  await page.route('**/style.json', (route) =>
    route.fulfill({
      json: {
        version: 8,
        name: HOSTILE,
        sources: { own: { type: 'geojson', data, attribution: HOSTILE } },
        layers: [{ id: 'own', type: 'line', source: 'own' }],
      },
    }),
  );
  await page.reload();
  await waitForMap(page);
  await page.locator('.maplibregl-ctrl-attrib').waitFor();
  expect(await page.locator('[onerror], body script').count()).toBe(0);
  await close();
});

test('a token that no header can hold is not sent', async () => {
  const { page, close } = await stage.open({ hasMap: false });
  const field = page.getByLabel('Access token');
  await page.locator('.token summary').click();
  for (const token of ['“dev-public”', 'dev\u200bpublic', 'dev public', 'ключ']) {
    await field.fill(token);
    await page.getByRole('button', { name: 'Use' }).click();
    expect(await page.evaluate("document.querySelector('#token').validity.patternMismatch")).toBe(
      true,
    );
  }
  await field.fill(' dev-public ');
  await page.getByRole('button', { name: 'Use' }).click();
  await page.getByText('Token: your own').waitFor();
  await close();
});
