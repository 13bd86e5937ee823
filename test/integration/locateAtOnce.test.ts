import { afterEach, expect, test } from '@jest/globals';
import type { PlainAnswer } from '../support/askPlainly.js';
import { seeded } from '../support/random.js';
import { type Api, startApi } from '../support/api.js';

/** 500 points in five requests for countries, five for cities, and one for lands and markers. */
const FEW = 11;
/** The first one reads all countries. */
const TO_BEGIN = 1;

/** Points to which two cities are equally close are asked of Elasticsearch each time. */
const TIES = 5;
const MOST_TIMES = 50;

let api: Api;
afterEach(() => api.stop());

const random = seeded(500);
const around = (degrees: number): object[] =>
  Array.from({ length: 500 }, () => ({
    lat: 47 + degrees * (random() - 0.5),
    lng: 8 + 2 * degrees * (random() - 0.5),
  }));

const post = (points: object[]): Promise<PlainAnswer> =>
  api.ask('/locate', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(points),
  });

const dataOf = ({ status, body }: PlainAnswer): unknown[] => {
  expect(status).toBe(200);
  return (JSON.parse(body.toString()) as { data: unknown[] }).data;
};

test.each([60, 1, 0.05])('500 new points within %d degrees: a few requests', async (degrees) => {
  api = await startApi({ timeoutMs: 30_000 });
  const points = around(degrees);
  const first = dataOf(await post(points));
  expect(first).toHaveLength(500);
  // Of cells that are looked at beside it, there are a few.
  expect(api.searches).toBeLessThanOrEqual(TO_BEGIN + FEW + 10);
  expect(dataOf(await post(points))).toEqual(first);
});

test('what is kept is not asked for', async () => {
  api = await startApi({ timeoutMs: 30_000 });
  const points = around(0.02);
  const first = dataOf(await post(points));
  for (let times = 0; times < MOST_TIMES; times += 1) {
    api.searches = 0;
    expect(dataOf(await post(points))).toEqual(first);
    if (api.searches <= TIES) return;
    // Cells are looked at afterwards.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`there are ${api.searches} requests still`);
});

test('while nothing is kept, 500 points are a few requests as well', async () => {
  api = await startApi({ cacheMegabytes: 0, timeoutMs: 30_000 });
  expect(dataOf(await post(around(60)))).toHaveLength(500);
  expect(api.searches).toBeLessThanOrEqual(2 * FEW);
});

test('of 40 batches at once at least 8 are answered, and others refused before their work', async () => {
  api = await startApi({ timeoutMs: 30_000 });
  const batches = Array.from({ length: 40 }, () => post(around(60).slice(0, 100)));
  const statuses = (await Promise.all(batches)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(8);
  expect((await post(around(1).slice(0, 20))).status).toBe(200);
});
