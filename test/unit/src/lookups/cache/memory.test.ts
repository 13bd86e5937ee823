import { setFlagsFromString } from 'node:v8';
import { lookUpIn } from '../../../../support/lookUp.js';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import Joi from 'joi';
import { cellAt } from '../../../../../core/geo/cell.js';
import {
  ClosestCities,
  type FindCitiesWithin,
} from '../../../../../src/lookups/cache/closestCities.js';
import { lookup } from '../../../../../src/lookups/endpoint.js';
import { boundedMap, type Budget, budgetOf } from '../../../../../src/lookups/cache/budget.js';
import { KeptDocuments } from '../../../../../src/lookups/cache/documents.js';
import { KeptAnswers } from '../../../../../src/lookups/cache/keptAnswers.js';
import { Territories } from '../../../../../src/lookups/cache/territories.js';
import { objectOf, parameterRules } from '../../../../../src/parameters/rules.js';
import { SetLive } from '../../../../support/setLive.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MEGABYTES = 8;
const MEGABYTE = 2 ** 20;
/** Without a bound, each of these tests takes several times as much as it may. */
const QUESTIONS = 200_000;
const IDS = 400_000;
const IDS_AT_ONCE = 100;
/** What is counted is an estimate; and whatever runs takes a little for itself. */
const mostOf = (bytes: number): number => 1.5 * bytes + MEGABYTE;
const TIMEOUT_MS = 180_000;

function someBudget(): Budget {
  const budget = budgetOf(MEGABYTES);
  if (budget === undefined) throw new Error('nothing would be kept');
  return budget;
}

async function growthOf(work: () => Promise<unknown>): Promise<number> {
  collectGarbage();
  const before = process.memoryUsage();
  const kept = await work();
  collectGarbage();
  const after = process.memoryUsage();
  // Held until now.
  expect(kept).toBeDefined();
  return after.heapUsed + after.external - before.heapUsed - before.external;
}

const live = new SetLive('one');
const rules = parameterRules(objectOf({}), (query) => query);
/** Answers that say what was asked, some of them long. */
const endpoint = {
  ...lookup({
    path: '/cities/findByName',
    summary: '',
    description: '',
    parameters: rules,
    data: Joi.any(),
    example: { query: {}, answer: {} },
    reads: [{ resource: 'cities' }],
    handle: () => Promise.resolve({}),
  }),
  question: (query: string) => ({
    ignored: [],
    canonical: () => query,
    recall: () => undefined,
    ask: () => Promise.resolve({ data: query.repeat(query.endsWith('00') ? 100 : 10) }),
  }),
};

test(
  'ever new questions take no more than what may be kept',
  async () => {
    const budget = someBudget();
    const { answers, addresses } = budget;
    const growth = await growthOf(async () => {
      const kept = new KeptAnswers({ live, budget, maxAgeSeconds: 60, code: 'test' });
      for (let number = 0; number < QUESTIONS; number += 1)
        await lookUpIn(kept, endpoint, `token=${number}`).ask();
      expect(lookUpIn(kept, endpoint, `token=${QUESTIONS - 1}`).reply).toBeDefined();
      expect(lookUpIn(kept, endpoint, 'token=0').reply).toBeUndefined();
      return kept;
    });
    expect(growth).toBeLessThan(mostOf(answers + addresses));
  },
  TIMEOUT_MS,
);

test('nor do documents by ever new ids', async () => {
  const { documents } = someBudget();
  const growth = await growthOf(() => {
    const kept = new KeptDocuments(documents);
    for (let from = 0; from < IDS; from += IDS_AT_ONCE) {
      const ids = Array.from({ length: IDS_AT_ONCE }, (_, at) => `id-${from + at}`);
      kept.learn('version', 'places', kept.known('version', 'places', ids), (id) =>
        id.endsWith('0') ? null : { id, name: `The place ${id}`, photos: [], rating: null },
      );
    }
    const last = `id-${IDS - 1}`;
    expect(kept.known('version', 'places', [last, 'id-0']).unknown).toEqual(['id-0']);
    return Promise.resolve(kept);
  });
  expect(growth).toBeLessThan(mostOf(documents));
});

/** One of the places that are asked twice each, so that all is learned that can be. */
const placeOf = (number: number): { latitude: number; longitude: number } => ({
  latitude: ((number * 0.7) % 160) - 80,
  longitude: ((number * 1.1) % 358) - 179,
});
const cells = someBudget().territories;

test(
  'nor do the territories of cells',
  async () => {
    const growth = await growthOf(async () => {
      const territories = new Territories(() => Promise.resolve([]), cells);
      for (let number = 0; number < 20_000; number += 1) {
        await territories.find(placeOf(number), live.now());
        await territories.find(placeOf(number), live.now());
      }
      expect(territories.recall(placeOf(19_999), live.now())).toBeDefined();
      expect(territories.recall(placeOf(0), live.now())).toBeUndefined();
      return territories;
    });
    expect(growth).toBeLessThan(mostOf(cells));
  },
  TIMEOUT_MS,
);

async function learnCity(closest: ClosestCities, number: number): Promise<void> {
  const point = placeOf(number);
  await closest.fill({ countryIds: ['FRA'], primaryOnly: false }, point, point, live.now());
}

/** Finds so many cities around every point. */
function findsCities(count: number): FindCitiesWithin {
  return (_choice, { latitude, longitude }) => {
    const cities = Array.from({ length: count }, (_, at) => ({
      id: `FRA_At${latitude + at / 1_000},${longitude}`,
      location: { latitude: latitude + at / 1_000, longitude },
    }));
    return Promise.resolve(cities);
  };
}

test(
  'nor do the closest cities of cells',
  async () => {
    const reads = [{ resource: 'cities' }];
    const growth = await growthOf(async () => {
      const closest = new ClosestCities(findsCities(12), reads, cells);
      for (let number = 0; number < 4_000; number += 1) {
        await learnCity(closest, number);
        await learnCity(closest, number);
      }
      return closest;
    });
    expect(growth).toBeLessThan(mostOf(cells));
  },
  TIMEOUT_MS,
);

test('cells that were asked once take little, so that many of them are remembered', async () => {
  const asked = { count: 0 };
  const find: FindCitiesWithin = (...given) => {
    asked.count += 1;
    return findsCities(1)(...given);
  };
  const closest = new ClosestCities(find, [{ resource: 'cities' }], 3 * MEGABYTE);
  const count = 2_000;
  const numbers = Array.from({ length: count }, (_, number) => number);
  expect(new Set(numbers.map((number) => cellAt(placeOf(number), 6))).size).toBe(count);
  for (const number of [...numbers, ...numbers]) await learnCity(closest, number);
  expect(asked.count).toBe(count);
});

test('what is larger than an eighth of all is not kept, and drives nothing out', () => {
  const map = boundedMap<string>(80_000, (text) => text.length);
  map.set('small', 'a');
  map.set('large', 'a'.repeat(10_000));
  expect([map.has('small'), map.has('large')]).toEqual([true, false]);
});

test.each([0, 1, 64])('%i megabytes are shared out, and no more', (megabytes) => {
  const budget = budgetOf(megabytes);
  const shares: readonly number[] = Object.values(budget ?? {});
  const bytes = shares.reduce((sum, share) => sum + share, 0);
  expect(bytes).toBe(megabytes * MEGABYTE);
  expect(budget === undefined).toBe(megabytes === 0);
});
