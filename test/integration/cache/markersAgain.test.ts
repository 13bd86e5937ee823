import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { gridDisk } from 'h3-js';
import type { PlaceCells } from '../../../ingest/places/row.js';
import { createWorld, ingestLands, placeIn } from '../ingest/world.js';
import { startApi } from '../../support/api.js';
import { untilEnd } from '../../support/each.js';

const SEEN_WITHIN_MS = 2_000;
const DISK = gridDisk('881fb46625fffff', 1);
const [ONE = '', OTHER = ''] = DISK;
/** All lands with one marker more in one of them each time. */
const TARGET = `/lands/findByIds?land_ids=${ONE},${OTHER}`;

const placesIn = (land: string, count: number): PlaceCells[] =>
  Array.from({ length: count }, (_, at) => placeIn(land, `${land}-${at}`));

const world = untilEnd(createWorld());
await ingestLands(world, DISK);
await ingest([1, 0]);
const api = untilEnd(await startApi({ indexPrefix: world.indexPrefix }));

async function ingest([one, other]: readonly [number, number]): Promise<void> {
  await world.ingestPlaces([...placesIn(ONE, one), ...placesIn(OTHER, other)]);
}

async function counts(): Promise<number[]> {
  const { body } = await api.ask(TARGET);
  const { data } = JSON.parse(body.toString()) as { data: { markers_count: number }[] };
  return data.map(({ markers_count: count }) => count);
}

test('markers_count is that of now two seconds after markers were ingested again', async () => {
  expect(await counts()).toEqual([1, 0]);
  const done = new AbortController();
  const caller = (async () => {
    while (!done.signal.aborted) {
      await counts();
      await sleep(5);
    }
  })();
  const before = (await api.ask(TARGET)).headers.etag ?? '';
  for (const expected of [[1, 3], [2, 3], [0, 1]] as const) {
    await ingest(expected);
    await sleep(SEEN_WITHIN_MS);
    expect(await counts()).toEqual(expected);
    api.searches = 0;
    await counts();
    expect(api.searches).toBe(0);
    const { status } = await api.ask(TARGET, { headers: { 'If-None-Match': before } });
    expect(status).toBe(200);
  }
  done.abort();
  await caller;
}); // prettier-ignore
