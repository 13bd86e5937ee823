import { expect, test } from '@jest/globals';
import {
  type Check,
  type Measure,
  runChecks,
} from '../../../../../ingest/generations/checks/check.js';
import { describeWarnings } from '../../../../../ingest/generations/checks/values.js';

const checksOf = (
  measures: Readonly<Record<string, readonly Measure[]>>,
): Check<{ index: string }>[] =>
  Object.entries(measures).map(([name, each]) => ({ name, measure: () => each }));

test('all that is measured is reported once, the nearest to its limit first, and complaints in their order', async () => {
  const { complaints, values } = await runChecks(
    checksOf({
      size: [{ value: 0, limit: 0.1 }],
      changed: [
        { of: 'name', value: 0.1, limit: 0.2 },
        { of: 'name', value: 0.3, limit: 0.2, complaint: 'renamed' },
        { of: 'population', value: 0.5, limit: 2, unit: 'factor', complaint: 'halved' },
      ],
      countries: [{ value: 1 / 3, limit: 0, unit: 'count' }],
      pinned: [{ complaint: 'pinned' }],
      empty: [{ value: 0 / 0, limit: 1 }],
    }),
    { index: 'geo-cities-g2' },
  );
  expect(complaints).toEqual(['renamed', 'halved', 'pinned']);
  expect(values).toEqual([
    { check: 'countries', value: 1 / 3, limit: 0, unit: 'count' },
    { check: 'changed', of: 'name', value: 0.3, limit: 0.2, unit: 'share' },
    { check: 'changed', of: 'population', value: 0.5, limit: 2, unit: 'factor' },
    { check: 'size', value: 0, limit: 0.1, unit: 'share' },
  ]);
});

test('values are bounded', async () => {
  const measures = Array.from({ length: 200 }, (_, at) => ({ of: `${at}`, value: at, limit: 1 })); // prettier-ignore
  const { values } = await runChecks(checksOf({ changed: measures }), { index: 'geo-cities-g2' });
  expect(values).toHaveLength(100);
  expect(values[0]?.of).toBe('199');
});

test.each([
  [
    { of: 'population', value: 0.12, limit: 0.2 },
    '  warning: check population: 12 %, at most 20 %',
  ],
  [{ value: 0.1, limit: 0.2 }, undefined],
  [{ value: 0, limit: 0, unit: 'count' }, undefined],
  [{ value: 1.5, limit: 2, unit: 'km' }, '  warning: check: 1.5 km, at most 2 km'],
  [{ value: 1.1, limit: 2, unit: 'factor' }, undefined],
  [{ value: 0.6, limit: 2, unit: 'factor' }, '  warning: check: 0.6 factor, at most 2 factor'],
  [{ value: 1.7, limit: 2, unit: 'factor' }, '  warning: check: 1.7 factor, at most 2 factor'],
] as const)('%j is shown as %j', async (measure, warning) => {
  const { values } = await runChecks(checksOf({ check: [measure] }), { index: 'geo-cities-g2' });
  expect(describeWarnings(values)).toEqual(warning === undefined ? [] : [warning]);
});

test('what refuses data is no warning beside its complaint', () => {
  const values = [{ check: 'size', value: 0.2, limit: 0.1, unit: 'share' }] as const;
  expect(describeWarnings(values, true)).toEqual([]);
  // It was accepted.
  expect(describeWarnings(values)).toEqual(['  warning: size: 20 %, at most 10 %']);
});
