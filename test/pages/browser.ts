import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import {
  type Browser,
  chromium,
  firefox,
  type LaunchOptions,
  type Page,
  type Route,
} from 'playwright-core';
import { once } from 'es-toolkit';
import { type Api, startApi } from '../support/api.js';

const ARGS = [
  // Maps are drawn without a graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Pages need nothing but this machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

const FIREFOX = '/usr/bin/firefox-esr';

/** Whether the tests run in Debian's Firefox. It has no events of touch and of input methods for tests. */
export const isFirefox = process.env.TEST_BROWSER === 'firefox';

/** Starts Firefox ESR. Playwright speaks WebDriver BiDi with it; later versions need commands that this Firefox lacks. */
function startFirefox(): Promise<Browser> {
  return firefox
    .launch({
      channel: 'moz-firefox',
      executablePath: FIREFOX,
      // A display of Xvfb has no mouse (2 + 4: a fine pointer that can hover).
      firefoxUserPrefs: { 'ui.primaryPointerCapabilities': 6, 'ui.prefersReducedMotion': 1 },
    })
    .catch((error: unknown) => {
      throw new Error(`${FIREFOX} could not be started. Install the package firefox-esr.`, {
        cause: error,
      });
    });
}

type Candidate = () => Promise<LaunchOptions> | LaunchOptions;

/**
 * Starts a headless browser: Firefox if TEST_BROWSER is `firefox`, else a Chromium: that of CHROMIUM_PATH, else the
 * one of `@sparticuz/chromium` on Linux, else an installed Chrome. It ends with `close()`, and with this process at the latest.
 *
 * @throws {Error} that says what to install if none starts
 */
async function startBrowser(): Promise<Browser> {
  if (isFirefox) return startFirefox();
  const reasons: string[] = [];
  for (const candidate of candidates()) {
    try {
      return await chromium.launch({ args: ARGS, ...(await candidate()) });
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    `No Chromium could be started. Install Chrome, or set CHROMIUM_PATH to the program of another Chromium.\n${reasons.join('\n')}`,
  );
}

function candidates(): Candidate[] {
  const { CHROMIUM_PATH: path } = process.env;
  if (path !== undefined && path !== '') return [() => ({ executablePath: path })];
  if (process.platform !== 'linux') return [() => ({ channel: 'chrome' })];
  return [
    async () => ({ executablePath: join(await unpacked(), 'chromium') }),
    // For a system without the libraries that Chromium needs, such as a bare container.
    async () => {
      const folder = await unpacked();
      const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
      return { executablePath: join(folder, 'chromium'), env };
    },
    () => ({ channel: 'chrome' }),
  ];
}

const { resolve } = createRequire(import.meta.url);

/** Unpacks `@sparticuz/chromium` once, beside the package so that another version never finds it. */
async function unpacked(): Promise<string> {
  const home = dirname(dirname(dirname(resolve('@sparticuz/chromium'))));
  const folder = join(home, 'unpacked');
  if (existsSync(folder)) return folder;
  const partial = await mkdtemp(`${folder}-`);
  const script = "await (await import('@sparticuz/chromium')).default.executablePath()";
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: home,
    // It unpacks into the folder for temporary files, and its libraries on Amazon's Linux only.
    env: { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  });
  try {
    // At once, because another file of tests may need it meanwhile.
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

const startBoth = once(() => Promise.all([startBrowser(), startApi()]));
const stopBoth = once(async () => {
  const [browser, api] = await startBoth();
  await Promise.all([browser.close(), api.stop()]);
});

/**
 * Starts a browser, and the API with the built-in data, once for the tests of a file. Closes all
 * pages after each test.
 */
export function useBrowser(): { readonly browser: Browser; readonly address: string } {
  let browser: Browser;
  let api: Api;
  beforeAll(async () => {
    [browser, api] = await startBoth();
  });
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

const AXE = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the violations that axe-core finds on a page: the rule and the element. */
export function violations(page: Page): Promise<string[]> {
  // The content security policy does not apply to what the browser itself evaluates.
  return page.evaluate<string[]>(`${AXE};
    // In the middle of a transition a text may have too little contrast.
    Promise.allSettled(
      document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished),
    ).then(() => axe.run()).then(({ violations }) =>
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
  const end = Date.now() + 60_000;
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
