import { expect, test } from '@jest/globals';
import { builds } from '../../../indices/builds.js';
import { markers } from '../../../indices/markers.js';
import { places } from '../../../indices/places.js';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import type { FaultDetail } from '../../../src/errors.js';
import { RESOURCES } from '../../../src/endpoints.js';
import { Live } from '../../../src/search/live.js';
import type { Checked } from '../../../src/search/readiness.js';
import { storeDocuments } from '../../support/ownDocuments.js';
import { untilEnd } from '../../support/each.js';

const own = untilEnd(await storeDocuments({}));

async function check(
  indexPrefix = own.indexPrefix,
  resources: readonly Checked[] = [places, { ...builds, createdWith: markers.resource }],
): Promise<readonly FaultDetail[]> {
  const live = new Live(own.client, indexPrefix, resources);
  await live.poll();
  return live.faults();
}

test('a closed index can be replaced, but not that of the builds', async () => {
  expect(await check()).toEqual([]);
  for (const { resource } of [places, builds])
    await own.client.indices.close({ index: liveAlias(own.indexPrefix, resource) });
  expect(await check()).toEqual([
    {
      path: 'places',
      message:
        'The live index is closed. Open it, or run `npm run ingest -- places` with `--allow-shrink`.',
    },
    { path: 'builds', message: 'The live index is closed. Open it.' },
  ]);
});

test('a part of the shards is not all of them', async () => {
  const indexPrefix = `${own.indexPrefix}-parts`;
  const alias = liveAlias(indexPrefix, markers.resource);
  const create = (part: string, settings = {}) =>
    own.client.indices.create({
      index: `${alias}-${part}`,
      aliases: { [alias]: {} },
      settings: { number_of_shards: 1, number_of_replicas: 0, ...settings },
      wait_for_active_shards: 0,
    });
  try {
    await create('nowhere', { 'index.routing.allocation.require._name': 'no node has this name' });
    await create('there');
    await own.client.cluster.health({ index: `${alias}-there`, wait_for_status: 'green' });
    expect(await check(indexPrefix, [markers])).toEqual([
      {
        path: 'markers',
        message:
          'Some shards are missing. Check first whether a disk is full, then the health of the cluster.',
      },
    ]);
  } finally {
    for (const part of ['nowhere', 'there'])
      await own.client.indices.delete({ index: `${alias}-${part}`, ignore_unavailable: true });
  }
});

test('what this version makes is as needed', async () => {
  const indexPrefix = `${own.indexPrefix}-present`;
  const indices = RESOURCES.map(({ resource }) => `${liveAlias(indexPrefix, resource)}-1`);
  for (const [position, { resource, mappings }] of RESOURCES.entries()) {
    const aliases = { [liveAlias(indexPrefix, resource)]: {} };
    const index = indices[position] ?? '';
    await own.client.indices.create({ index, mappings, aliases });
  }
  try {
    expect(await check(indexPrefix, RESOURCES)).toEqual([]);
  } finally {
    await own.client.indices.delete({ index: indices });
  }
});

test('what an earlier version made is not what this one needs', async () => {
  const indexPrefix = `${own.indexPrefix}-earlier`;
  const index = `${liveAlias(indexPrefix, places.resource)}-1`;
  const { name, ...properties } = places.mappings.properties ?? {};
  expect(name).toBeDefined();
  const mappings = { properties: { ...properties, rating: { type: 'keyword' as const } } };
  const aliases = { [liveAlias(indexPrefix, places.resource)]: {} };
  await own.client.indices.create({ index, mappings, aliases });
  try {
    expect(await check(indexPrefix, [places])).toEqual([
      {
        path: 'places',
        message:
          'The live index was made by another version; the fields `name`, `rating` differ. Run `npm run ingest -- places`.',
      },
    ]);
  } finally {
    await own.client.indices.delete({ index });
  }
});
