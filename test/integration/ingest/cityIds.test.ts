import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { CityRow } from '../../../ingest/cities/row.js';
import type { CityDocument } from '../../../indices/cities.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { citiesOf } from './sources.js';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const big = { sourceId: 'big', name: 'Saint-Denis', regionName: 'Île-de-France', population: 100 };
const small = { sourceId: 'small', name: 'Saint-Denis', regionName: 'Aude', population: 10 };
const lone = { sourceId: 'lone', name: 'Le Puy, en Velay', population: 1 };

/** The ids that are live after an ingestion of these rows, by source id. */
async function ingest(...rows: Partial<CityRow>[]): Promise<Record<string, string>> {
  await sandbox.ingest(citiesOf(rows), { allowShrink: true });
  const live = await sandbox.live<CityDocument>('cities');
  return Object.fromEntries([...live.values()].map((city) => [city.source_id, city.id]));
}

const first = { big: 'FRA_Saint-Denis', small: 'FRA_Saint-Denis_Aude', lone: 'FRA_LePuyenVelay' };

test('an id stays, whatever becomes of populations, order, names and regions', async () => {
  expect(await ingest(big, small, lone)).toEqual(first);
  expect(await ingest(lone, { ...small, population: 1_000 }, big)).toEqual(first);
  expect(
    await ingest(
      { ...big, name: 'Saint-Denis-en-France' },
      { ...small, regionName: 'Occitanie' },
      { ...lone, countryCode: 'BE' },
    ),
  ).toEqual(first);
});

test('the id of a city that is gone is not given away, and waits for its return', async () => {
  await ingest(big, small, lone);
  const more = { sourceId: 'more', name: 'Saint-Denis', population: 5_000_000 };
  const without = { more: 'FRA_Saint-Denis_more', small: first.small };
  expect(await ingest(small, more)).toEqual(without);
  expect(await ingest(small, more)).toEqual(without);
  expect(await ingest(big, small, more, lone)).toEqual({ ...first, ...without });
});

test('a refused ingestion gives out no ids', async () => {
  const faulty = { sourceId: 'faulty', name: 'Paris', latitude: 91 };
  await expect(ingest({ ...small, name: 'Paris' }, faulty)).rejects.toThrow(/did not pass/);
  expect(await ingest({ ...big, name: 'Paris' })).toEqual({ big: 'FRA_Paris' });
});

test('ids stay even when their registry is lost', async () => {
  await ingest(big, small);
  await sandbox.client.indices.delete({ index: `${sandbox.indexPrefix}-city-ids` });
  const swapped = [
    { ...small, population: 100 },
    { ...big, population: 10 },
  ];
  const kept = { big: first.big, small: first.small };
  expect(await ingest(...swapped)).toEqual(kept);
  await ingest({ ...lone });
  expect(await ingest(...swapped)).toEqual(kept);
});

test('of two runs that read the same registry only one can give out ids', async () => {
  const { client, indexPrefix } = sandbox;
  const one = await citiesOf([big]).begin({ client, indexPrefix });
  const other = await citiesOf([small]).begin({ client, indexPrefix });
  await one.beforePromotion?.('one');
  await expect(other.beforePromotion?.('other')).rejects.toThrow(
    'Another ingestion has given out city ids meanwhile; nothing went live.',
  );
  expect(await ingest(small, big)).toEqual({ big: first.big, small: first.small });
});
