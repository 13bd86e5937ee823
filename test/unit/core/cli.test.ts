import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { nearest } from '../../../core/cli/nearest.js';
import { callerPath, createProgram, interruptible, mainOf } from '../../../core/cli/program.js';
import { readShare } from '../../../core/cli/share.js';
import { createProgress, type Progress } from '../../../core/cli/progress.js';
import { fakeTimers } from '../../support/each.js';
import { runMain } from '../../support/program.js';

test('the first signal aborts, the same one passed on by npm does not count, a second one ends the process', async () => {
  const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const main = mainOf(() =>
    createProgram('wait', 'Waits for signals.').action(() => {
      const signal = interruptible();
      process.emit('SIGINT');
      expect(signal.aborted).toBe(true);
      now.mockReturnValue(500);
      process.emit('SIGINT');
      expect(exit).not.toHaveBeenCalled();
      now.mockReturnValue(1_500);
      process.emit('SIGTERM');
      expect(exit).toHaveBeenCalledWith(143);
      signal.throwIfAborted();
    }),
  );
  expect(await runMain(main, [])).toEqual({
    ...{ code: 130, stdout: '' },
    stderr: 'Interrupted: cleaning up. Interrupt again to end at once.\nInterrupted. What was live is still live.\n',
  });
  expect(process.listenerCount('SIGINT') + process.listenerCount('SIGTERM')).toBe(0);
  jest.restoreAllMocks();
}); // prettier-ignore

describe('a path begins in the folder of the caller', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });
  const manifest = join(process.cwd(), 'package.json');

  test.each([
    ['npm in another folder', '/data', manifest, '/data/a.csv'],
    ['another npm', '/data', '/other/package.json', join(process.cwd(), 'a.csv')],
    ['no npm', '', '', join(process.cwd(), 'a.csv')],
  ])('run by %s', (_, INIT_CWD, npm_package_json, expected) => {
    Object.assign(process.env, { INIT_CWD, npm_package_json });
    expect(callerPath('a.csv')).toBe(expected);
    expect(callerPath('/b.csv')).toBe('/b.csv');
  });
});

test.each([
  ['0.005', 0.005],
  ['0.5%', 0.005],
  [' 20 % ', 0.2],
  ['1', 1],
  ['1.1', undefined],
  ['101%', undefined],
  ['-1%', undefined],
  ['%', undefined],
  ['', undefined],
])('the share "%s" is %s', (text, share) => {
  expect(readShare(text)).toBe(share);
});

test.each([
  ['cuontries', 'countries'],
  ['LAND', 'lands'],
  // Half of the letters may be wrong, and no more than three.
  ['db', 'de'],
  ['fr', undefined],
  ['mountain', undefined],
])('for %s, the nearest word is %s', (word, expected) => {
  expect(nearest(word, ['countries', 'lands', 'de'])).toBe(expected);
});

describe('progress', () => {
  let stream: PassThrough;
  let written: string;
  const create = (properties: object): Progress =>
    createProgress(Object.assign(stream, properties));
  fakeTimers();
  beforeEach(() => {
    stream = new PassThrough();
    written = '';
    stream.on('data', (chunk: Buffer) => (written += chunk.toString()));
  });

  test('without a terminal: a line at the start, at most one every five seconds, and one at the end', () => {
    const progress = create({});
    progress.start('cities', 9_000);
    for (let rows = 1_000; rows <= 9_000; rows += 1_000) {
      jest.advanceTimersByTime(1_500);
      progress.update(rows);
    }
    progress.stop();
    progress.stop();
    progress.note('checking');
    expect(written.split('\n')).toEqual([
      'cities: loading, 9000 rows',
      'cities: 4000 of 9000 rows, 667 rows/s, 8 s left',
      'cities: 8000 of 9000 rows, 667 rows/s, 2 s left',
      'cities: 9000 rows read',
      '  checking',
      '',
    ]);
  });

  test.each<[string, number | undefined, string]>([
    ['unknown length', undefined, 'places: loading\nplaces: 50000 rows, 5000 rows/s\nplaces: 50000 rows read\n'],
    ['known bytes', 80_000_000, 'places: loading, 80.0 MB\nplaces: 50000 rows, 8.0 MB of 80.0 MB, 5000 rows/s, 1 min 30 s left\nplaces: 50000 rows read\n'],
  ])('a source of %s', (_, bytes, lines) => {
    const progress = create({});
    progress.start('places', undefined, bytes);
    jest.advanceTimersByTime(10_000);
    progress.update(50_000, 8_000_000);
    const part = { share: 0.1, secondsLeft: 90 };
    expect(progress.of('places')).toEqual(bytes === undefined ? undefined : part);
    expect(progress.of('cities')).toBeUndefined();
    progress.complete();
    expect(progress.of('places')).toEqual({ share: 1, secondsLeft: 0 });
    expect(written).toBe(lines);
  }); // prettier-ignore

  test('no time is said while too little is done: a load begins slowly', () => {
    const progress = create({});
    progress.start('cities', 10_000);
    jest.advanceTimersByTime(10_000);
    progress.update(200);
    expect(progress.of('cities')).toEqual({ share: 0.02 });
    expect(written).toBe('cities: loading, 10000 rows\ncities: 200 of 10000 rows, 20 rows/s\n');
    // A long load has its speed before that.
    jest.advanceTimersByTime(50_000);
    progress.update(200);
    expect(progress.of('cities')).toEqual({ share: 0.02, secondsLeft: 2_940 });
  });

  test('on a terminal: a bar with the share and the rows; it is full at the end unless the run failed', () => {
    const progress = create({ isTTY: true, columns: 120 });
    progress.start('cities', 200);
    progress.update(50);
    jest.advanceTimersByTime(1_000);
    expect(written).toMatch(/cities +=+-+ 25 % \| 50 of 200 rows/);
    progress.update(190);
    progress.complete();
    expect(written).toMatch(/cities +=+ 100 % \| 190 of 190 rows/);
    progress.start('places', 100);
    progress.update(95);
    progress.stop();
    expect(written).toMatch(/places +=+-+ 95 % \| 95 of 100 rows/);
  });

  test('on a terminal: more rows than expected, and an unknown number of rows', () => {
    const progress = create({ isTTY: true, columns: 120 });
    progress.start('cities', 10);
    progress.update(12);
    progress.stop();
    expect(written).toContain('100 % | 12 of 12 rows');
    progress.start('places');
    progress.update(7);
    progress.stop();
    expect(written).toMatch(/places +7 rows \| /);
  });

  test('on a terminal: a source of known bytes', () => {
    const progress = create({ isTTY: true, columns: 120 });
    progress.start('places', undefined, 200);
    progress.update(7, 50);
    jest.advanceTimersByTime(1_000);
    expect(written).toMatch(/places +=+-+ 25 % \| 7 rows \| /);
    progress.update(20, 150);
    progress.complete();
    expect(written).toMatch(/places +=+ 100 % \| 20 rows \| /);
  });
});
