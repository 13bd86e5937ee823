import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type ExplorerStage, startExplorer, waitForMap } from './explorerPage.js';

const FOLDER = 'docs/pictures';
const MAX_BYTES = 240_000;
const GENEVA = 'at=46.2044,6.1432';

let stage: ExplorerStage;
beforeAll(async () => {
  stage = await startExplorer();
});
afterAll(() => stage.close());

interface View extends BrowserContextOptions {
  readonly fragment: string;
  readonly ready: (page: Page) => Promise<void>;
}

const views: Record<string, View> = {
  'explorer-lands': {
    fragment: `#map?view=10.6/46.2/6.14&${GENEVA}&k=10&by=country&projection=flat&lang=en`,
    ready: (page) => page.getByText('331 lands in the data.').waitFor(),
  },
  'explorer-globe-dark': {
    fragment: `#map?view=2.2/30/15&at=30.0626,31.2497&lang=ar`,
    colorScheme: 'dark',
    viewport: { width: 1_000, height: 600 },
    ready: (page) => page.getByText('EGY_Cairo').first().waitFor(),
  },
  'explorer-phone': {
    fragment: `#map?view=9.4/46.2/6.14&${GENEVA}&k=5&by=country&projection=flat&lang=fr`,
    viewport: { width: 390, height: 780 },
    ready: (page) => page.getByText('CHE_Geneva').first().waitFor(),
  },
  'explorer-data': {
    fragment: '#data?lang=en',
    // Without the names of languages: a bare system lacks the letters of some.
    viewport: { width: 1_200, height: 580 },
    ready: (page) => page.getByRole('meter').first().waitFor(),
  },
};

/** With UPDATE_PICTURES=true they are written for the documentation. */
test.each(Object.entries(views))('%s is a small picture', async (name, view) => {
  const { fragment, ready, ...options } = view;
  const { page, close } = await stage.open({
    viewport: { width: 1_200, height: 720 },
    ...options,
    fragment,
  });
  await ready(page);
  if (fragment.startsWith('#map')) await waitForMap(page);
  const picture = await page.screenshot();
  expect(picture.length).toBeLessThan(MAX_BYTES);
  if (process.env.UPDATE_PICTURES === 'true') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${FOLDER}/${name}.png`, picture);
  }
  await close();
});
