import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Page, type Route } from 'playwright-core';
import { eventually } from '../eventually.js';
import {
  type ExplorerPage,
  type ExplorerStage,
  startExplorer,
  waitForMap,
} from './explorerPage.js';

let stage: ExplorerStage;
beforeAll(async () => {
  stage = await startExplorer();
});
afterEach(() => stage.closePages());
afterAll(() => stage.close());

describe('failures', () => {
  const FRAGMENT = '#map?at=46.2044,6.1432&lang=en';

  const LOOKUPS = /findBy|findAll|locate\?/;

  /** Lets the page know of no development tokens. */
  async function withoutDevelopmentTokens(page: Page): Promise<void> {
    await page.route('**/explorer.json', (route) =>
      route.fulfill({ json: { developmentTokens: null, mapStyle: null, version: '' } }),
    );
    await page.reload();
  }

  const NO_WEBGL = 'HTMLCanvasElement.prototype.getContext = () => null;';

  test.each([
    ['without WebGL', { script: NO_WEBGL }, 'The map needs WebGL 2'],
    ['without its script', { hasMap: false }, 'The map could not be loaded. Reload the page'],
  ])('%s all but the map is there', async (_, options, told) => {
    const { page } = await stage.open({ hasMap: true, fragment: FRAGMENT, ...options });
    await page.getByText(told).waitFor();
    await page.getByText('CHE_Geneva').first().waitFor();
  });

  test('without a token the page asks for one, and keeps it in the tab', async () => {
    const { page } = await stage.open({ fragment: FRAGMENT });
    await withoutDevelopmentTokens(page);
    await page.locator('.notice').getByText('A token is required.').waitFor();
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
  });

  test('an unknown token is told of, with what to do', async () => {
    const { page } = await stage.open({ fragment: FRAGMENT });
    await withoutDevelopmentTokens(page);
    await page.getByLabel('Access token').fill('wrong');
    await page.getByRole('button', { name: 'Use' }).click();
    await page.locator('.notice').getByText('A valid access token is needed').waitFor();
    await page.locator('.notice').getByText('Enter another token above.').waitFor();
    await page.locator('.exchanges').getByText('401').first().waitFor();
  });

  test('a public token does not open the markers, and the page says which does', async () => {
    const { page } = await stage.open({ fragment: FRAGMENT });
    await withoutDevelopmentTokens(page);
    await page.getByLabel('Access token').fill('dev-public');
    await page.getByRole('button', { name: 'Use' }).click();
    await page.getByLabel('Show them').check();
    await page.locator('.notice').getByText('need a token with the scope').waitFor();
  });

  test('a service that is away is told of, and its return is noticed', async () => {
    const { page } = await stage.open();
    await page.route(LOOKUPS, (route) => route.abort());
    await page.goto(`${stage.address}/${FRAGMENT}`);
    await page.reload();
    await page.locator('.notice').getByText('The service does not answer.').waitFor();
    await page.unroute(LOOKUPS);
    await page.getByText('CHE_Geneva').first().waitFor();
    await page.locator('.notice').waitFor({ state: 'detached' });
  });

  test('an overloaded service is asked again after the time that it says', async () => {
    const { page } = await stage.open();
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
  });

  test('a late answer about another point is not shown', async () => {
    const { page } = await stage.open();
    await page.route(/locate\?.*lat=46/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      await route.continue().catch(() => undefined);
    });
    await page.goto(`${stage.address}/${FRAGMENT}`);
    await page.goto(`${stage.address}/#map?at=35.68,139.76&lang=en`);
    await page.locator('.countries').getByText('Japan').waitFor();
    await page.waitForTimeout(1_000);
    expect(await page.locator('.countries').innerText()).not.toContain('Switzerland');
  });
});

