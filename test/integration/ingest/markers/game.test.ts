import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { latLngToCell } from 'h3-js';
import type { BuiltState } from '../../../../indices/markers.js';
import { beforeRequest } from '../../../support/interceptOnce.js';
import { holdLock } from '../sandbox.js';
import { createWorld, numbered, placesAt } from './world.js';
import { inEachTest } from '../../../support/each.js';

const PATIENCE_MS = 240_000;
const RESTS_MS = 20;

const world = inEachTest(createWorld);

const castle = { season: 3, icon: 7, skin: 'gold' };

/** Ingests 20 places with their markers, and then other places. Returns the index of these. */
async function prepare(latitude: number, staying: readonly string[]): Promise<string> {
  await world.ingestPlaces(placesAt(48, numbered(1, 20)));
  await world.ingestMarkers();
  return world.ingestPlaces(placesAt(latitude, staying));
}

const ids = async (): Promise<string[]> => [...(await world.markers()).keys()];

test('a marker that is built at the very moment of its removal is kept', async () => {
  await prepare(48, numbered(1, 16));
  const built = ['000018', '000020'];
  world.beforeBulk('"delete"', async () => {
    for (const id of built) expect(await world.build(id, castle)).toBe(true);
  });
  const options = { allowShrink: true };
  expect(await world.ingestMarkers(options)).toMatchObject({ removed: 2, kept: 2 });
  const markers = await world.markers();
  expect([...markers.keys()]).toEqual([...numbered(1, 16), ...built]);
  for (const id of built) expect(markers.get(id)).toMatchObject(castle);
});

test.each(['"update"', '"delete"'])(
  'an abort before %s loses and removes nothing',
  async (text) => {
    await prepare(49, numbered(1, 19));
    await world.build('000001', castle);
    const interruption = new AbortController();
    world.beforeBulk(text, async () => {
      await world.build('000002', castle);
      interruption.abort(new Error('enough'));
    });
    const { signal } = interruption;
    await expect(world.ingestMarkers({ signal })).rejects.toThrow(/^enough$/);
    const markers = await world.markers();
    expect([...markers.keys()]).toEqual(numbered(1, 20));
    for (const id of ['000001', '000002']) expect(markers.get(id)).toMatchObject(castle);

    // The next run resumes.
    expect(await world.ingestMarkers()).toMatchObject({ removed: 1 });
    expect((await world.markers()).get('000002')).toMatchObject({ ...castle, location: [2, 49] });
  },
);

test('answers that are lost on the way: all is done and counted once', async () => {
  await prepare(49, [...numbered(1, 18), 'new']);
  await world.build('000001', castle);
  for (const text of ['"create"', '"update"', '"delete"']) world.loseAnswer(text);
  const expected = { created: 1, updated: 18, removed: 2, kept: 0 };
  expect(await world.ingestMarkers()).toMatchObject(expected);
  const markers = await world.markers();
  expect([...markers.keys()]).toEqual([...numbered(1, 18), 'new']);
  expect(markers.get('000001')).toMatchObject({ ...castle, location: [2, 49] });
});

test('a run whose lock was taken over while Elasticsearch was away removes nothing', async () => {
  await prepare(48, numbered(1, 19));
  let attempts = 0;
  world.beforeBulk('"delete"', async () => {
    attempts += 1;
    if (attempts > 1) return;
    await holdLock(world, 'markers');
    throw new errors.ConnectionError('away');
  });
  await expect(world.ingestMarkers()).rejects.toThrow(
    /^Another ingestion has taken over the lock of markers/,
  );
  expect(await ids()).toEqual(numbered(1, 20));
});

test('places that are lost during a run take no markers with them', async () => {
  const places = await prepare(49, numbered(1, 19));
  world.beforeBulk('"update"', async () => {
    await world.client.delete({ index: places, id: '000001', refresh: true });
  });
  await expect(world.ingestMarkers()).rejects.toThrow('More places are missing than a moment ago.');
  expect(await ids()).toEqual(numbered(1, 20));
});

