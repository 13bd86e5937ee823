import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { RefusedError, UsageError } from '../../../core/cli/failure.js';
import type { Entry, EntryOf } from '../../../operation/backup/entry.js';
import { openBackup, writeBackup } from '../../../operation/backup/file.js';
import { emptyFolder } from '../../support/folder.js';

const hash = 'a'.repeat(64);
const at = '2026-11-22T12:00:00.000Z';
const token: EntryOf<'token'> = {
  kind: 'token',
  hash,
  document: { id: hash.slice(0, 16), name: 'game', scope: 'internal', created_at: at },
};
const marker: EntryOf<'marker'> = {
  kind: 'marker',
  document: { id: 'b\u2028', land_id: '881fb46625fffff', location: [2, 48], season: 7, icon: 1, skin: '' },
}; // prettier-ignore
const ENTRIES: Entry[] = [
  { kind: 'city_ids', ids: [['1', 'FRA_Paris'], ['2', 'JPN_Tōkyō']] },
  token,
  marker,
]; // prettier-ignore
const MANIFEST = { format: 3, begun: at, version: '0.1.0', indexPrefix: 'geo', buildsUuid: 'a' };

const folder = emptyFolder().path;

async function* given(entries: readonly unknown[]): AsyncGenerator<Entry> {
  for (const entry of entries) yield await Promise.resolve(entry as Entry);
}

async function all(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

async function write(
  name: string,
  entries: readonly unknown[] = ENTRIES,
  manifest = MANIFEST,
): Promise<string> {
  const file = join(folder, name);
  await writeBackup(file, manifest, given(entries));
  return file;
}

test.each(['backup.ndjson', 'backup.ndjson.gz'])('%s returns what was saved', async (name) => {
  const file = await write(name);
  const { manifest, counts, entries } = await openBackup(file);
  expect(manifest).toEqual(MANIFEST);
  expect(counts).toEqual({ city_ids: 2, token: 1, marker: 1 });
  expect(await all(entries())).toEqual(ENTRIES);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readdirSync(folder)).toEqual([name]);
});

test.each<[string, (text: string) => string]>([
  ['cut off within a line', (text) => text.slice(0, text.length / 2)],
  ['cut off after a line', (text) => text.split('\n').slice(0, -2).join('\n')],
  ['with only its first line', (text) => text.split('\n').slice(0, 1).join('\n')],
  ['with another value', (text) => text.replace('"season":7', '"season":8')],
  ['without a line', (text) => text.replace(/^.*"kind":"token".*\n/m, '')],
  ['with an empty last line', (text) => text.replace(/^{"end":.*/m, '{"end":null}')],
  ['with other counts', (text) => text.replace('"marker":1', '"marker":9')],
  ['with more after its end', (text) => `${text}{}\n`],
  ['of a later format', (text) => text.replace('"format":3', '"format":4')],
  ['that is a CSV file', () => 'id,name\n'],
  ['that is JSON of another kind', () => '{"id":1}\n'],
  ['with a longer line than any', (text) => text.replace('"skin":""', `"skin":"${'x'.repeat(1024 * 1024)}"`)],
  ['that is empty', () => ''],
])('a file %s is refused', async (_, damage) => {
  const file = await write('backup.ndjson');
  writeFileSync(file, damage(readFileSync(file, 'utf8')));
  const opening = openBackup(file);
  await expect(opening).rejects.toThrow(/backup\.ndjson is not a complete backup .*Nothing was restored/);
  await expect(opening).rejects.toBeInstanceOf(RefusedError);
}); // prettier-ignore

test.each([1, 2])('a file of format %d is read, without what is no longer saved', async (format) => {
  const entries = [
    { kind: 'file', name: 'sources.yaml', text: '' },
    ...ENTRIES.slice(0, 2),
    { kind: 'run', id: 'x', document: {} },
    ...ENTRIES.slice(2),
  ];
  const file = await write('old.ndjson', entries, { ...MANIFEST, format });
  const noted = '"counts":{"file":1,"city_ids":2,"token":1,"run":1,"marker":1}';
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"counts":{[^}]*}/, noted));
  const { counts, entries: read } = await openBackup(file);
  expect(counts).toEqual({ city_ids: 2, token: 1, marker: 1 });
  expect(await all(read())).toEqual(ENTRIES);
}); // prettier-ignore

test('a gzip file that was cut off is refused', async () => {
  const file = await write('backup.ndjson.gz');
  writeFileSync(file, readFileSync(file).subarray(0, -20));
  await expect(openBackup(file)).rejects.toBeInstanceOf(RefusedError);
});

test('a message about a file stays one line', async () => {
  const file = join(folder, 'forged.ndjson');
  writeFileSync(file, '\u001b[2Jcities: 9 live');
  await expect(openBackup(file)).rejects.toThrow(/\\u001b/);
});

test('two backups to the same file at once do not mix', async () => {
  const many = Array.from({ length: 2_000 }, () => ENTRIES).flat();
  await Promise.allSettled([write('backup.ndjson', many), write('backup.ndjson')]);
  await openBackup(join(folder, 'backup.ndjson'));
  expect(readdirSync(folder)).toEqual(['backup.ndjson']);
});

test.each(['before', 'during'])('a file that exists %s the backup is not overwritten', async (when) => {
  const file = join(folder, 'backup.ndjson');
  const save = (): void => {
    writeFileSync(file, 'mine');
  };
  const entries = async function* (): AsyncGenerator<Entry> {
    yield* given(ENTRIES);
    save();
  };
  if (when === 'before') save();
  await expect(writeBackup(file, MANIFEST, entries())).rejects.toBeInstanceOf(UsageError);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(readdirSync(folder)).toEqual(['backup.ndjson']);
}); // prettier-ignore

test('a backup that failed leaves no file', async () => {
  const failing = async function* (): AsyncGenerator<Entry> {
    yield* given(ENTRIES);
    throw new Error('Elasticsearch is away');
  };
  const writing = writeBackup(join(folder, 'backup.ndjson'), MANIFEST, failing());
  await expect(writing).rejects.toThrow('away');
  expect(readdirSync(folder)).toEqual([]);
});
