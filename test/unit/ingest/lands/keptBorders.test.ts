import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BorderEdges } from '../../../../ingest/lands/borderEdges.js';
import { bordersFolder, KeptBorders } from '../../../../ingest/lands/keptBorders.js';
import { realCountries } from '../../../support/landTerritories.js';

const EXTENTS = new Map([['LIE', [{ west: 9, south: 47, east: 10, north: 48 }]]]);

let cache: string;
let kept: KeptBorders;
let border: BorderEdges;
beforeAll(() => {
  cache = mkdtempSync(join(tmpdir(), 'borders-'));
  kept = new KeptBorders(bordersFolder(cache));
  const [country] = realCountries(['LIE']);
  if (country === undefined) throw new Error('there is one');
  border = new BorderEdges(country.border);
});
afterAll(() => {
  rmSync(cache, { recursive: true });
});

test('edges that are kept are those that were made', () => {
  expect(kept.edges('LIE')).toBeUndefined();
  expect(kept.extents()).toBeUndefined();
  kept.keepEdges('LIE', border.shared);
  kept.keepExtents(EXTENTS);
  expect(kept.extents()).toEqual(EXTENTS);
  expect(kept.edges('LIE')).toEqual(border.shared);
  const again = new BorderEdges(kept.edges('LIE') ?? border.shared);
  expect(again.area).toBe(border.area);
  expect(again.holds({ latitude: 47.14, longitude: 9.52 })).toBe(true);
  expect(again.holds({ latitude: 47.14, longitude: 9.4 })).toBe(false);
  const folder = bordersFolder(cache);
  expect(readdirSync(folder).sort()).toEqual(['LIE', 'extents']);
});

test('what is broken, cut off or called otherwise is not used', () => {
  const folder = bordersFolder(cache);
  const path = join(folder, 'LIE');
  const content = readFileSync(path);
  for (const broken of [content.subarray(0, 200), content.subarray(0, 10), Buffer.alloc(0)]) {
    writeFileSync(path, broken);
    expect(kept.edges('LIE')).toBeUndefined();
  }
  const changed = Buffer.from(content);
  changed.writeUInt8(changed.readUInt8(300) ^ 1, 300);
  writeFileSync(path, changed);
  expect(kept.edges('LIE')).toBeUndefined();
  writeFileSync(path, content);
  expect(kept.edges('LIE')).toBeDefined();
  writeFileSync(join(folder, 'AUT'), content);
  expect(kept.edges('AUT')).toBeUndefined();
  kept.forget();
  expect(kept.extents()).toBeUndefined();
});

test('of a cache that holds other things, too, those of forgotten versions are deleted only', () => {
  const forgotten = `borders-${'0'.repeat(32)}`;
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  for (const name of [forgotten, 'borders-of-europe', `borders-${'1'.repeat(32)}`]) {
    mkdirSync(join(cache, name));
    if (!name.endsWith('1')) utimesSync(join(cache, name), longAgo, longAgo);
  }
  // As one that another process has just deleted.
  symlinkSync(join(cache, 'nowhere'), join(cache, `borders-${'2'.repeat(32)}`));
  kept.clearForgotten();
  expect(readdirSync(cache)).not.toContain(forgotten);
  expect(readdirSync(cache)).toEqual(
    expect.arrayContaining(['borders-of-europe', `borders-${'1'.repeat(32)}`]),
  );
});

test('a file that cannot be read is as one that is not there', () => {
  mkdirSync(join(bordersFolder(cache), 'CHE'));
  expect(kept.edges('CHE')).toBeUndefined();
});
