import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { CityRow } from '../../../ingest/cities/row.js';
import type { CityDocument } from '../../../indices/cities.js';
import { rollback } from '../../../ingest/generations/promotion.js';
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

/** Small and big, with populations the other way round. */
const swapped = [
  { ...small, population: 100 },
  { ...big, population: 10 },
];

const kept = { big: first.big, small: first.small };

test('ids stay even when their registry is lost', async () => {
  await ingest(big, small);
  await sandbox.client.indices.delete({ index: `${sandbox.indexPrefix}-city-ids` });
  expect(await ingest(...swapped)).toEqual(kept);
  await ingest({ ...lone });
  expect(await ingest(...swapped)).toEqual(kept);
});

test.each([
  ['a part of', '0', { ids: [['lone', first.lone]] }],
  ['a document that contradicts', '0', { ids: [['big', first.small], ['small', first.big]] }], // prettier-ignore
  ['the coverage of', 'coverage', { generation: 'another', documents: 0 }],
] as const)('ids stay when %s their registry was put there', async (_, id, document) => {
  await ingest(big, small);
  const index = `${sandbox.indexPrefix}-city-ids`;
  await sandbox.client.delete({ index, id: 'coverage' });
  await sandbox.client.index({ index, id, document });
  expect(await ingest(...swapped)).toEqual(kept);
  await ingest({ ...lone });
  expect(await ingest(...swapped, lone)).toEqual(first);
  expect(await ingest(...swapped, lone)).toEqual(first);
});

test('ids of a generation whose registry is whole are not read once more', async () => {
  await ingest(big, small);
  const { live = '' } = await sandbox.generations('cities');
  // What is not read need not be open.
  await sandbox.client.indices.close({ index: live });
  expect(await ingest(...swapped, lone)).toEqual(first);
});

test('ids of a generation that a rollback made live stay', async () => {
  await ingest(big);
  await ingest(big, small);
  await rollback(sandbox, 'cities');
  expect(await ingest(...swapped)).toEqual(kept);
});

test('a live generation that cannot be read is no reason to give its ids away', async () => {
  await ingest(big, small);
  const { live = '' } = await sandbox.generations('cities');
  await sandbox.client.delete({ index: `${sandbox.indexPrefix}-city-ids`, id: 'coverage' });
  await sandbox.client.indices.close({ index: live });
  await expect(ingest(small)).rejects.toThrow(
    `${live} is closed, and the ids of its cities must stay. Open it (POST /${live}/_open), or delete it if it is not needed.`,
  );
});

test('of two rows with one source id the same becomes the city, whatever their order', async () => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({ sourceId: `other-${at}` }));
  const one = { ...big, name: 'Lutetia', population: 100 };
  const other = { ...big, name: 'Paris', population: 100 };
  const names = async (...rows: Partial<CityRow>[]): Promise<unknown> => {
    const again = createSandbox();
    try {
      const { rejects } = await again.ingest(citiesOf([...many, ...rows]));
      const live = await again.live<CityDocument>('cities');
      const city = [...live.values()].find(({ source_id: id }) => id === 'big');
      return {
        id: city?.id,
        name: city?.name,
        rejects: rejects.map(({ id, reason }) => ({ id, reason })),
      };
    } finally {
      await again.remove();
    }
  };
  const chosen = await names(one, other);
  expect(chosen).toEqual({
    id: expect.stringMatching(/^FRA_(?:Lutetia|Paris)$/),
    name: expect.stringMatching(/^(?:Lutetia|Paris)$/),
    rejects: [{ id: 'big', reason: 'another row has the same id' }],
  });
  expect(await names(other, one)).toEqual(chosen);
});

test('of two runs that read the same registry only one can give out ids', async () => {
  const { client, indexPrefix } = sandbox;
  const one = await citiesOf([big]).begin({ client, indexPrefix });
  const other = await citiesOf([small]).begin({ client, indexPrefix });
  await one.beforePromotion?.('one');
  await expect(other.beforePromotion?.('other')).rejects.toThrow(
    'Another ingestion has given out city ids meanwhile. Nothing was promoted; ingest cities again.',
  );
  expect(await ingest(small, big)).toEqual(kept);
});
