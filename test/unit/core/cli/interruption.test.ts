import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from '@jest/globals';
import { interruption, type Interruption } from '../../../../core/cli/interruption.js';

let signals: EventEmitter;
let nowMs: number;
let said: string[];
let ends: number[];
let interrupted: Interruption;
beforeEach(() => {
  signals = new EventEmitter();
  nowMs = 0;
  said = [];
  ends = [];
  interrupted = interruption({
    signals,
    now: () => nowMs,
    say: (text) => said.push(text),
    end: (exitCode) => ends.push(exitCode),
  });
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('%s aborts, says so, and is told as a shell tells it', (name, exitCode) => {
  expect(interrupted.signal.aborted).toBe(false);
  expect(interrupted.exitCode()).toBeUndefined();
  signals.emit(name);
  expect(interrupted.signal.aborted).toBe(true);
  expect(interrupted.exitCode()).toBe(exitCode);
  expect(said).toEqual([expect.stringContaining('interrupt again to end at once')]);
});

test('the same Ctrl-C, passed on by `npm run`, is no second one', () => {
  signals.emit('SIGINT');
  nowMs = 500;
  signals.emit('SIGINT');
  expect(ends).toEqual([]);
  expect(said).toHaveLength(1);
});

test('a second one ends the process at once', () => {
  signals.emit('SIGINT');
  nowMs = 1_500;
  signals.emit('SIGTERM');
  expect(ends).toEqual([143]);
});
