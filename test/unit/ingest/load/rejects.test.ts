import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeReject } from '../../../../ingest/load/outcome.js';
import { printable } from '../../../../core/cli/printable.js';
import { bounded, foldReason, Reasons, RejectsFile } from '../../../../ingest/load/rejects.js';

let folder: string;
let told: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rejects-'));
  told = [];
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const INDEX = 'geo-cities-g20261121t104500123';
const reject = (line: number, reason = 'latitude 91 is not within -90…90', row?: string) => ({
  file: 'cities.csv',
  line,
  id: `c${line}`,
  reason,
  ...(row !== undefined && { row }),
});
const fileIn = (where: string): RejectsFile =>
  new RejectsFile(where, 'cities', INDEX, (text) => told.push(text));

test.each([
  ['latitude 91 is not within -90…90', 'latitude # is not within #…#'],
  ['"Q\\"Q" is not the alpha-2 code of a country', '"…" is not the alpha-2 code of a country'],
  [
    "document_parsing_exception: [1:23] failed to parse field [population] of type [integer] in document with id 'FRA_X'",
    "document_parsing_exception: […] failed to parse field [population] of type [integer] in document with id '…'",
  ],
  ["the name isn't there, and it's needed", "the name isn't there, and it's needed"],
])('of a reason stays what others share: %s', (reason, folded) => {
  expect(foldReason(reason)).toBe(folded);
});

test('reasons are counted, the most frequent first, with three examples', () => {
  const reasons = new Reasons();
  reasons.add(reject(1, 'the name is empty'));
  for (let line = 2; line <= 6; line += 1) reasons.add(reject(line, `latitude ${90 + line} is too much`)); // prettier-ignore
  expect(reasons.counts()).toEqual([
    {
      reason: 'latitude # is too much',
      count: 5,
      examples: ['cities.csv:2 (id c2)', 'cities.csv:3 (id c3)', 'cities.csv:4 (id c4)'],
    },
    { reason: 'the name is empty', count: 1, examples: ['cities.csv:1 (id c1)'] },
  ]);
});

test('every refused row is a line of the file, its text of bounded length', () => {
  const file = fileIn(join(folder, 'made'));
  for (let line = 1; line <= 20; line += 1) file.add(reject(line, 'too long', 'é'.repeat(50_000)));
  file.add(reject(21));
  const path = file.close();
  expect(path).toBe(join(folder, 'made', 'rejects-cities-20261121t104500123.ndjson'));
  const lines = readFileSync(path ?? '', 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as unknown); // prettier-ignore
  expect(lines).toHaveLength(21);
  expect(lines[0]).toEqual({ source: 'cities.csv', line: 1, id: 'c1', reason: 'too long', row: `${'é'.repeat(10_000)}…` }); // prettier-ignore
  expect(lines[20]).toMatchObject({ id: 'c21', row: null });
  expect(told).toEqual([]);
});

test('only the owner may read the rows: their source may have been as secret', () => {
  const file = fileIn(folder);
  file.add(reject(1));
  expect(statSync(file.close() ?? '').mode & 0o777).toBe(0o600);
});

test('where no row is refused there is no file', () => {
  expect(fileIn(folder).close()).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

// Node's own way of making folders never ends below /proc.
test.each(['taken', 'taken/below', '/proc/rejects'])(
  'a folder that cannot be written to is told of once, with what to do: %s',
  (name) => {
    writeFileSync(join(folder, 'taken'), '');
    const file = fileIn(resolve(folder, name));
    for (let line = 1; line <= 20; line += 1)
      file.add(reject(line, 'too long', 'x'.repeat(10_000)));
    expect(file.close()).toBeUndefined();
    expect(told).toEqual([
      expect.stringMatching(
        /^The rejected rows cannot be written to .*\. Name another folder with --rejects or REJECTS_FOLDER\.$/,
      ),
    ]);
  },
);

test('a file that would fill the disk ends with the row that made it too large', () => {
  const file = new RejectsFile(folder, 'cities', INDEX, (text) => told.push(text), 100_000);
  for (let line = 1; line <= 100; line += 1) file.add(reject(line, 'too long', 'x'.repeat(10_000)));
  const lines = readFileSync(file.close() ?? '', 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.length).toBeLessThan(20);
  expect(file.rows).toBe(lines.length);
});

test('neither the id nor the reason nor the row of a reject is as long as a file may make it', () => {
  const long = 'x'.repeat(1_000_000);
  const { id, reason, row = '' } = bounded({ file: 'f', line: 1, id: long, reason: long, row: long }); // prettier-ignore
  expect([id.length, reason.length, row.length]).toEqual([201, 1_001, 10_001]);
  expect(bounded(reject(1))).toEqual(reject(1));
});

test('a reject is told in one line, and commands nothing to a terminal', () => {
  const evil = { file: 'f', line: 1, id: '\u001b[2J\ncities: 9 live', reason: '\u009b31m \u202e' };
  expect(printable(describeReject(evil))).toBe(
    'f:1 (id \\u001b[2J\\u000acities: 9 live): \\u009b31m \\u202e',
  );
  const reasons = new Reasons();
  reasons.add(evil);
  expect(reasons.counts()[0]?.examples).toEqual(['f:1 (id \\u001b[2J\\u000acities: 9 live)']);
  expect(printable('São Paulo\n\tالقاهرة\u200f')).toBe('São Paulo\n\tالقاهرة\u200f');
  expect(JSON.parse(printable(JSON.stringify({ name: '\u009b' })))).toEqual({ name: '\u009b' });
});
