import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { readProvenance } from '../../../../indices/provenance.js';
import { readMeta } from '../../../../ingest/generation.js';
import { landResource, type LandOptions } from '../../../../ingest/lands/resource.js';
import { UNKNOWN_TERRAIN } from '../../../support/unknownTerrain.js';
import { Folder } from '../../../support/placeFiles.js';
import { readLands } from '../../../support/storedLands.js';
import { createSandbox, type Sandbox } from '../sandbox.js';
import { citiesOf } from '../sources.js';

// The first of all makes the borders of all countries, and keeps them.
jest.setTimeout(300_000);

const CITIES = citiesOf([
  { countryCode: 'MF', name: 'Marigot', latitude: 18.07, longitude: -63.08, population: 200_000 },
  { countryCode: 'SX', name: 'Philipsburg', latitude: 18.03, longitude: -63.05, population: 2_000 },
]);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = createSandbox();
  await sandbox.ingest(CITIES);
});
afterAll(() => sandbox.remove());

/** The lands of these countries go live. */
async function ingest(countries: readonly string[], more: LandOptions = {}) {
  sandbox.notes.length = 0;
  const options = { ...UNKNOWN_TERRAIN, area: { countries }, ...more };
  const { rows, indexed } = await sandbox.ingest(await landResource(sandbox, options), { allowShrink: true }); // prettier-ignore
  const { live = '' } = await sandbox.generations('lands');
  const found = await readLands(sandbox.client, sandbox.indexPrefix);
  const copied = sandbox.notes.some((note) => note.includes('are those that were live already'));
  expect([rows, indexed]).toEqual([found.size, found.size]);
  return { live, copied, found: new Map([...found].sort()) };
}

test('countries that are added join what is live, the lands on their border as if all were made', async () => {
  const whole = await ingest(['MAF', 'SXM', 'VAT']);
  expect(whole.copied).toBe(false);
  const first = await ingest(['MAF']);
  expect(first.copied).toBe(false);
  const second = await ingest(['SXM', 'VAT', 'MAF']);
  expect(second.copied).toBe(true);
  expect(second.found).toEqual(whole.found);
  const { provenance } = await readMeta(sandbox.client, second.live);
  expect(readProvenance({ provenance })).toMatchObject({
    options: { landCountries: ['MAF', 'SXM', 'VAT'] },
    counts: { rows: whole.found.size, indexed: whole.found.size, rejected: 0 },
  });
  // What was copied can be written to, and what it was copied from can be gone back to.
  const settings = await sandbox.client.indices.getSettings({ index: [first.live, second.live] });
  for (const index of [first.live, second.live]) {
    expect(settings[index]?.settings?.index?.blocks?.write ?? null).toBeNull();
  }
  expect((await sandbox.generations('lands')).previous).toBe(first.live);
});

test('anything else that differs makes everything again', async () => {
  expect((await ingest(['MAF'])).copied).toBe(false);
  expect((await ingest(['SXM'])).copied).toBe(false);
  expect((await ingest(['MAF', 'SXM'], { shards: 2 })).copied).toBe(false);
  expect((await ingest(['MAF', 'SXM'])).copied).toBe(false);
  const heights = { files: [{ name: 'own.tif', bytes: 1, sha256: 'a'.repeat(64) }], read: () => Promise.resolve({ at: () => 7 }) }; // prettier-ignore
  const other = await ingest(['MAF', 'SXM', 'VAT'], { heights });
  expect(other.copied).toBe(false);
  expect([...other.found.values()][0]?.altitude).toBe(7);
  await ingest(['MAF']);
  await sandbox.ingest(CITIES);
  expect((await ingest(['MAF', 'SXM'])).copied).toBe(false);
});

test('live lands of which some are missing are made again', async () => {
  const { live, found } = await ingest(['MAF']);
  const [id = ''] = found.keys();
  await sandbox.client.delete({ index: live, id, refresh: true });
  expect((await ingest(['MAF', 'SXM'])).copied).toBe(false);
});

test('of ALL countries those are expected that a file of borders draws', async () => {
  const folder = new Folder();
  const ring = [[-63.2, 18], [-63, 18], [-63, 18.2], [-63.2, 18.2], [-63.2, 18]]; // prettier-ignore
  const geometry = { type: 'Polygon', coordinates: [ring] };
  const features = [{ type: 'Feature', properties: { code: 'MAF' }, geometry }];
  const collection = JSON.stringify({ type: 'FeatureCollection', features });
  const file = folder.write('borders.geojson', collection);
  const borders = { borders: file, code: 'code', missing: 'left-out' as const };
  const { found } = await ingest(['ALL'], { borders });
  expect(new Set([...found.values()].map(({ country_id: id }) => id))).toEqual(new Set(['MAF']));
  // One that is named is missed.
  await expect(ingest(['MAF', 'SXM'], { borders })).rejects.toThrow('there are no lands of SXM');
  folder.remove();
});
