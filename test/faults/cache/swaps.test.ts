import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { askPlainly, type PlainAnswer } from '../../support/askPlainly.js';
import { type Api, startApi } from '../../support/api.js';
import { untilEnd } from '../../support/each.js';
import { isInternal } from '../../support/endpoints.js';
import {
  type Generation,
  generationsIn,
  makeGenerations,
  MARKERS_QUERY,
  QUERIES,
} from '../../store/cache/generations.js';

/** An answer that began so long after a change is of what is live then. */
const SEEN_WITHIN_MS = 2_000;
const PAUSE_MS = 5;
const TIMEOUT_MS = 90_000;

const generations = untilEnd(await makeGenerations());
const { indexPrefix } = generations;
/** Two processes, which know nothing of each other. */
const apis = (await Promise.all([startApi({ indexPrefix }), startApi({ indexPrefix })])).map(
  untilEnd,
);

// Not by `get` of the API, which would have it look for what is live.
const ask = (api: Api, query: string, tags?: string): Promise<PlainAnswer> =>
  askPlainly(api.address, query, {
    headers: {
      Authorization: `Bearer ${isInternal(query) ? 'dev-internal' : 'dev-public'}`,
      ...(tags === undefined ? {} : { 'If-None-Match': tags }),
    },
  });

const ASKED = [...QUERIES, MARKERS_QUERY];

interface Observed {
  query: string;
  begunAt: number;
  answeredAt: number;
  status: number | undefined;
  generations: string;
}

/** Asks everything of every process, over and over, until what is done meanwhile is done. */
async function observe(work: () => Promise<void>): Promise<Observed[]> {
  const observed: Observed[] = [];
  let isDone = false;
  const callers = apis.flatMap((api) =>
    [0, 1].map(async (shift) => {
      for (let turn = shift; !isDone; turn += 1) {
        const query = ASKED[(turn * 5) % ASKED.length] ?? '';
        const begunAt = performance.now();
        const { status, body } = await ask(api, query);
        const answeredAt = performance.now();
        const found = generationsIn(body.toString());
        observed.push({ query, begunAt, answeredAt, status, generations: found });
        await sleep(PAUSE_MS);
      }
    }),
  );
  await work();
  isDone = true;
  await Promise.all(callers);
  return observed;
}

test(
  'under swaps and rollbacks no answer mixes two generations, and none is of the past after 2 s',
  async () => {
    const swaps: { begunAt: number; endedAt: number; to: Generation }[] = [
      { begunAt: 0, endedAt: performance.now(), to: 'A' },
    ];
    const observed = await observe(async () => {
      for (const to of ['B', 'A', 'B', 'A'] as const) {
        await sleep(to === 'A' && swaps.length === 2 ? 300 : SEEN_WITHIN_MS + 500);
        const begunAt = performance.now();
        await generations.swapTo(to);
        swaps.push({ begunAt, endedAt: performance.now(), to });
      }
      await sleep(SEEN_WITHIN_MS + 500);
    });
    const wrong = observed.filter(({ begunAt, answeredAt, status, generations: found }) => {
      const before = swaps.filter(({ endedAt }) => endedAt <= begunAt).at(-1);
      const isSettled = before !== undefined && begunAt - before.endedAt >= SEEN_WITHIN_MS;
      // A swap may be seen before it is acknowledged.
      const meanwhile = swaps.filter((swap) => swap.endedAt > begunAt && swap.begunAt < answeredAt);
      const right = isSettled ? [before, ...meanwhile].map(({ to }) => to) : ['A', 'B'];
      return status !== 200 || !right.some((generation) => generation === found);
    });
    expect(wrong.slice(0, 5)).toEqual([]);
    for (const generation of ['A', 'B']) {
      const of = observed.filter(({ generations: found }) => found === generation);
      expect(new Set(of.map(({ query }) => query)).size).toBe(ASKED.length);
    }
  },
  TIMEOUT_MS,
);

test(
  'what callers have of a generation is not told to be still so when another one is live',
  async () => {
    const first = await Promise.all(
      apis.flatMap((api) => QUERIES.map(async (query) => ({ api, query, a: await ask(api, query) }))),
    );
    const tagOf = ({ headers }: PlainAnswer): string => headers.etag ?? '';
    for (const { api, query, a } of first) {
      expect(generationsIn(a.body.toString())).toBe('A');
      expect((await ask(api, query, tagOf(a))).status).toBe(304);
    }
    await generations.swapTo('B');
    await sleep(SEEN_WITHIN_MS);
    for (const { api, query, a } of first) {
      const { status, headers, body } = await ask(api, query, tagOf(a));
      expect({ query, status, of: generationsIn(body.toString()) }).toEqual({ query, status: 200, of: 'B' }); // prettier-ignore
      expect(headers.etag).not.toBe(tagOf(a));
    }
  },
  TIMEOUT_MS,
); // prettier-ignore

test(
  'a generation that is deleted as soon as another one is live fails no lookup',
  async () => {
    const answered: { status: number | undefined; generations: string }[] = [];
    // Never asked before, and in no answer that was, so that the process reads the index that was live
    // a moment ago.
    const askAnew = async (api: Api, limit: number): Promise<void> => {
      const { status, body } = await ask(
        api,
        `/cities/findByName?token=made&any_name=true&limit=${limit}`,
      );
      answered.push({ status, generations: generationsIn(body.toString()) });
    };
    const observed = await observe(async () => {
      await sleep(200);
      await generations.swapTo('B');
      await generations.delete('A');
      for (let limit = 1; limit <= 100; limit += 1) {
        await Promise.all(apis.map((api) => askAnew(api, limit)));
        await sleep(20);
      }
    });
    expect(answered.filter(({ status, generations: found }) => status !== 200 || found !== 'B')).toEqual([]); // prettier-ignore
    const wrong = observed.filter(
      ({ status, generations: found }) => status !== 200 || !/^[AB]$/.test(found),
    );
    expect(wrong.slice(0, 5)).toEqual([]);
  },
  TIMEOUT_MS,
);
