import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { PROJECT } from '../support/docs.js';
import { testFolder } from '../support/folder.js';
import { patienceMs } from '../support/patience.js';
import { useBrowser } from './browser.js';

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
  ['docs', '/docs', 1_200, 720, 'light'],
] as const;

jest.setTimeout(patienceMs);
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
  const picture = await page.screenshot({ path: join(folder, `${name}.png`) });
  // A page without content takes a tenth of this.
  expect(picture.length).toBeGreaterThan(10_000);
});
