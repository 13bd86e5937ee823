import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../eventually.js';
import { coloursOfMap, type ExplorerStage, startExplorer, waitForMap } from './explorerPage.js';

/** As an operator may have it, with names that mean something else in the explorer. */
const STYLE = {
  version: 8,
  sources: {
    places: {
      type: 'geojson',
      attribution: 'Somebody',
      data: {
        type: 'Polygon',
        coordinates: [[[-20, -20], [20, -20], [20, 0], [-20, 0], [-20, -20]]], // prettier-ignore
      },
    },
  },
  layers: [
    { id: 'sea', type: 'background', paint: { 'background-color': '#102030' } },
    { id: 'ring', type: 'fill', source: 'places', paint: { 'fill-color': '#405060' } },
    { id: 'countries', type: 'line', source: 'places' },
  ],
};

let stage: ExplorerStage;
beforeAll(async () => {
  stage = await startExplorer();
});
afterAll(() => stage.close());

test("the operator's own map stays as it is, and shows what is asked", async () => {
  const { page, faults, close } = await stage.open();
  await page.route('**/explorer.json', (route) =>
    route.fulfill({
      json: {
        developmentTokens: { public: 'dev-public', internal: 'dev-internal' },
        mapStyle: `${stage.address}/style.json`,
        version: '',
      },
    }),
  );
  await page.route('**/style.json', (route) => route.fulfill({ json: STYLE }));
  await page.goto(`${stage.address}/#map?view=2/0.5/0&at=0.5,0&projection=flat&lang=en`);
  await page.reload();
  await waitForMap(page);
  const [sea, land, point] = ['16,32,48', '64,80,96', '179,38,30'];
  expect(await coloursOfMap(page)).toEqual(expect.arrayContaining([sea, land, point]));
  await page.getByLabel('Colours').selectOption('dark');
  await eventually(async () => {
    expect(await coloursOfMap(page)).toEqual(expect.arrayContaining([sea, land, '255,138,128']));
  });
  expect(await page.locator('.maplibregl-ctrl-attrib').innerText()).toMatch(
    /^Somebody(?!.*Natural)/,
  );
  await page.getByRole('combobox', { name: /Search/ }).fill('Braz');
  await page.getByRole('option', { name: 'Brazil South America' }).click();
  await page.waitForURL(/view=[23][^/]*\/-1\d/);
  expect(faults).toEqual([]);
  await close();
});
