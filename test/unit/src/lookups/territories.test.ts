import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import type { MultiPolygon } from 'geojson';
import { borderText } from '../../../../ingest/borders/packed.js';
import { TerritoryFinder } from '../../../../src/lookups/territories.js';
import type { Search } from '../../../../src/search/search.js';
import { eventually } from '../../../support/patience.js';
import { SetLive } from '../../../support/setLive.js';

/** A border of a box, packed as the ingestion does. */
function packed(west: number, south: number, east: number, north: number): string {
  const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]; // prettier-ignore
  const border: MultiPolygon = { type: 'MultiPolygon', coordinates: [[ring]] };
  return borderText(border);
}

const EAST = { BIG: packed(10, 40, 12, 42), SML: packed(12, 40, 13, 41) };
const IN_BIG = { latitude: 41, longitude: 11 };
const IN_SML = { latitude: 40.5, longitude: 12.02 };
const ON_BORDER = { latitude: 40.5, longitude: 12 };
const AT_SEA = { latitude: 0, longitude: 0 };

/** Stands for an answer that only a search gives. */
const SEARCHED = { countries: [{ id: 'ASK', isInside: true }], decidingIds: ['ASK'] };
const live = new SetLive('one');

/** A finder for borders that are read from `answer`. */
function finderOf(
  answer: (index: string) => Record<string, string | undefined> | Promise<never>,
  isEnabled = true,
) {
  const counts = { reads: 0, searches: 0 };
  const search = (async (index: string, body: object): Promise<unknown> => {
    if (!('stored_fields' in body)) {
      counts.searches += 1;
      return [{ _id: 'ASK', matched_queries: ['inside'] }];
    }
    counts.reads += 1;
    const borders = await answer(index);
    return Object.entries(borders).map(([_id, text]) =>
      text === undefined ? { _id } : { _id, fields: { border_packed: [text] } },
    );
  }) as Search;
  const report = jest.fn<(error?: unknown) => void>();
  const finder = new TerritoryFinder(search, isEnabled, report);
  /** Starts to read, and waits until that is over. */
  const read = async (snapshot = live.now()) => {
    report.mockClear();
    finder.get(AT_SEA, snapshot);
    await eventually('borders are read', () => report.mock.calls.length > 0);
    await nextTurn();
    return report.mock.lastCall?.[0];
  };
  return { finder, counts, report, read };
}

test('while the borders are read each lookup searches; afterwards none does', async () => {
  const { finder, counts, read } = finderOf(() => EAST);
  expect(await finder.find(IN_BIG, live.now())).toEqual(SEARCHED);
  expect(await read()).toBeUndefined();
  const inBig = { countries: [{ id: 'BIG', isInside: true }], decidingIds: ['BIG'] };
  const [sml, big] = [{ id: 'SML', isInside: true }, { id: 'BIG', isInside: false }]; // prettier-ignore
  expect(await finder.find(IN_BIG, live.now())).toEqual(inBig);
  expect(finder.get(IN_BIG, live.now())).toBe(await finder.find(IN_BIG, live.now()));
  expect(finder.get(IN_SML, live.now())).toEqual({ countries: [sml, big], decidingIds: ['SML'] });
  expect(finder.get(AT_SEA, live.now())).toEqual({ countries: [], decidingIds: [] });
  expect(counts).toEqual({ reads: 1, searches: 1 });
});

test('a point that is too close to call is searched each time', async () => {
  const { finder, counts, read } = finderOf(() => EAST);
  await read();
  for (let time = 1; time <= 2; time += 1) {
    expect(finder.get(ON_BORDER, live.now())).toBeUndefined();
    expect(await finder.find(ON_BORDER, live.now())).toEqual(SEARCHED);
    expect(counts).toEqual({ reads: 1, searches: time });
  }
});