test('a place that is lost between the count and the reading takes no marker with it', async () => {
  const places = await prepare(48, numbered(1, 20));
  beforeRequest(world.client, `/${places}/_search`, () =>
    world.client.delete({ index: places, id: '000007', refresh: true }),
  );
  await expect(world.ingestMarkers()).rejects.toThrow(`19 of the 20 places of ${places} could be`);
  expect(await ids()).toEqual(numbered(1, 20));
});

/** Builds on its markers and clears them, one after the other, until it is stopped. */
function startWriter(ids: readonly string[], rest: () => Promise<unknown>) {
  /** What the last acknowledged write left of each; null: nothing is built. */
  const acknowledged = new Map<string, BuiltState | null>();
  /** Markers that did not hold what the last acknowledged write had left there. */
  const lost: string[] = [];
  let writes = 0;
  const end = new AbortController();
  const isOver = (): boolean => end.signal.aborted;
  async function play(): Promise<void> {
    while (!isOver()) {
      for (const [position, id] of ids.entries()) {
        if (isOver()) return;
        writes += 1;
        const expected = acknowledged.get(id);
        const season = (await world.read(id))?.season ?? null;
        if (expected !== undefined && season !== (expected?.season ?? null)) lost.push(id);
        const clears = (writes + position) % 4 === 0;
        const state = { season: writes, icon: position, skin: `skin ${id}` };
        const exists = clears ? await world.clear(id) : await world.build(id, state);
        if (exists) acknowledged.set(id, clears ? null : state);
        else acknowledged.delete(id);
        await rest();
      }
    }
  }
  const ended = play();
  return {
    acknowledged,
    lost,
    writes: () => writes,
    stop() {
      end.abort();
      return ended;
    },
  };
}

test(
  'the game builds while markers are ingested: every built state and every base field is there',
  async () => {
    const LAST = 500;
    const STAYING = 450;
    await world.ingestPlaces(placesAt(40, numbered(1, LAST)));
    await world.ingestMarkers();
    // Slowly, but fast whenever the ingestion is between its reads and its writes.
    let isFast = false;
    const rest = (): Promise<void> => (isFast ? Promise.resolve() : sleep(RESTS_MS));
    const writers = Array.from({ length: 8 }, (_, writer) =>
      startWriter(
        [
          ...numbered(1 + writer * 10, 10 + writer * 10),
          ...numbered(STAYING + 1 + writer * 5, STAYING + 5 + writer * 5),
        ],
        rest,
      ),
    );
    const total = (): number => writers.reduce((sum, writer) => sum + writer.writes(), 0);
    const letPlay = async (): Promise<void> => {
      const until = total() + 100;
      isFast = true;
      while (total() < until) await sleep(5);
      isFast = false;
    };
    world.beforeBulk('"update"', letPlay);
    world.beforeBulk('"delete"', letPlay);
    for (const latitude of [41, 42]) {
      const last = latitude === 42 ? STAYING : LAST;
      await world.ingestPlaces(placesAt(latitude, numbered(1, last)));
      expect(await world.ingestMarkers()).toMatchObject({ created: 0, updated: last });
    }
    await Promise.all(writers.map((writer) => writer.stop()));

    const markers = await world.markers();
    const base = { location: [2, 42], land_id: latLngToCell(42, 2, 8) };
    for (const id of numbered(1, STAYING)) expect(markers.get(id)).toMatchObject(base);
    const vanished = new Set(numbered(STAYING + 1, LAST));
    for (const { acknowledged, lost } of writers) {
      expect(lost).toEqual([]);
      expect(acknowledged.size).toBeGreaterThanOrEqual(10);
      for (const [id, state] of acknowledged) {
        const marker = markers.get(id);
        if (state === null && marker === undefined && vanished.has(id)) continue;
        expect(marker).toMatchObject(state ?? { season: null, icon: null, skin: null });
      }
    }
    expect(markers.size).toBeLessThan(LAST);
  },
  PATIENCE_MS,
);
