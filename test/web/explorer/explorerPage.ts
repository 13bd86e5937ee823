import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startApi } from '../../support/api.js';
import { closeContexts, startBrowser } from '../browser.js';

/** For a machine that is busy with other tests, too. */
const TIMEOUT_MS = 50_000;

/** The explorer in a browser, and what went wrong in it. */
export interface ExplorerPage {
  readonly page: Page;
  /** Violations of the content security policy, and errors that nothing has caught. */
  readonly faults: readonly string[];
}

/** Of the page: a processor draws the map, and what it draws in vain meanwhile takes most of its time. */
const FRAME_MS = 150;
const FEWER_FRAMES = `
  window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), ${FRAME_MS});
  window.cancelAnimationFrame = clearTimeout;
`;

interface Options extends BrowserContextOptions {
  readonly fragment?: string;
  /** To draw it takes most of the time: tests of other things go without, as browsers without WebGL do. */
  readonly hasMap?: boolean;
  /** Runs before the scripts of the page do. */
  readonly script?: string;
}

/** A browser, and the API with its data. */
export interface ExplorerStage {
  readonly address: string;
  /** Opens the explorer in a browser of its own memory. */
  open(options?: Options): Promise<ExplorerPage>;
  /** Closes what `open` has opened. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

/** @param indexPrefix of the data; the built-in one when absent */
export async function startExplorer(indexPrefix?: string): Promise<ExplorerStage> {
  const [api, browser] = await Promise.all([startApi({ indexPrefix }), startBrowser()]);
  const { address } = api;
  return {
    address,
    open: (options = {}) => openExplorer(browser, address, options),
    closePages: () => closeContexts(browser),
    close: async () => {
      await browser.close();
      await api.stop();
    },
  };
}

async function openExplorer(
  browser: Browser,
  address: string,
  { fragment = '', hasMap = false, script = '', ...options }: Options,
): Promise<ExplorerPage> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    // A processor draws the map: the fewer points the sooner.
    viewport: { width: 800, height: 600 },
    ...options,
  });
  const page = await context.newPage();
  await page.addInitScript(FEWER_FRAMES);
  await page.addInitScript(script);
  page.setDefaultTimeout(TIMEOUT_MS);
  if (!hasMap) await page.route('**/mapView-*.js', (route) => route.abort());
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
  });
  await page.goto(`${address}/${fragment}`);
  return { page, faults };
}

/** Waits until the map has drawn all it has. */
export async function waitForMap(page: Page): Promise<void> {
  await page.locator('#map[aria-busy=false] canvas').waitFor();
}

/** Returns the different colours in the middle of the map, at a grid of points: `255,255,255`. */
export async function coloursOfMap(page: Page): Promise<string[]> {
  const picture = (await page.locator('#map').screenshot()).toString('base64');
  return page.evaluate<string[]>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture}';
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    // Read at once: one point at a time takes seconds.
    const { data } = context.getImageData(0, 0, width, height);
    const colours = new Set();
    for (let x = 0.25; x < 0.75; x += 0.01)
      for (let y = 0.25; y < 0.75; y += 0.01) {
        const first = 4 * (Math.floor(height * y) * width + Math.floor(width * x));
        colours.add(data.slice(first, first + 3).join());
      }
    return [...colours];
  })()`);
}
