import type { Browser, Locator, Page } from 'playwright-core';
import { startApi } from '../../support/api.js';
import { closeContexts, startBrowser } from '../browser.js';
import { type Front, startFront } from '../front.js';

/** A page with the element on it, as a person and as a script sees it. */
export interface Field {
  readonly page: Page;
  readonly input: Locator;
  readonly options: Locator;
  readonly status: Locator;
  /** The names of the options, without their details. */
  readonly names: () => Promise<string[]>;
  /** Reads an expression of the page in which `field` is the element, and `input` what is in it. */
  readonly read: <T>(expression: string) => Promise<T>;
  /** What listeners were told, in this order: the event and its detail. */
  readonly told: () => Promise<[type: string, detail: unknown][]>;
}

/** A browser, the API with its data, and what stands before it. */
export interface Stage {
  readonly front: Front;
  /** Opens a page of its own with this in its body. */
  open(body: string, page?: { lang?: string; dir?: string }): Promise<Field>;
  /** Opens a page that is there. */
  visit(address: string): Promise<Field>;
  /** Opens a page that may have no element on it. */
  visitPlainly(address: string): Promise<Page>;
  /** Closes the pages of the test. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

const FIRST = "document.querySelector('geo-autocomplete')";

export async function startStage(): Promise<Stage> {
  const [browser, api] = await Promise.all([startBrowser(), startApi()]);
  const front = await startFront(api.address);
  return {
    front,
    open: (body, { lang = 'en', dir = 'ltr' } = {}) => {
      front.pages.set('/page', pageOf(body, lang, dir));
      front.asked.length = 0;
      front.intercept = () => undefined;
      return openField(browser, `${front.address}/page`);
    },
    visit: (address) => openField(browser, address),
    visitPlainly: async (address) => {
      const page = await browser.newPage();
      await page.goto(address);
      return page;
    },
    closePages: () => closeContexts(browser),
    close: async () => {
      await browser.close();
      await front.stop();
      await api.stop();
    },
  };
}

function pageOf(body: string, lang: string, dir: string): string {
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
  <head><title>Test</title><script type="module" src="/widget.js"></script></head>
  <body><main><h1>Test</h1>${body}</main></body>
</html>`;
}

/** Opens a page in a context of its own, with an empty cache. */
async function openField(browser: Browser, address: string): Promise<Field> {
  const page = await browser.newPage();
  await page.addInitScript(`
    window.told = [];
    for (const type of ['geo-select', 'geo-error', 'change', 'submit']) {
      document.addEventListener(type, (event) => window.told.push([type, event.detail ?? null]));
    }
  `);
  await page.goto(address);
  await page.waitForFunction(`${FIRST}?.matches(':defined')`);
  const field = page.locator('geo-autocomplete').first();
  const options = field.getByRole('option');
  return {
    page,
    input: field.getByRole('combobox'),
    options,
    status: field.getByRole('status'),
    names: () => options.locator('span:first-child').allTextContents(),
    read: <T>(expression: string) =>
      page.evaluate<T>(
        `(() => { const field = ${FIRST}; const input = field.shadowRoot.querySelector('input'); return ${expression}; })()`,
      ),
    told: () => page.evaluate('window.told'),
  };
}
