import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { MarkerDocument } from '../../../indices/markers.js';
import { pick, seeded } from '../../support/random.js';
import { rowOfMarkers, storeMarkers } from '../../support/ownDocuments.js';
import { startApiProcess } from '../outages/api.js';
import { callerOf, type MarkerCaller } from './caller.js';
import { History } from './history.js';

const WRITERS = 32;
const WRITES_EACH = 12;
const SEASON = 7;
const PATIENCE_MS = 240_000;
const documents = rowOfMarkers(200);

const own = await storeMarkers(documents);
const start = () =>
  startApiProcess({
    ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL ?? '',
    INDEX_PREFIX: own.indexPrefix,
    ELASTICSEARCH_TIMEOUT_MS: '10000',
  });
const processes = await Promise.all([start(), start()]);
const [first, second] = processes.map(({ address }) => callerOf(address));
if (first === undefined || second === undefined) throw new Error('two are needed');
const callers: [MarkerCaller, MarkerCaller] = [first, second];
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await own.remove();
});

let used = 0;
function fresh(count: number): MarkerDocument[] {
  return documents.slice(used, (used += count));
}

/** The one of a writer, and the other one, through which it reads. */
const pairOf = (writer: number): [MarkerCaller, MarkerCaller] =>
  writer % 2 === 0 ? callers : [callers[1], callers[0]];

/** Sends a write until it is acknowledged: the machine may be busy for longer than a write may take. */
async function acknowledged(write: () => Promise<number>): Promise<void> {
  for (let status = await write(); status !== 200; status = await write()) {
    expect(status).toBe(503);
    await sleep(50);
  }
}

describe.each([
  ['many markers', WRITERS],
  ['few markers', 3],
  ['one marker', 1],
])('32 writers on %s through two processes', (_, count) => {
  test(
    'every acknowledged write is seen at once through the other process',
    async () => {
      const markers = fresh(count).map((marker) => ({ marker, history: new History() }));
      const random = seeded(count);
      let stale = 0;
      let icons = 0;

      async function work(writer: number): Promise<void> {
        const [writing, reading] = pairOf(writer);
        for (let round = 0; round < WRITES_EACH; round += 1) {
          const { marker, history } = pick(random, markers);
          const icon = (icons += 1);
          await acknowledged(() => {
            history.send(icon);
            return writing.put('update', { id: marker.id, season: SEASON, icon });
          });
          history.acknowledge(icon);
          const isNewEnough = history.beginRead();
          const read = await reading.read(marker, SEASON);
          if (!isNewEnough(read.icon)) stale += 1;
        }
      }
      await Promise.all(Array.from({ length: WRITERS }, (__, writer) => work(writer)));

      expect(icons).toBe(WRITERS * WRITES_EACH);
      expect(stale).toBe(0);
      for (const { marker, history } of markers) {
        const isNewEnough = history.beginRead();
        const [first, second] = await Promise.all(callers.map((one) => one.read(marker, SEASON)));
        expect(first).toEqual(second);
        if (first?.is_built === true) expect(isNewEnough(first.icon)).toBe(true);
      }
    },
    PATIENCE_MS,
  );
});

test('of seasons written at once, the newest stays, and only older ones are refused', async () => {
  for (const marker of fresh(10)) {
    const seasons = Array.from({ length: 16 }, (_, writer) => 1 + ((writer * 7) % 16));
    const statuses = await Promise.all(
      seasons.map(async (season, writer) => {
        const [caller] = pairOf(writer);
        const body = { id: marker.id, season, icon: season };
        for (;;) {
          const status = await caller.put('update', body);
          if (status !== 503) return { season, status };
        }
      }),
    );
    for (const { season, status } of statuses) {
      expect(season === 16 ? [200] : [200, 409]).toContain(status);
    }
    expect(await callers[0].read(marker, 16)).toMatchObject({ is_built: true, icon: 16 });
    expect(await own.stored(marker.id)).toEqual({ ...marker, season: 16, icon: 16, skin: '' });
    // All is decided now: whichever process is asked, every older one is refused.
    expect(await callers[0].put('update', { id: marker.id, season: 15, icon: 1 })).toBe(409);
    expect(await callers[1].put('update', { id: marker.id, season: 15, icon: 1 })).toBe(409);
  }
});
