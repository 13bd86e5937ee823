import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MarkerDocument } from '../../../indices/markers.js';
import { type OwnMarkers, rowOfMarkers, storeMarkers } from '../../support/ownMarkers.js';
import { callerOf, type MarkerCaller } from '../markers/caller.js';
import { type ApiProcess, startApiProcess } from './api.js';
import { type OwnElasticsearch, PATIENCE_MS } from './ownElasticsearch.js';

const WRITERS = 32;
const MARKERS_EACH = 2;
const KILLS = 3;
const SEASON = 7;
/** Patient enough to leave the machine to Elasticsearch while that starts. */
const RETRY_AFTER_MS = 250;
/** Acknowledged between two kills, so that every kill comes in the middle of writes. */
const WRITES_BETWEEN = 300;
const documents = rowOfMarkers(WRITERS * MARKERS_EACH);

/** What the only writer of a marker knows of it; its icons count upwards. */
interface Known {
  readonly marker: MarkerDocument;
  sent: number;
  acknowledged: number;
}

/** @param elasticsearch runs, and is left running. */
export function testMarkerWrites(elasticsearch: OwnElasticsearch): void {
  let own: OwnMarkers;
  let api: ApiProcess;
  let caller: MarkerCaller;

  beforeAll(async () => {
    own = await storeMarkers(documents, elasticsearch.client());
    const { url: ELASTICSEARCH_URL } = elasticsearch;
    api = await startApiProcess({ ELASTICSEARCH_URL, INDEX_PREFIX: own.indexPrefix });
    caller = callerOf(api.address);
  }, PATIENCE_MS);
  afterAll(async () => {
    await api.stop();
    await own.remove();
  }, PATIENCE_MS);

  test(
    'Elasticsearch killed in the middle of writes: none that was acknowledged is lost',
    async () => {
      const all = documents.map((marker): Known => ({ marker, sent: 0, acknowledged: 0 }));
      const statuses = new Map<number, number>();
      const count = (status: number): number => statuses.get(status) ?? 0;
      let stopped = false;

      async function write(writer: number): Promise<void> {
        const mine = all.slice(writer * MARKERS_EACH, (writer + 1) * MARKERS_EACH);
        while (!stopped) {
          for (const known of mine) {
            known.sent += 1;
            const body = { id: known.marker.id, season: SEASON, icon: known.sent };
            const status = await caller.put('update', body);
            statuses.set(status, count(status) + 1);
            if (status === 200) known.acknowledged = known.sent;
            else await sleep(RETRY_AFTER_MS);
          }
        }
      }

      async function untilWritten(): Promise<void> {
        const enough = count(200) + WRITES_BETWEEN;
        while (count(200) < enough) await sleep(10);
      }

      for (let kill = 1; kill <= KILLS; kill += 1) {
        stopped = false;
        const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
        await untilWritten();
        const refusedBefore = count(503);
        await elasticsearch.kill();
        // They meet the outage, and are at it still when it is over: nobody starts them anew.
        while (count(503) < refusedBefore + WRITERS) await sleep(10);
        const untilThen = all.map(({ acknowledged }) => acknowledged);
        await elasticsearch.start();
        await expectKept(caller, all, untilThen);
        await untilWritten();
        stopped = true;
        await writers;
        await expectKept(caller, all, all.map(({ acknowledged }) => acknowledged)); // prettier-ignore
      }
      // Every caller got an answer, and those whose write was not acknowledged got that one.
      expect([...statuses.keys()].sort()).toEqual([200, 503]);
      expect(api.child.exitCode).toBeNull();
    },
    PATIENCE_MS,
  );
}

/** @param acknowledged of every marker, the last icon that must not be lost. */
async function expectKept(
  caller: MarkerCaller,
  all: Known[],
  acknowledged: number[],
): Promise<void> {
  const lost: string[] = [];
  for (const [position, known] of all.entries()) {
    const { icon = 0 } = await caller.read(known.marker, SEASON);
    if (icon < (acknowledged[position] ?? NaN)) lost.push(known.marker.id);
    expect(icon).toBeLessThanOrEqual(known.sent);
  }
  expect(lost).toEqual([]);
}
