import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createProgress } from '../../../../core/cli/progress.js';

/** A stream that keeps what is written to it. */
function createStream(terminal: boolean): { stream: NodeJS.WriteStream; written: () => string } {
  let text = '';
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const properties = terminal ? { isTTY: true, columns: 120 } : {};
  return {
    stream: Object.assign(stream, properties) as unknown as NodeJS.WriteStream,
    written: () => text,
  };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('without a terminal', () => {
  test('a line at the start, at most one every five seconds, and one at the end', () => {
    const { stream, written } = createStream(false);
    const progress = createProgress(stream);
    progress.start('cities', 9_000);
    for (let rows = 1_000; rows <= 9_000; rows += 1_000) {
      jest.advanceTimersByTime(1_500);
      progress.update(rows);
    }
    progress.stop();
    progress.stop();
    progress.note('checking');
    expect(written().split('\n')).toEqual([
      'cities: loading, 9000 rows',
      'cities: 4000 of 9000 rows, 667 rows/s, 8 s left',
      'cities: 8000 of 9000 rows, 667 rows/s, 2 s left',
      'cities: 9000 rows read',
      '  checking',
      '',
    ]);
  });

  test('a source of unknown length', () => {
    const { stream, written } = createStream(false);
    const progress = createProgress(stream);
    progress.start('places');
    jest.advanceTimersByTime(5_000);
    progress.update(7);
    progress.stop();
    expect(written()).toBe('places: loading\nplaces: 7 rows, 1 rows/s\nplaces: 7 rows read\n');
  });

  test('a source whose bytes are known', () => {
    const { stream, written } = createStream(false);
    const progress = createProgress(stream);
    progress.start('places', undefined, 80_000_000);
    jest.advanceTimersByTime(10_000);
    progress.update(50_000, 8_000_000);
    progress.stop();
    expect(written()).toBe(
      'places: loading, 80.0 MB\nplaces: 50000 rows, 8.0 MB of 80.0 MB, 5000 rows/s, 1 min 30 s left\nplaces: 50000 rows read\n',
    );
  });
});

describe('on a terminal', () => {
  test('a bar with the share and the rows', () => {
    const { stream, written } = createStream(true);
    const progress = createProgress(stream);
    progress.start('cities', 200);
    progress.update(50);
    jest.advanceTimersByTime(1_000);
    expect(written()).toMatch(/cities +=+-+ 25 % \| 50 of 200 rows/);
    progress.update(200);
    progress.stop();
    expect(written()).toMatch(/cities +=+ 100 % \| 200 of 200 rows/);
  });

  test('fewer rows than expected: at its end the bar is full, unless the run failed', () => {
    const { stream, written } = createStream(true);
    const progress = createProgress(stream);
    progress.start('lands', 100);
    progress.update(95);
    progress.complete();
    expect(written()).toMatch(/lands +=+ 100 % \| 95 of 95 rows/);
    progress.start('places', 100);
    progress.update(95);
    progress.stop();
    expect(written()).toMatch(/places +=+-+ 95 % \| 95 of 100 rows/);
  });

  test('more rows than expected, and an unknown number of rows', () => {
    const { stream, written } = createStream(true);
    const progress = createProgress(stream);
    progress.start('cities', 10);
    progress.update(12);
    progress.stop();
    expect(written()).toContain('100 % | 12 of 12 rows');
    progress.start('places');
    progress.update(7);
    progress.stop();
    expect(written()).toMatch(/places +7 rows \| /);
  });

  test('a source whose bytes are known', () => {
    const { stream, written } = createStream(true);
    const progress = createProgress(stream);
    progress.start('places', undefined, 200);
    progress.update(7, 50);
    jest.advanceTimersByTime(1_000);
    expect(written()).toMatch(/places +=+-+ 25 % \| 7 rows \| /);
    progress.update(20, 150);
    progress.complete();
    expect(written()).toMatch(/places +=+ 100 % \| 20 rows \| /);
  });
});
