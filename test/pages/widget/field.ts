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
  /** Waits until an expression has this value. */
  readonly expectRead: (expression: string, expected: unknown) => Promise<void>;
  /** Waits until the input has this text. */
  readonly expectText: (expected: string | RegExp) => Promise<void>;
  readonly expectStatus: (expected: string | RegExp) => Promise<void>;
  /** Waits until an attribute of the input has this value. */
  readonly expectAttribute: (name: string, expected: string | null) => Promise<void>;
  readonly expectTold: (expected: readonly unknown[]) => Promise<void>;
  readonly expectOptions: (count: number) => Promise<void>;
  /** Waits until no search runs. */
  readonly expectIdle: () => Promise<void>;
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
    const input = first.getByRole('combobox');
    const options = first.getByRole('option');
    const status = first.getByRole('status');
    const read = <T>(expression: string): Promise<T> =>
      page.evaluate<T>(
        `(() => { const field = document.querySelector('geo-autocomplete'); const input = field.shadowRoot.querySelector('input'); return ${expression}; })()`,
      );
    const told = (): Promise<[string, unknown][]> => page.evaluate('window.told');
    const expectEqual = (get: () => Promise<unknown>, expected: unknown): Promise<void> =>
      eventually(async () => {
        const found = await get();
        if (expected instanceof RegExp) expect(found).toMatch(expected);
        else expect(found).toEqual(expected);
      });
    return {
      page,
      input,
      options,
      status,
      asked,
      tokens: () =>
        asked
          .filter(({ pathname }) => pathname === '/cities/findByName')
          .map(({ searchParams }) => searchParams.get('token')),
      names: () => options.locator('span:first-child').allTextContents(),
      read,
      told,
      expectRead: (expression, expected) => expectEqual(() => read(expression), expected),
      expectText: (expected) => expectEqual(() => input.inputValue(), expected),
      expectStatus: (expected) => expectEqual(() => status.innerText(), expected),
      expectAttribute: (name, expected) => expectEqual(() => input.getAttribute(name), expected),
      expectTold: (expected) => expectEqual(told, expected),
      expectOptions: (count) => expectEqual(() => options.count(), count),
      expectIdle: () => expectEqual(() => read("field.shadowRoot.querySelector('.busy')"), null),
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
    const [first = ''] = await names();
    expect(first.slice(0, name.length)).toBe(name);
  });
