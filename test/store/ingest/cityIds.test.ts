import { expect, test } from '@jest/globals';
import type { CityRow } from '../../../ingest/cities/row.js';
import type { CityDocument } from '../../../indices/cities.js';
import { rollbackGeneration } from '../../../ingest/generations/promotion.js';
import { inEachTest } from '../../support/each.js';
import { interceptOnce } from '../../support/interceptOnce.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { citiesOf } from './sources.js';

const sandbox = inEachTest(createSandbox);
const registryOf = ({ indexPrefix }: Sandbox) => `${indexPrefix}-city-ids`;

const big = { sourceId: 'big', name: 'Saint-Denis', regionName: 'Île-de-France', population: 100 };
const small = { sourceId: 'small', name: 'Saint-Denis', regionName: 'Aude', population: 10 };
const lone = { sourceId: 'lone', name: 'Le Puy, en Velay', population: 1 };
const first = { big: 'FRA_Saint-Denis', small: 'FRA_Saint-Denis_Aude', lone: 'FRA_LePuyenVelay' };
const kept = { big: first.big, small: first.small };
/** Small and big, with populations the other way round. */
const swapped = [
  { ...small, population: 100 },
  { ...big, population: 10 },
];

/** Returns the live ids after an ingestion of these rows, by source id. */
async function ingest(...rows: Partial<CityRow>[]): Promise<Record<string, string>> {
  await sandbox.ingest(citiesOf(rows), { allowShrink: true, allowChange: true });
  const live = await sandbox.live<CityDocument>('cities');
  return Object.fromEntries([...live.values()].map((city) => [city.source_id, city.id]));
}

test('an id stays, whatever becomes of its city, and is not given to others', async () => {
  expect(await ingest(big, small, lone)).toEqual(first);
  const renamed = [
    { ...big, name: 'Lutetia' },
    { ...small, regionName: 'Occitanie' },
  ];
  expect(await ingest({ ...lone, countryCode: 'BE' }, ...renamed)).toEqual(first);
  const more = { sourceId: 'more', name: 'Saint-Denis', population: 5_000_000 };
  const without = { more: 'FRA_Saint-Denis_more', small: first.small };
  expect(await ingest(small, more)).toEqual(without);
  expect(await ingest(big, small, more, lone)).toEqual({ ...first, ...without });
});

test('a run that is refused, or fails before its promotion, gives out no ids; one that is killed after it does', async () => {
  await ingest(lone);
  const faulty = { sourceId: 'faulty', name: 'Paris', latitude: 91 };
  await expect(ingest({ ...small, name: 'Paris' }, faulty)).rejects.toThrow(/did not pass/);
  interceptOnce(sandbox.client, ({ path }) => path === '/_aliases', () => Promise.reject(new Error('killed')));
  await expect(ingest(small, lone)).rejects.toThrow('killed');
  expect(await ingest(big, small, lone)).toEqual(first);
  const more = { sourceId: 'more', name: 'Saint-Denis', regionName: 'Gard', population: 20 };
  const isNewId = ({ method, path }: { method: string; path: string }) => method === 'PUT' && path.startsWith(`/${registryOf(sandbox)}/_create`);
  interceptOnce(sandbox.client, isNewId, () => Promise.reject(new Error('killed')));
  const all = { ...first, more: 'FRA_Saint-Denis_Gard' };
  expect(await ingest(big, small, lone, more)).toEqual(all);
  expect(sandbox.notes).toContain('The ids of new cities could not be stored (killed). The next run of cities stores them.');
  await rollbackGeneration(sandbox, 'cities');
  // Others would have it by now.
  const other = { sourceId: 'other', name: 'Saint-Denis', regionName: 'Gard', population: 30 };
  const paris = { sourceId: 'paris', name: 'Paris' };
  expect(await ingest(big, small, lone, more, other, paris)).toEqual({ ...all, other: 'FRA_Saint-Denis_Gard_other', paris: 'FRA_Paris' });
}); // prettier-ignore

test('the live generation is read only if its registry is not whole', async () => {
  await ingest(big, small);
  const { live: index = '' } = await sandbox.generations('cities');
  await sandbox.client.indices.close({ index });
  expect(await ingest(...swapped, lone)).toEqual(first);

  const { live = '' } = await sandbox.generations('cities');
  await sandbox.client.delete({ index: registryOf(sandbox), id: 'coverage' });
  const isClosed = new RegExp(
    `^${index} is closed, and the ids of its cities must stay\\. Open it`,
  );
  await expect(ingest(small)).rejects.toThrow(isClosed);
  await sandbox.client.indices.open({ index });
  await sandbox.client.indices.close({ index: live });
  await expect(ingest(small)).rejects.toThrow(
    `${live} is closed, and the ids of its cities must stay. Open it (POST /${live}/_open), or delete it if it is not needed.`,
  );
});

test('of two runs that read the same registry only one can give out ids', async () => {
  const { client, indexPrefix } = sandbox;
  const [one, other] = await Promise.all(
    [big, small].map((row) => citiesOf([row]).begin({ client, indexPrefix })),
  );
  await one?.afterPromotion?.('one');
  await expect(other?.afterPromotion?.('other')).rejects.toThrow(
    'Another ingestion has given out city ids meanwhile. Ingest cities again.',
  );
  expect(await ingest(small, big)).toEqual(kept);
});
