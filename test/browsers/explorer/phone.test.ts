import { expect, test } from '@jest/globals';
import { eventually, isFirefox, violations } from '../../pages/browser.js';
import { findOption, openRequests, useExplorer, waitForMap } from './explorerPage.js';

const stage = useExplorer();

const GENEVA = '#map?view=10.4/46.2/6.15&at=46.2044,6.1432&lang=en';
// Only Chromium emulates a phone.
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  ...(isFirefox ? {} : { isMobile: true }),
};

test('the header is slim, targets are large, and nothing is clipped', async () => {
  const { page, panel } = await stage.open({ fragment: `${GENEVA}&k=1`, ...PHONE });
  await panel.getByText('CHE_Geneva').first().waitFor();
  const header = await page.locator('header').boundingBox();
  expect(header?.height).toBeLessThanOrEqual(64);
  const small = `[...document.querySelectorAll('button, select, input:not([type=checkbox]), summary:not(.maplibregl-ctrl-attrib-button, .term *), nav a')]
    .filter((it) => it.checkVisibility() && it.getBoundingClientRect().height < 44).map((it) => it.outerHTML)`;
  expect(await page.evaluate(small)).toEqual([]);
  const sign = panel.getByLabel('What rings are');
  await sign.scrollIntoViewIfNeeded();
  // A circle of 24 pixels. 21 pixels from its middle still opens it.
  const found = await sign.evaluate((it) => {
    const { left, top, width, height } = it.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const targets = [[-21, 0], [21, 0], [0, -21], [0, 21]].map(([right = 0, down = 0]) => document.elementFromPoint(x + right, y + down) === it); // prettier-ignore
    return [width, height, ...targets];
  });
  expect(found).toEqual([24, 24, true, true, true, true]);
  await openRequests(page);
  const copies = page.getByRole('button', { name: /^Copy curl/ });
  for (const button of await copies.all()) {
    const box = await button.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 1_000)).toBeLessThanOrEqual(390);
  }
  expect(await copies.count()).toBeGreaterThan(1);
});

test('the sheet covers half, all, or nothing of the map, and comes back with an answer', async () => {
  const { page, panel, search } = await stage.open({ fragment: `${GENEVA}&k=1`, ...PHONE });
  await panel.getByText('CHE_Geneva').first().waitFor();
  const topOf = (): Promise<number> =>
    page.evaluate("document.querySelector('#sheet').getBoundingClientRect().top");
  const half = await topOf();
  expect(half).toBeGreaterThan(400);
  const press = async (name: string): Promise<void> => {
    const handle = page.getByRole('button', { name });
    // Playwright has no touch in Firefox, and scrolls the sheet before it clicks.
    await (isFirefox ? handle.dispatchEvent('click') : handle.tap());
  };
  await press('Show only the answers');
  await eventually(async () => expect(await topOf()).toBeLessThan(100));
  await press('Show only the map');
  await eventually(async () => expect(await topOf()).toBeGreaterThan(740));
  expect(await page.locator('#map').evaluate((map) => map.clientHeight)).toBeGreaterThan(600);
  expect(await violations(page)).toEqual([]);
  await press('Show map and answers');
  await eventually(async () => expect(await topOf()).toBe(half));
  await press('Show only the answers');
  await press('Show only the map');
  await (await findOption({ page, search }, 'lausan', 'Lausanne')).click();
  await panel.getByText('CHE_Lausanne').first().waitFor();
  await eventually(async () => expect(await topOf()).toBe(half));
});

test('the legend is below the map, so that it covers no hexagons', async () => {
  const { page, panel } = await stage.open({
    fragment: `${GENEVA}&k=5&markers=1&by=biome`,
    hasMap: true,
    ...PHONE,
  });
  await panel.getByText('91 hexagons loaded.').waitFor();
  await waitForMap(page);
  const map = await page.locator('#map').boundingBox();
  const legend = await page.locator('#legend').boundingBox();
  const sheet = await page.locator('#sheet').boundingBox();
  expect(map?.height).toBeGreaterThan(200);
  expect((map?.y ?? 0) + (map?.height ?? 0)).toBeLessThanOrEqual(legend?.y ?? 0);
  expect((legend?.y ?? 0) + (legend?.height ?? 0)).toBeLessThanOrEqual(sheet?.y ?? 0);
});

// Playwright emulates no fingers in Firefox.
(isFirefox ? test.skip : test)('the field loses the focus after a choice, and words fit fingers', async () => {
  const { page, panel, search } = await stage.open({ fragment: '#map?lang=en', ...PHONE });
  await panel.getByText('Tap the map').waitFor();
  expect(await panel.innerText()).not.toMatch(/Click|keyboard/);
  await (await findOption({ page, search }, 'toky', 'Tokyo')).tap();
  await panel.getByText('JPN_Tokyo').first().waitFor();
  expect(await page.evaluate('document.activeElement.id')).not.toBe('search');
  expect(await search.inputValue()).toBe('Tokyo');
}); // prettier-ignore
