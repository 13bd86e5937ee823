import { expect, test } from '@jest/globals';
import type { Point } from '../../../../../core/geo/point.js';
import { Territories } from '../../../../../src/lookups/cache/territories.js';
import type { Snapshot } from '../../../../../src/search/live.js';
import type { Search } from '../../../../../src/search/search.js';

const MEGABYTE = 2 ** 20;
const PARIS: Point = { latitude: 48.8566, longitude: 2.3522 };
const live: Snapshot = { index: ({ resource }) => resource, version: () => '1' };

/** Answers plain questions with France, and proofs with these names of what matched. */
function territoriesThat(...proves: string[]) {
  const asked: ('plain' | 'proof')[] = [];
  const search = ((_: string, body: object) => {
    const isProof = JSON.stringify(body).includes('holdsAll');
    asked.push(isProof ? 'proof' : 'plain');
    return Promise.resolve([
      { _id: 'FRA', _score: 1, ...(isProof && { matched_queries: proves }) },
    ]);
  }) as unknown as Search;
  return { asked, territories: new Territories(search, MEGABYTE) };
}

test('a cell is proven when it is asked for the second time, and not asked for again', async () => {
  const { asked, territories } = territoriesThat(
    'inside',
    'nearby',
    'nearbyAll',
    'holdsAll',
    'touches',
  );
  for (let time = 0; time < 4; time += 1) await territories.find(PARIS, live);
  expect(asked).toEqual(['plain', 'proof']);
  expect(territories.recall(PARIS, live)?.countries).toEqual([{ id: 'FRA', isInside: true }]);
  expect(territories.recallDeciding(PARIS, live)).toEqual(['FRA']);
});

test('smaller cells in one that is not proven are tried at once, one after the other', async () => {
  const { asked, territories } = territoriesThat('inside', 'nearby', 'nearbyAll', 'touches');
  for (let time = 0; time < 6; time += 1) await territories.find(PARIS, live);
  expect(asked).toEqual(['plain', 'proof', 'proof', 'proof', 'plain', 'plain']);
  expect(territories.recall(PARIS, live)).toBeUndefined();
  expect(territories.recallDeciding(PARIS, live)).toBeUndefined();
});

test('which countries decide is known of a cell that one holds, whatever is nearby', async () => {
  const { asked, territories } = territoriesThat('inside', 'nearby', 'holdsAll', 'touches');
  await territories.findDeciding(PARIS, live);
  await territories.findDeciding(PARIS, live);
  expect(territories.recall(PARIS, live)).toBeUndefined();
  expect(territories.recallDeciding(PARIS, live)).toEqual(['FRA']);
  expect(await territories.findDeciding(PARIS, live)).toEqual(['FRA']);
  expect(asked).toEqual(['plain', 'proof']);
});

test('it is not known where no country holds the cell: the nearby ones decide there', async () => {
  const { territories } = territoriesThat('nearby');
  await territories.find(PARIS, live);
  await territories.find(PARIS, live);
  expect(territories.recallDeciding(PARIS, live)).toBeUndefined();
});
