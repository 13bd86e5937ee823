import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { printable } from '../../../../core/cli/printable.js';
import { describeReject, type Reject } from '../../../../ingest/load/outcome.js';
import { jsonForm } from '../../../../ingest/files/ndjson.js';
import { bounded, RejectsFile } from '../../../../ingest/load/rejects.js';
import { Reasons } from '../../../../ingest/load/reasons.js';
import { emptyFolder } from '../../../support/folder.js';

const folder = emptyFolder().path;
let noted: string[];
beforeEach(() => {
  noted = [];
});

const reject = (line: number, reason: string, row?: string): Reject => ({
  ...{ file: 'cities.csv', line, id: `c${line}`, reason },
  ...(row !== undefined && { row: { text: { row }, form: jsonForm('cities.csv') } }),
});

/** Writes so many rejects. */
function write(where: string, count: number, more: { row?: string; maxBytes?: number } = {}) {
  const note = (text: string) => noted.push(text);
  const file = new RejectsFile(where, 'cities', 'geo-cities-g20261121t104500123', note, more.maxBytes); // prettier-ignore
  for (let line = 1; line <= count; line += 1) file.add(reject(line, 'too long', more.row));
  return { path: file.paths(), rows: file.rows };
}

test.each([
  ['latitude 91 is not within -90…90', 'latitude # is not within #…#'],
  ['"Q\\"Q" is not the alpha-2 code of a country', '"…" is not the alpha-2 code of a country'],
  [
    "document_parsing_exception: [1:23] failed to parse field [population] of type [integer] in document with id 'FRA_X'",
    "document_parsing_exception: […] failed to parse field [population] of type [integer] in document with id '…'",
  ],
  [
    'they are not degrees of WGS 84, but 512000.5: convert the file (`ogr2ogr -t_srs EPSG:4326`)',
    'they are not degrees of WGS 84, but #: convert the file (`ogr2ogr -t_srs EPSG:4326`)',
  ],
  ['its coordinates are of EPSG:3857, not 7e-3', 'its coordinates are of EPSG:3857, not #'],
  ["the name isn't there, and it's needed", "the name isn't there, and it's needed"],
])('a reason is counted without what belongs to one row: %s', (reason, folded) => {
  const reasons = new Reasons();
  reasons.add(reject(1, 'none'));
  for (let line = 2; line <= 6; line += 1) reasons.add(reject(line, reason));
  expect(reasons.counts()).toEqual([
    { reason: folded, count: 5, examples: [2, 3, 4].map((line) => `cities.csv:${line} (id c${line})`) }, // prettier-ignore
    { reason: 'none', count: 1, examples: ['cities.csv:1 (id c1)'] },
  ]);
});

test('every rejected row is a line of a file that only its owner may read', () => {
  const { path } = write(join(folder, 'made'), 20, { row: 'é'.repeat(10_000) });
  expect(path).toBe(join(folder, 'made', 'rejects-cities-20261121t104500123.ndjson'));
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as unknown); // prettier-ignore
  expect(lines).toHaveLength(20);
  expect(lines[19]).toEqual({ _source: 'cities.csv', _line: 20, _reason: 'too long', row: 'é'.repeat(10_000) }); // prettier-ignore
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(noted).toEqual([]);
});

test('only the files of the latest ten runs of a resource are kept, and nothing else is deleted', () => {
  const name = (at: number) => `rejects-cities-202611${String(at).padStart(2, '0')}t104500123${at % 2 ? '' : '-2'}.ndjson`;
  const others = ['rejects-places-20260101t104500123.ndjson', 'rejects-cities-notes.ndjson'];
  const earlier = [...Array.from({ length: 12 }, (_, at) => name(at + 1)), 'rejects-cities-20261112t104500123.csv'];
  for (const each of [...others, ...earlier]) writeFileSync(join(folder, each), '');
  write(folder, 1);
  expect(readdirSync(folder).sort()).toEqual([...earlier.slice(3), name(21), ...others].sort());
}); // prettier-ignore

test('without a rejected row there is no file', () => {
  expect(write(folder, 0).path).toBe('');
  expect(readdirSync(folder)).toEqual([]);
});

// Node's own way of making folders never ends below /proc.
test.each(['taken', 'taken/below', '/proc/rejects'])(
  'a folder that cannot be written to is noted once: %s',
  (name) => {
    writeFileSync(join(folder, 'taken'), '');
    expect(write(resolve(folder, name), 20, { row: 'x'.repeat(10_000) }).rows).toBe(0);
    expect(noted).toEqual([
      expect.stringMatching(/^The rejected rows cannot be written to .*\. Name another folder with --rejects or REJECTS_FOLDER\.$/), // prettier-ignore
    ]);
  },
);

test('a file that would fill the disk ends with the row that made it too large', () => {
  const { path, rows } = write(folder, 100, { row: 'x'.repeat(10_000), maxBytes: 100_000 });
  expect(rows).toBeLessThan(20);
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(rows);
});

test('a reject has texts of bounded length', () => {
  const long = 'x'.repeat(1_000_000);
  const { id, reason } = bounded({ file: 'f', line: 1, id: long, reason: long });
  expect([id.length, reason.length]).toEqual([201, 1_001]);
});

test('a reject is described in one line, and commands nothing to a terminal', () => {
  const evil = { file: 'f', line: 1, id: '\u001b[2J\ncities: 9 live', reason: '\u009b31m \u202e' };
  const id = '\\u001b[2J\\u000acities: 9 live';
  expect(printable(describeReject(evil))).toBe(`f:1 (id ${id}): \\u009b31m \\u202e`);
  const reasons = new Reasons();
  reasons.add(evil);
  expect(reasons.counts()[0]?.examples).toEqual([`f:1 (id ${id})`]);
  expect(printable('São Paulo\n\tالقاهرة\u200f')).toBe('São Paulo\n\tالقاهرة\u200f');
});
