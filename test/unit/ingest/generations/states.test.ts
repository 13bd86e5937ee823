import { expect, test } from '@jest/globals';
import {
  COMMAND_NAMES,
  isSubject,
  nextState,
  STATES,
  stateOf,
} from '../../../../ingest/generations/states.js';

test.each([
  //                    made    held    live        previous    pinned
  ['hold            ', 'held', 'made', 'live', 'previous', 'pinned'],
  ['replace         ', 'live', 'held', 'previous', 'deleted', 'refused'],
  ['renew           ', 'live', 'held', 'deleted', 'previous', 'refused'],
  ['promote         ', 'made', 'live', 'previous', 'deleted', 'refused'],
  ['discard         ', 'made', 'made', 'live', 'previous', 'pinned'],
  ['rollback        ', 'made', 'held', 'previous', 'live', 'previous'],
  ['rollbackAndPin  ', 'made', 'held', 'previous', 'pinned', 'previous'],
  ['retire          ', 'made', 'held', 'previous', 'previous', 'previous'],
  ['pin             ', 'made', 'held', 'pinned', 'previous', 'pinned'],
  ['unpin           ', 'made', 'held', 'live', 'previous', 'live'],
] as const)('%s leads to %s, %s, %s, %s, %s', (name, ...next) => {
  const command = COMMAND_NAMES.find((each) => each === name.trim()) ?? 'hold';
  expect(STATES.map((state) => nextState(command, state))).toEqual(next);
});

test('the aliases say the state; a command is for generations of one state, and a pinned one is live', () => {
  const generations = { live: 'l', previous: 'p', held: 'h', leftovers: ['m'] };
  expect(['m', 'h', 'l', 'p'].map((index) => stateOf(generations, index))).toEqual(STATES.slice(0, 4)); // prettier-ignore
  const pinned = { ...generations, pinned: 'l' };
  expect(stateOf(pinned, 'l')).toBe('pinned');
  const subjects = COMMAND_NAMES.map((command) =>
    ['m', 'h', 'l', 'p'].filter((index) => isSubject(command, pinned, index)).join(),
  );
  expect(subjects).toEqual(['m', 'm', 'm', 'h', 'h', 'p', 'p', 'l', 'l', 'l']);
});
