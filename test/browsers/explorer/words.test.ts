import { describe, expect, test } from '@jest/globals';
import { eventually, violations } from '../../pages/browser.js';
import { besideMiddle, findOption, useExplorer, waitForMap } from './explorerPage.js';

const stage = useExplorer();

const GENEVA = '#map?view=10.4/46.2/6.15&at=46.2044,6.1432&lang=en';

describe('the search list', () => {
  test('has an icon of the type, the typed letters, and the population', async () => {
    const { page, search, faults } = await stage.open({ fragment: '#map?lang=en' });
    for (const [typed, name, type, marked] of [
      ['singap', /^Singapore Country, Asia \d[\d.]* million$/, 'country', 'Singap'],
      ['singap', /^Singapore City, Singapore \d[\d.]* million$/, 'city', 'Singap'],
      ['bayern', /^Bavaria \(Bayern\) Region, Germany$/, 'region', 'Bayern'],
      ['louvre', /^Louvre Museum, Paris, France$/, 'place', 'Louvre'],
      ['48.85, 2.35', /^48\.85, 2\.35 Look up here$/, 'point', '48.85, 2.35'],
      ['new york', /^New York City, New York, United States \d[\d.]* million$/, 'city', 'New York'],
    ] as const) {
      const option = await findOption({ page, search }, typed, name);
      expect(await option.locator('.type-icon').getAttribute('data-type')).toBe(type);
      const marks = await option.locator('mark').allInnerTexts();
      expect(marks[0]).toBe(marked);
      expect(await violations(page)).toEqual([]);
    }
    expect(faults).toEqual([]);
  });

  test('says what can be found if nothing is', async () => {
    const { page, search } = await stage.open({ fragment: '#map?lang=en' });
    await search.fill('xqxqxq');
    const message = page.getByText(
      'Nothing found. You can search for countries, cities and regions',
    );
    await message.waitFor();
    const [field, box] = [await search.boundingBox(), await message.boundingBox()];
    expect(box?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0));
    expect(await violations(page)).toEqual([]);
  });
});

test.each([
  ['#map?at=999,2', 'This link is not valid: at=999,2. Here is the start.'],
  ['#map?land=foo', 'This link is not valid: land=foo. Here is the start.'],
  ['#nope', 'This link is not valid: #nope. Here is the start.'],
  ['#map?country=XXX', 'This link is not valid: no country has the code XXX. Here is the start.'],
])('the link %s shows the start, and says what is wrong', async (fragment, sentence) => {
  const { page, panel } = await stage.open({ fragment });
  await panel.getByText(sentence).waitFor();
  await panel.getByRole('heading', { name: /^Look up/ }).waitFor();
  await eventually(async () => {
    expect(await page.title()).toBe(
      'Countries, cities and lands on a map · Geographic Data Service',
    );
  });
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('button', { name: /^Where is/ }).click();
  await panel.getByRole('heading', { name: '0, 0' }).waitFor();
  expect(await panel.getByText('not valid').count()).toBe(0);
});

test('places have categories in words. What a game builds is a demo, and needs no condition', async () => {
  const { panel } = await stage.open({ fragment: `${GENEVA}&k=3` });
  const section = panel.getByRole('region', { name: 'Places' });
  await section.getByLabel('Show places and game markers', { exact: true }).check();
  await section.getByText('Populated place').first().waitFor();
  expect(await section.innerText()).not.toContain('_');
  const build = section.getByRole('button', { name: /^(Build|Clear)/, includeHidden: true });
  await build.first().waitFor({ state: 'attached' });
  expect(await build.first().isVisible()).toBe(false);
  await section.getByText('Game markers (demo)').click();
  await build.first().waitFor();
});

test('without a token the condition is said', async () => {
  const settings = { developmentTokens: null };
  const { panel } = await stage.open({ fragment: GENEVA, settings });
  await panel.getByText('(needs an internal token)').waitFor();
});

test('names in Arabic are joined by an Arabic comma', async () => {
  const { page, panel } = await stage.open({ fragment: '#map?at=48.8534,2.3488&lang=ar' });
  await panel.getByRole('heading', { name: 'باريس، فرنسا' }).waitFor();
  expect(await page.title()).toMatch(/^باريس، فرنسا · /);
});

test('both circles have a legend, and the hint is gone while somebody types or moves a slider', async () => {
  const { page, panel, search } = await stage.open({
    hasMap: true,
    viewport: { width: 1_000, height: 600 },
    fragment: `${GENEVA}&k=5&projection=flat`,
  });
  await panel.getByText('91 hexagons loaded.').waitFor();
  await waitForMap(page);
  const circles = page.getByRole('list', { name: 'Circles' });
  const entries = await circles.getByRole('listitem').allInnerTexts();
  expect(entries.map((text) => text.trim())).toEqual(['Nearby countries (7.5 km)']);
  await panel.getByLabel('Show places and game markers').check();
  await circles.getByText('Radius of the markers').waitFor();
  const hint = page.locator('.maplibregl-popup');
  const hover = async (): Promise<void> => {
    for (const shift of [40, 44]) {
      await page.mouse.move(...(await besideMiddle(page, shift, shift)));
    }
    await hint.waitFor();
  };
  await panel.getByLabel('Rings (k)').focus();
  await hover();
  await page.keyboard.press('ArrowRight');
  await hint.waitFor({ state: 'detached' });
  await search.focus();
  await hover();
  await page.keyboard.type('a');
  await hint.waitFor({ state: 'detached' });
});

test('all pages have the same links, and mark the current one', async () => {
  const { page } = await stage.open();
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  for (const [path, current] of [
    ['', 'Map'],
    ['#data', 'Data'],
    ['docs', 'API'],
    ['widget', 'Widget'],
    ['a/mistyped/address', undefined],
  ] as const) {
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.goto(`${stage.address}/${path}`);
    await links.first().waitFor();
    expect(await links.allInnerTexts()).toEqual(['Map', 'Data', 'API', 'Widget', 'Client']);
    const targets = await links.evaluateAll((all) =>
      all.map((each) => (each as HTMLAnchorElement).pathname),
    );
    expect(targets).toEqual(['/', '/', '/docs', '/widget', '/docs']);
    await eventually(async () => {
      const marked = await page.locator('header > nav [aria-current=page]').allInnerTexts();
      expect(marked).toEqual(current === undefined ? [] : [current]);
    });
    for (const width of [1_280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await violations(page)).toEqual([]);
      const root = 'document.documentElement';
      expect(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`)).toBe(0);
    }
  }
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await links.filter({ hasText: 'Widget' }).click();
  await page.waitForURL(`${stage.address}/widget`);
});