test('without a cache each lookup searches, and nothing is read', async () => {
  const { finder, counts } = finderOf(() => EAST, false);
  for (let time = 0; time < 3; time += 1) {
    expect(finder.get(IN_BIG, live.now())).toBeUndefined();
    expect(await finder.find(IN_BIG, live.now())).toEqual(SEARCHED);
    await nextTurn();
  }
  expect(counts).toEqual({ reads: 0, searches: 3 });
});

test('while the live generation is unknown each lookup searches, and nothing is read', async () => {
  const { finder, counts, read } = finderOf(() => EAST);
  expect(await finder.find(IN_BIG, live.unknown)).toEqual(SEARCHED);
  expect(counts).toEqual({ reads: 0, searches: 1 });
  await read();
  expect(await finder.find(IN_BIG, live.unknown)).toEqual(SEARCHED);
});

test('a new generation has the new borders', async () => {
  const { finder, counts, read } = finderOf((index) =>
    index === 'countries-one' ? EAST : { NEW: EAST.BIG },
  );
  await read();
  const two = new SetLive('two').now();
  expect(await finder.find(IN_BIG, two)).toEqual(SEARCHED);
  await read(two);
  expect(finder.get(IN_BIG, two)?.decidingIds).toEqual(['NEW']);
  expect(counts).toEqual({ reads: 2, searches: 1 });
});

describe('borders that cannot be used', () => {
  const damaged = `${EAST.SML.slice(0, 10)}AAAA${EAST.SML.slice(14)}`;

  test.each([
    ['absent', undefined],
    ['empty', ''],
    ['damaged', damaged],
    ['not packed', 'POLYGON EMPTY'],
  ])('because one is %s are reported, not read again, and each lookup searches', async (_, text) => {
    const { finder, counts, read } = finderOf(() => ({ ...EAST, SML: text }));
    expect(await read()).toHaveProperty('message', 'SML has no usable border_packed. Ingest the countries again.'); // prettier-ignore
    for (let time = 0; time < 3; time += 1)
      expect(await finder.find(IN_BIG, live.now())).toEqual(SEARCHED);
    expect(counts).toEqual({ reads: 1, searches: 3 });
  }); // prettier-ignore

  test('are reported as over with the next generation', async () => {
    const { finder, report, read } = finderOf((index) =>
      index === 'countries-one' ? { BIG: undefined } : EAST,
    );
    expect(await read()).toBeInstanceOf(Error);
    const two = new SetLive('two').now();
    expect(await read(two)).toBeUndefined();
    expect(report).toHaveBeenCalledTimes(1);
    expect(finder.get(IN_BIG, two)?.decidingIds).toEqual(['BIG']);
  });
});

test('a read that failed is reported, and tried again after ten seconds', async () => {
  const failure = new Error('away');
  let isAway = true;
  const { finder, counts, read } = finderOf(() => (isAway ? Promise.reject(failure) : EAST));
  let nowMs = 1_000_000;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  try {
    expect(await read()).toBe(failure);
    isAway = false;
    nowMs += 9_999;
    expect(await finder.find(IN_BIG, live.now())).toEqual(SEARCHED);
    expect(counts).toEqual({ reads: 1, searches: 1 });
    nowMs += 1;
    expect(await read()).toBeUndefined();
    expect(finder.get(IN_BIG, live.now())?.decidingIds).toEqual(['BIG']);
  } finally {
    clock.mockRestore();
  }
});

test('many countries have their own ids', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 700 }, (_, at) => [`C${at}`, packed(-170 + (at % 34) * 10, -60 + 5 * Math.floor(at / 34), -169 + (at % 34) * 10, -59 + 5 * Math.floor(at / 34))]), // prettier-ignore
  );
  const { finder, read } = finderOf(() => many);
  await read();
  for (const at of [0, 299, 300, 699]) {
    const point = { latitude: -59.5 + 5 * Math.floor(at / 34), longitude: -169.5 + (at % 34) * 10 };
    expect(finder.get(point, live.now())?.countries).toEqual([{ id: `C${at}`, isInside: true }]);
  }
});
