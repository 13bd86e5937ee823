import { expect, test } from '@jest/globals';
import { idList } from '../../../../src/parameters/joi.js';
import { queryJoi } from '../../../../src/parameters/joi.js';
import { readQuery } from '../../../../src/parameters/query.js';
import { objectOf, parameterRules } from '../../../../src/parameters/rules.js';
import { faultsOf } from './readings.js';

let checked = 0;
const rules = parameterRules(
  objectOf({
    ids: idList(
      queryJoi.string().custom((text: string, helpers) => {
        checked += 1;
        return text.startsWith('bad') ? helpers.error('any.invalid') : text;
      }),
      { meaning: 'Ids', rule: 'ids', example: 'a' },
    ),
  }),
  (query) => query,
);

const list = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join();

/** A query is at most read twice, and once more for what is told of its faults. */
const READINGS = 3;

test.each([
  ['right ones', (index: number) => `a${index}`],
  ['faulty ones', () => 'bad'],
  ['empty ones', () => ''],
])('of 30,000 %s no more are looked at than may be given', (_, of) => {
  checked = 0;
  const faults = faultsOf(rules, `ids=${list(30_000, of)}`);
  expect(faults.ids).toContain('at most 500');
  expect(checked).toBeLessThanOrEqual(READINGS * 501);
});

test('a list is no longer read where ten of it are faulty, which are told', () => {
  checked = 0;
  const faults = faultsOf(rules, `ids=${list(500, (index) => (index % 2 === 1 ? 'bad' : 'a'))}`);
  expect(faults.ids).toMatch(/\(see elements 2, 4, 6, 8, 10, 12, 14, 16, 18, 20\)$/);
  expect(checked).toBeLessThan(40);
});

test('of names that nobody reads, 100 are told', () => {
  const names = Array.from({ length: 900 }, (_, index) => `n${index}`);
  const { ignored } = readQuery(`ids=a&${names.join('&')}`, rules);
  expect(ignored).toEqual(names.slice(0, 100));
});

test.each(['%', 'a=%', 'ids=%', 'n'])(
  '30,000 parameters are refused before they are read: %s',
  (pair) => {
    const query = Array<string>(30_000).fill(pair).join('&');
    const read = () => readQuery(query, rules);
    expect(read).toThrow(expect.objectContaining({ status: 400 }));
    expect(read).toThrow(/at most 1000 parameters/);
    expect(() => readQuery(`ids=a${'&'.repeat(60_000)}`, rules)).not.toThrow();
  },
);
