import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { useBrowser } from '../../pages/browser.js';

/** For a machine that is busy with other tests, too. */
const TIMEOUT_MS = 120_000;

/** The explorer in a browser. */
export interface ExplorerPage {
  readonly page: Page;
  /** The side panel with the answers. */
  readonly panel: Locator;
  /** The search field. */
  readonly search: Locator;
  /** Uncaught errors, violations of the content security policy, missing files, requests to other servers. */
  readonly faults: readonly string[];
}

/** Fewer frames. A processor draws the map, and drawing unfinished maps takes most of its time. */
const FEWER_FRAMES = `
  window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 150);
  window.cancelAnimationFrame = clearTimeout;
`;

interface Options extends BrowserContextOptions {
  readonly fragment?: string;
  /** Drawing the map takes most of the time, so tests of other things do not load it. */
  readonly hasMap?: boolean;
  /** Runs before the scripts of the page. */
  readonly script?: string;
  /** Of another API. */
  readonly address?: string;
  /** Replaces the settings of the service. */
  readonly settings?: { developmentTokens?: object | null; mapStyle?: string };
  /** Prepares the page before it is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** The explorer of a service with the built-in data. `open` uses a browser context of its own. */
export function useExplorer() {
  const started = useBrowser();
  return {
    get address() {
      return started.address;
    },
    open: async ({
      fragment = '',
      hasMap,
      script = '',
      settings,
      address = started.address,
      prepare,
      ...options
    }: Options = {}): Promise<ExplorerPage> => {
      const { browser } = started;
      const context = await browser.newContext({
        reducedMotion: 'reduce',
        // A processor draws the map: the fewer points the sooner.
        viewport: { width: 800, height: 600 },
        ...options,
      });
      // The context applies these to each of its tabs.
      await context.addInitScript(FEWER_FRAMES + script);
      context.setDefaultTimeout(TIMEOUT_MS);
      if (hasMap !== true) await context.route('**/mapView-*.js', (route) => route.abort());
      const page = await context.newPage();
      const faults = faultsOf(page, address);
      if (settings !== undefined)
        await page.route('**/explorer.json', (route) => route.fulfill({ json: settings }));
      await prepare?.(page);
      await page.goto(`${address}/${fragment}`);
      const search = page.getByRole('combobox', { name: /Search/ });
      return { page, panel: page.locator('#panel'), search, faults };
    },
  };
}

/** The hash of the style that Playwright adds for a screenshot, and that our policy refuses in Firefox. */
const STYLE_OF_SCREENSHOTS = 'YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=';

function faultsOf(page: Page, address: string): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => {
    if (!message.includes(STYLE_OF_SCREENSHOTS)) faults.push(message);
  });
  page.on('dialog', (dialog) => faults.push(dialog.message()));
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(?:data|blob):/.test(url) && !url.startsWith(address)) faults.push(url);
  });
  page.on('response', (response) => {
    if (response.status() === 404) faults.push(response.url());
  });
  return faults;
}

/** Chooses a value in the menu of the settings. */
export async function set(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel(label).selectOption(value);
  await page.keyboard.press('Escape');
}

/** Types a text until the search has found an option. A busy service rejects some searches. */
export async function findOption(
  { page, search }: Pick<ExplorerPage, 'page' | 'search'>,
  typed: string,
  name: string | RegExp,
): Promise<Locator> {
  const option = page.getByRole('option', { name }).first();
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    await search.fill(typed);
    try {
      await option.waitFor({ timeout: TIMEOUT_MS / 10 });
      return option;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await search.fill('');
  }
}

/** Returns a place of the page at a distance from the middle of the map. */
export async function besideMiddle(page: Page, x: number, y: number): Promise<[number, number]> {
  const box = await page.locator('#map').boundingBox();
  if (box === null) throw new Error('The map is not shown.');
  return [box.x + box.width / 2 + x, box.y + box.height / 2 + y];
}

/** Opens the drawer with the requests. */
export const openRequests = (page: Page): Promise<void> =>
  page.locator('.drawer > summary').click();

/** Waits until the map is drawn. */
export async function waitForMap(page: Page): Promise<void> {
  await page.locator('#map[aria-busy=false] canvas').waitFor();
}

/** Returns the different colours in the middle of the map, at a grid of points: `255,255,255`. */
export function coloursOfMap(page: Page): Promise<string[]> {
  return readMap(
    page,
    `const colours = new Set();
    for (let x = 0.25; x < 0.75; x += 0.01)
      for (let y = 0.25; y < 0.75; y += 0.01)
        colours.add(colourAt(Math.floor(width * x), Math.floor(height * y)).join());
    return [...colours];`,
  );
}

/** Returns the part of the shorter side that the globe fills, from its lower edge, which is sea. */
export function shareOfGlobe(page: Page): Promise<number> {
  return readMap(
    page,
    `let y = height - 45; // Above the attribution.
    while (y > 0 && colourAt(Math.floor(width / 2), y)[0] > 195) y -= 1;
    return (2 * y - height) / Math.min(width, height);`,
  );
}

/** Runs code with the `width`, `height` and `colourAt(x, y)` of a picture of the map. */
async function readMap<Result>(page: Page, code: string): Promise<Result> {
  const picture = (await page.locator('#map').screenshot()).toString('base64');
  return page.evaluate<Result>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture}';
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0);
    // Read at once: one point at a time takes seconds.
    const { data } = context.getImageData(0, 0, width, height);
    const colourAt = (x, y) => data.slice(4 * (y * width + x), 4 * (y * width + x) + 3);
    ${code}
  })()`);
}
