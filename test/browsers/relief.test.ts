import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROJECT } from '../support/docs.js';
import { testFolder } from '../support/folder.js';
import { useBrowser } from '../pages/browser.js';

const { path: folder } = testFolder();
const started = useBrowser();

const PIXELS = 128;

/** Returns the pixel of the flat map at a place. */
function pixelAt(latitude: number, longitude: number): { column: number; row: number } {
  const north = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / Math.PI;
  const column = Math.floor(((longitude + 180) / 360) * PIXELS);
  return { column, row: Math.floor(((1 - north) / 2) * PIXELS) };
}

test('`npm run relief` paints deserts, forests and ice in their colours, and no sea', async () => {
  const file = join(folder, 'relief.webp');
  const command = ['run', '--silent', 'relief', '--', String(PIXELS), file];
  execFileSync('npm', command, { cwd: PROJECT });
  const page = await started.browser.newPage();
  const colourAt = (latitude: number, longitude: number): Promise<number[]> =>
    page.evaluate(
      async ({ picture, at: { column, row } }) => {
        const image = new Image();
        image.src = `data:image/webp;base64,${picture}`;
        await image.decode();
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context?.drawImage(image, 0, 0);
        return [image.width, ...(context?.getImageData(column, row, 1, 1).data ?? [])];
      },
      { picture: readFileSync(file).toString('base64'), at: pixelAt(latitude, longitude) },
    );
  const [size, red = 0, , blue = 0, sahara] = await colourAt(23, 10);
  expect([size, sahara]).toEqual([PIXELS, 255]);
  expect(red - blue).toBeGreaterThan(40);
  const [, redOfForest = 0, green = 0] = await colourAt(-4, -65);
  expect(green).toBeGreaterThan(redOfForest);
  expect(Math.min(...(await colourAt(75, -40)).slice(1))).toBeGreaterThan(220);
  expect((await colourAt(0, -30)).at(-1)).toBe(0);
});
