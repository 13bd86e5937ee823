import { expect, test } from '@jest/globals';
import { repeatedMembers } from '../../../../src/middleware/body.js';

test.each([
  ['{"a":1,"b":{"a":1,"a":2},"a":[{"a":1}]}', 1, [['a']]],
  ['{"a":"{\\"a\\":1,\\"a\\":2}"}', 1, [[]]],
  ['[{"a":1},{"a":1,"a":2,"\\u0061":3},7,[{"a":1,"a":2}],{},{"b":{"a":1,"a":1},"b":1}]', 2, [[], ['a'], [], ['b']]],
  ['[]', 2, []],
])('repeated members of %s, level %d', (json, level, expected) => {
  expect(repeatedMembers(json, level)?.map((names) => [...names])).toEqual(expected);
}); // prettier-ignore

test.each(['['.repeat(32_000), `[{${'"a":1,'.repeat(6_000)}`])('more than a batch has is not read to its end', (json) => {
  expect(repeatedMembers(json, 2)).toBeUndefined();
}); // prettier-ignore
