import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type Browser, chromium, firefox, type Page, type Route } from 'playwright-core';
import { once } from 'es-toolkit';
import { type Api, startApi } from '../support/api.js';

/** Whether the tests run in Debian's Firefox. It has no events of touch and of input methods for tests. */
export const isFirefox = process.env.TEST_BROWSER === 'firefox';

/** Connects to the browser that all test files use: Firefox if TEST_BROWSER is `firefox`, else Chromium. */
async function connect(): Promise<Browser> {
  const { TEST_BROWSERS: browsers = '' } = process.env;
  const type = isFirefox ? firefox : chromium;
  const response = await fetch(`${browsers}/${type.name()}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return type.connect(text);
}

const startBoth = once(() => Promise.all([connect(), startApi()]));
const stopBoth = once(async () => {
  const [browser, api] = await startBoth();
  await Promise.all([browser.close(), api.stop()]);
});

/**
 * Connects to a browser, and starts the API with the built-in data, once for the tests of a file. Closes all
 * pages after each test, unless the tests share them.
 */
export function useBrowser({ sharesPages = false } = {}): {
  readonly browser: Browser;
  readonly address: string;
} {
  let browser: Browser;
  let api: Api;
  beforeAll(async () => {
    [browser, api] = await startBoth();
  });
  if (!sharesPages)
    afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  afterAll(stopBoth);
  return {
    get browser() {
      return browser;
    },
    get address() {
      return api.address;
    },
  };
}

const { resolve } = createRequire(import.meta.url);
const AXE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the violations that axe-core finds on a page, or in one element of it: the rule and the element. */
export function violations(page: Page, within = 'html'): Promise<string[]> {
  // The content security policy does not apply to what the browser itself evaluates.
  return page.evaluate<string[]>(`${AXE};
    // In the middle of a transition a text may have too little contrast.
    Promise.allSettled(
      document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished),
    ).then(() => axe.run('${within}')).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`);
}

/** Holds the requests that match, until the returned function is called. */
export async function hold(page: Page, matching: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(matching, (route) => {
    held.push(route);
  });
  return async () => {
    await page.unroute(matching);
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  };
}

/** Repeats an expectation until it is met. */
export async function eventually(expectation: () => unknown): Promise<void> {
  const end = Date.now() + 50_000;
  for (;;) {
    try {
      await expectation();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((done) => setTimeout(done, 25));
  }
}
