import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from '@jest/globals';
import { interruption, type Interruption } from '../../../../core/cli/program.js';

let signals: EventEmitter;
let nowMs: number;
let logged: string[];
let ends: number[];
let interrupted: Interruption;
beforeEach(() => {
  signals = new EventEmitter();
  nowMs = 0;
  logged = [];
  ends = [];
  interrupted = interruption({
    signals,
    now: () => nowMs,
    log: (text) => logged.push(text),
    end: (exitCode) => ends.push(exitCode),
  });
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('%s aborts, logs it, and exits with the status of a shell', (name, exitCode) => {
  expect(interrupted.signal.aborted).toBe(false);
  expect(interrupted.exitCode()).toBeUndefined();
  signals.emit(name);
  expect(interrupted.signal.aborted).toBe(true);
  expect(interrupted.exitCode()).toBe(exitCode);
  expect(logged).toEqual([expect.stringContaining('Interrupt again to end at once')]);
});

test('the same Ctrl-C, passed on by `npm run`, does not count as a second one', () => {
  signals.emit('SIGINT');
  nowMs = 500;
  signals.emit('SIGINT');
  expect(ends).toEqual([]);
  expect(logged).toHaveLength(1);
});

test('a second signal ends the process at once', () => {
  signals.emit('SIGINT');
  nowMs = 1_500;
  signals.emit('SIGTERM');
  expect(ends).toEqual([143]);
});
