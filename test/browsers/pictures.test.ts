import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PROJECT } from '../support/docs.js';
import { testFolder } from '../support/folder.js';
import { patienceMs } from '../support/patience.js';
import { eventually, useBrowser } from '../pages/browser.js';

/** `npm run pictures` keeps the pictures. Other runs only check that they can be taken. */
const isKept = process.env.npm_lifecycle_event === 'pictures';
const folder = isKept ? join(PROJECT, 'docs/pictures') : testFolder().path;
/** A processor draws the map: the fewer points the sooner. */
const scale = isKept ? 1 : 0.5;

const GENEVA = '#map?view=10.4/46.2/6.15&at=46.2044,6.1432&k=5&by=country&lang=en';

/** Name, address, width, height and colours. A map is taken when it is drawn. */
const PICTURES = [
  ['explorer-globe', '/#map?lang=en', 1_200, 720, 'light'],
  ['explorer-globe-dark', '/#map?lang=en', 1_200, 720, 'dark'],
  ['explorer-lands', `/${GENEVA}`, 1_200, 720, 'light'],
  ['explorer-phone', `/${GENEVA}`, 390, 844, 'light'],
  ['explorer-data', '/#data?lang=en', 1_200, 720, 'light'],
  ['widget', '/widget', 1_200, 720, 'light'],
  ['preview', '/#map?lang=en', 1_200, 630, 'light'],
  ['docs', '/docs', 1_200, 720, 'light'],
] as const;

const MAX_PREVIEW_BYTES = 60_000;

const started = useBrowser();

test.each(PICTURES)('the picture %s is taken', async (name, path, width, height, colorScheme) => {
  const page = await started.browser.newPage({
    colorScheme,
    locale: 'en',
    reducedMotion: 'reduce',
    viewport: { width: width * scale, height: height * scale },
  });
  page.setDefaultTimeout(patienceMs / 2);
  await page.goto(`${started.address}${path}`, { waitUntil: 'networkidle' });
  if (path.includes('#map')) {
    await page.getByRole('combobox', { name: /Search/ }).waitFor();
    await page.locator('#map[aria-busy=false] canvas').waitFor();
    await page.waitForLoadState('networkidle');
  }
  if (name === 'preview') {
    const preview = await smallJpeg(page);
    if (isKept) writeFileSync(join(PROJECT, 'web/public/preview.jpg'), preview);
    expect(preview.length).toBeLessThanOrEqual(MAX_PREVIEW_BYTES);
    return;
  }
  await eventually(async () => {
    // Fails while a new page has no frame yet.
    const picture = await page.screenshot({ path: join(folder, `${name}.png`) });
    // A page without content takes a tenth of this.
    expect(picture.length).toBeGreaterThan(10_000);
  });
});

/** Takes the picture that previews of links show, in the best quality that is small enough. */
async function smallJpeg(page: Page): Promise<Buffer> {
  for (let quality = 80; ; quality -= 10) {
    const picture = await page.screenshot({ type: 'jpeg', quality });
    if (picture.length <= MAX_PREVIEW_BYTES || quality === 20) return picture;
  }
}
