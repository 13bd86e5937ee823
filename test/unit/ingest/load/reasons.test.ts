import { expect, test } from '@jest/globals';
import { countExpected, lostSources, Reasons } from '../../../../ingest/load/reasons.js';

const MISSING = 'latitude is missing; longitude is missing';

/** Counts so many rejects for each reason of a file. */
function countsOf(rejects: readonly (readonly [file: string, reason: string, count: number])[]) {
  const reasons = new Reasons();
  for (const [file, reason, count] of rejects) {
    for (let line = 1; line <= count; line += 1) reasons.add({ file, line, id: 'x', reason });
  }
  return reasons;
}

const rejected = () =>
  countsOf([
    ['a.csv', MISSING, 12],
    ['b.csv', `name is missing; ${MISSING}`, 6],
    ['b.csv', 'latitude 99 is not a number from -90 to 90', 1],
    ['other.csv', MISSING, 50],
  ]);

const expected = (shares: Record<string, number>) =>
  countExpected([{ file: '*.csv', files: ['a.csv', 'b.csv'], rows: 100, shares }], rejected());

test.each([
  ['one of the faults of a row', 'latitude is missing', 18],
  ['the whole reason', MISSING, 18],
  ['another order', 'longitude is missing; latitude is missing', 18],
  ['a fault that few rows have', 'name is missing', 6],
  ['a reason with values, as a message has it', 'latitude 1 is not a number from -90 to 90', 1],
  ['a reason as the summary has it', 'latitude # is not a number from -90 to 90', 1],
  ['no reason', 'latitude missing', 0],
])('rejects of the parts of a source are counted: %s', (_, reason, count) => {
  expect(expected({ [reason]: 1 })).toMatchObject([{ count, tolerated: count }]);
});

test('values of rows are folded, and limits are shown', () => {
  const reasons = countsOf([
    ['a.csv', 'latitude 99.5 is not a number from -90 to 90', 1],
    ['a.csv', 'latitude -91 is not a number from -90 to 90', 1],
    ['a.csv', 'it is longer than 5000000 bytes', 1],
  ]).counts();
  expect(reasons.map(({ reason, count }) => [reason, count])).toEqual([
    ['latitude # is not a number from -90 to 90', 2],
    ['it is longer than 5000000 bytes', 1],
  ]);
});

test('a reject counts for the first of the reasons, and only up to the share', () => {
  const counted = expected({ 'name is missing': 0.5, [MISSING]: 0.1 });
  expect(counted.map(({ count, tolerated }) => [count, tolerated])).toEqual([
    [6, 6],
    [12, 10],
  ]);
  expect(counted.map(({ text }) => text)).toEqual([
    '6 of 100 rows of *.csv (6 %) are rejected for "name is missing"; up to 50 % are expected',
    `12 of 100 rows of *.csv (12 %) are rejected for "${MISSING}"; up to 10 % are expected`,
  ]);
});

test('a source of which all rows are rejected is lost, however small it is', () => {
  const source = (rows: number) => ({ file: '*.csv', files: ['a.csv', 'b.csv'], rows, shares: {} });
  expect(lostSources([source(20), source(0)], rejected())).toEqual([]);
  expect(lostSources([source(19)], rejected())).toEqual(['all 19 rows of *.csv were rejected']);
});