describe('slow and missing answers', () => {
  const GENEVA = '#map?at=46.2044,6.1432&lang=en';

  const TOKYO = '#map?at=35.68,139.76&lang=en';

  /** Holds the requests that match, until it is called. */
  async function hold(page: Page, matching: RegExp): Promise<() => Promise<void>> {
    const held: Route[] = [];
    await page.route(matching, (route) => {
      held.push(route);
    });
    return async () => {
      await page.unroute(matching);
      await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
    };
  }

  test('a browser that forbids to keep anything shows the page all the same', async () => {
    const { page, faults } = await stage.open({
      fragment: GENEVA,
      hasMap: false,
      script: `for (const kind of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, kind, { get() { throw new DOMException('no', 'SecurityError'); } });`,
    });
    await page.getByText('CHE_Geneva').first().waitFor();
    await page.getByLabel('Language of the names').selectOption('de');
    await page.locator('.countries').getByText('Schweiz').waitFor();
    await page.getByLabel('Colours').selectOption('dark');
    await page.locator('html[data-theme=dark]').waitFor();
    expect(faults).toEqual([]);
  });

  test('an answer that never comes is given up, and asked for again', async () => {
    const { page } = await stage.open({
      hasMap: false,
      script: `const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = () => timeout(200);`,
    });
    let asked = 0;
    await page.route(/locate\?/, async (route) => {
      asked += 1;
      if (asked > 1) await route.continue();
    });
    await page.goto(`${stage.address}/${GENEVA}`);
    await page.getByText('CHE_Geneva').first().waitFor();
    expect(asked).toBe(2);
  });

  test('the page gets to know the development tokens although the first answer is lost', async () => {
    const { page } = await stage.open();
    let asked = 0;
    await page.route('**/explorer.json', async (route) => {
      asked += 1;
      if (asked === 1) await route.abort();
      else if (asked === 2) await route.fulfill({ status: 503 });
      else await route.continue();
    });
    await page.goto(`${stage.address}/${GENEVA}`);
    await page.reload();
    await page.getByText('CHE_Geneva').first().waitFor();
  });

  test('what is typed before the page is ready is searched for then', async () => {
    const { page } = await stage.open();
    const letGo = await hold(page, /explorer\.json/);
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('combobox', { name: /Search/ }).fill('lond');
    await page.waitForTimeout(300);
    await letGo();
    await page.getByRole('option', { name: 'London' }).first().waitFor();
  });

  test('what is at one point is not shown of another one', async () => {
    const { page } = await stage.open({ fragment: GENEVA });
    await page.getByText('CHE_Geneva').first().waitFor();
    const letGo = await hold(page, /findByLocation|locate\?/);
    await page.goto(`${stage.address}/${TOKYO}`);
    await page.getByText('35.68, 139.76').waitFor();
    expect(await page.locator('#panel > section').first().innerText()).not.toMatch(/Gen|Switz/);
    await letGo();
    await page.locator('.countries').getByText('Japan').waitFor();
  });

  test('more rings, or another language, leave what is at the point until they are there', async () => {
    const { page } = await stage.open({ fragment: GENEVA });
    await page.getByText('CHE_Geneva').first().waitFor();
    await page.getByText('1 land in the data.').waitFor();
    const letGo = await hold(page, /findByLocation|locate\?/);
    await page.getByLabel('Rings (k)').fill('2');
    await page.getByText('1 land in the data.').waitFor();
    await letGo();
    await page.getByText('19 lands in the data.').waitFor();
  });

  test('Enter means what is typed, not what an earlier text has found, which does not stay', async () => {
    const { page } = await stage.open({ fragment: '#map?lang=en' });
    const field = page.getByRole('combobox', { name: /Search/ });
    await field.fill('par');
    await page.getByRole('option', { name: 'Paris' }).first().waitFor();
    const letGo = await hold(page, /findByName/);
    await field.fill('lond');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('lond');
    await eventually(async () => {
      expect(await page.locator('#search-hits [role=option]').count()).toBe(0);
    });
    expect(page.url()).not.toContain('at=');
    await letGo();
    await page.locator('#panel').getByText('GBR_London').first().waitFor();
    expect(await field.inputValue()).toBe('London');
  });

  test('a search is not said to be tried again by itself', async () => {
    const { page } = await stage.open({ fragment: '#map?lang=en' });
    await page.route(/findByName/, (route) => route.abort());
    await page.getByRole('combobox', { name: /Search/ }).fill('par');
    await page.getByText('The service does not answer. Try again.').waitFor();
  });

  test('who has chosen something else meanwhile is not led to what was chosen before', async () => {
    const { page } = await stage.open({ hasMap: true, fragment: '#map?lang=en&projection=flat' });
    await waitForMap(page);
    const letGo = await hold(page, /findByCountries/);
    const field = page.getByRole('combobox', { name: /Search/ });
    await field.fill('Monac');
    await page.getByRole('option', { name: 'Monaco Europe' }).click();
    await field.fill('Nairob');
    await page.getByRole('option', { name: 'Nairobi' }).first().click();
    await page.waitForURL(/view=9\.5\/-1\.2/);
    await letGo();
    await waitForMap(page);
    expect(page.url()).toMatch(/view=9\.5\/-1\.2/);
  });

  test('a language that is chosen in one tab leaves another one as it is', async () => {
    const { page } = await stage.open({ locale: 'en' });
    await page.getByText('None yet.').waitFor({ state: 'detached' });
    const other = await page.context().newPage();
    await other.goto(`${stage.address}/`);
    await other.getByLabel('Language of the names').selectOption('ar');
    await other.locator('html[dir=rtl]').waitFor();
    await page.getByLabel('Colours').selectOption('dark');
    await page.locator('html[data-theme=dark]').waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
    expect(await page.getByLabel('Language of the names').inputValue()).toBe('en');
  });
});

describe('hostile texts', () => {
  const HOSTILE = `'"><img src=x onerror="alert(1)"><script>alert(2)</script><style>*{display:none}</style>`;

  const LANDS = '#map?at=48.8534,2.3488&k=1&markers=1&lang=en';

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
    const shown = await stage.open();
    const { page } = shown;
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
  });

  test('so is what stands in the report of the data, and in failures', async () => {
    const shown = await stage.open();
    const { page } = shown;
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
  });

  test('a style of the operator’s own runs no script', async () => {
    const shown = await stage.open({ hasMap: true });
    const { page } = shown;
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
  });

  test('a token that no header can hold is not sent', async () => {
    const { page } = await stage.open();
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
  });
});
