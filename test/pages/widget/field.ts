import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually, useBrowser } from '../browser.js';

/** As strict as the policy of the service's own pages. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

/** A page with the element, for a visitor and for a script. */
export interface Field {
  readonly page: Page;
  readonly input: Locator;
  readonly options: Locator;
  readonly status: Locator;
  /** The lookups that were sent, in their order. */
  readonly asked: readonly URL[];
  /** The texts that were searched. */
  readonly tokens: () => (string | null)[];
  /** The names of the options, without their details. */
  readonly names: () => Promise<string[]>;
  /** Evaluates an expression in which `field` is the element, and `input` the one inside. */
  readonly read: <T>(expression: string) => Promise<T>;
  /** The events that the element dispatched, in their order, with their details. */
  readonly told: () => Promise<[type: string, detail: unknown][]>;
}

type Prepare = (page: Page) => Promise<unknown>;

/** A browser, and the API with the built-in data. */
export interface Stage {
  readonly address: string;
  /** Opens a page with this body. */
  open(body: string, options?: { lang?: string; dir?: string }): Promise<Field>;
  /** Opens the page at an address in a browser context of its own, with an empty cache. */
  visit(address: string, prepare?: Prepare): Promise<Field>;
}

export function useStage(): Stage {
  const started = useBrowser();
  const visit: Stage['visit'] = async (address, prepare) => {
    const page = await started.browser.newPage();
    await page.addInitScript(`
      window.told = [];
      for (const type of ['geo-select', 'geo-error', 'change', 'submit'])
        document.addEventListener(type, (event) => window.told.push([type, event.detail ?? null]));
    `);
    const asked: URL[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/\/find\w+$/.test(url.pathname) && request.method() === 'GET') asked.push(url);
    });
    await prepare?.(page);
    await page.goto(address);
    const first = page.locator('geo-autocomplete').first();
    const options = first.getByRole('option');
    return {
      page,
      input: first.getByRole('combobox'),
      options,
      status: first.getByRole('status'),
      asked,
      tokens: () =>
        asked
          .filter(({ pathname }) => pathname === '/cities/findByName')
          .map(({ searchParams }) => searchParams.get('token')),
      names: () => options.locator('span:first-child').allTextContents(),
      read: <T>(expression: string) =>
        page.evaluate<T>(
          `(() => { const field = document.querySelector('geo-autocomplete'); const input = field.shadowRoot.querySelector('input'); return ${expression}; })()`,
        ),
      told: () => page.evaluate('window.told'),
    };
  };
  return {
    get address() {
      return started.address;
    },
    visit,
    open: async (body, { lang = 'en', dir = 'ltr' } = {}) => {
      const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': POLICY };
      const page = { headers, body: pageWith(body, started.address, lang, dir) };
      const field = await visit(`${started.address}/page`, (opened) =>
        opened.route('**/page', (route) => route.fulfill(page)),
      );
      await field.page.waitForFunction("document.querySelector('geo-autocomplete:defined')");
      return field;
    },
  };
}

/** Returns a page that loads the widget from the service at an address. */
export function pageWith(body: string, address: string, lang: string, dir: string): string {
  return `<!doctype html><html lang="${lang}" dir="${dir}"><head><title>Test</title>
    <script type="module" src="${address}/widget.js"></script></head>
    <body><main><h1>Test</h1>${body}</main></body></html>`;
}

/** Returns the markup of a field for cities. */
export const cityWith = (attributes = ''): string =>
  `<geo-autocomplete label="City" token="dev-public" ${attributes}></geo-autocomplete>`;

/** Waits until a name is suggested first. */
export const expectFirst = ({ names }: Pick<Field, 'names'>, name: string): Promise<void> =>
  eventually(async () => {
    expect((await names())[0]).toMatch(new RegExp(`^${name}`));
  });
