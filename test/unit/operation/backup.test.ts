import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { RefusedError, UsageError } from '../../../core/cli/failure.js';
import {
  type Entry,
  type EntryOf,
  type Manifest,
  noCounts,
} from '../../../operation/backup/entry.js';
import { openBackup, writeBackup } from '../../../operation/backup/file.js';
import { restoreFiles } from '../../../operation/backup/restore.js';
import { emptyFolder } from '../../support/folder.js';

const hash = 'a'.repeat(64);
const at = '2026-11-22T12:00:00.000Z';
const token: EntryOf<'token'> = {
  kind: 'token',
  hash,
  document: { id: hash.slice(0, 16), name: 'game', scope: 'internal', created_at: at },
};
const run: EntryOf<'run'> = {
  kind: 'run',
  id: 'x',
  document: { begun: at, ended: at, resource: 'cities', outcome: 'done', command: 'ingest', host: 'here', version: '0.1.0' },
}; // prettier-ignore
const marker: EntryOf<'marker'> = {
  kind: 'marker',
  document: { id: 'b\u2028', land_id: '881fb46625fffff', location: [2, 48], season: 7, icon: 1, skin: '' },
}; // prettier-ignore
const ENTRIES: Entry[] = [
  { kind: 'file', name: 'sources.yaml', text: 'maxRejects: 0.1\n' },
  { kind: 'city_ids', ids: [['1', 'FRA_Paris'], ['2', 'JPN_Tōkyō']] },
  token,
  run,
  marker,
]; // prettier-ignore
const MANIFEST = { format: 2, begun: at, version: '0.1.0', indexPrefix: 'geo', buildsUuid: 'a' };

const folder = emptyFolder().path;

async function* given(entries: readonly unknown[]): AsyncGenerator<Entry> {
  for (const entry of entries) yield await Promise.resolve(entry as Entry);
}

async function write(name: string, entries: readonly unknown[] = ENTRIES): Promise<string> {
  const file = join(folder, name);
  await writeBackup(file, MANIFEST, given(entries));
  return file;
}

test.each(['backup.ndjson', 'backup.ndjson.gz'])('%s returns what was saved', async (name) => {
  const file = await write(name);
  const { manifest, counts, entries } = await openBackup(file);
  expect(manifest).toEqual(MANIFEST);
  expect(counts).toEqual({ file: 1, city_ids: 2, token: 1, run: 1, marker: 1 });
  const found: Entry[] = [];
  for await (const entry of entries()) found.push(entry);
  expect(found).toEqual(ENTRIES);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readdirSync(folder)).toEqual([name]);
});

test.each<[string, (text: string) => string]>([
  ['cut off within a line', (text) => text.slice(0, text.length / 2)],
  ['cut off after a line', (text) => text.split('\n').slice(0, -2).join('\n')],
  ['with only its first line', (text) => text.split('\n').slice(0, 1).join('\n')],
  ['with another value', (text) => text.replace('"season":7', '"season":8')],
  ['without a line', (text) => text.replace(/^.*"kind":"run".*\n/m, '')],
  ['with an empty last line', (text) => text.replace(/^{"end":.*/m, '{"end":null}')],
  ['with other counts', (text) => text.replace('"marker":1', '"marker":9')],
  ['with more after its end', (text) => `${text}{}\n`],
  ['of a later format', (text) => text.replace('"format":2', '"format":3')],
  ['that is a CSV file', () => 'id,name\n'],
  ['that is empty', () => ''],
])('a file %s is refused', async (_, damage) => {
  const file = await write('backup.ndjson');
  writeFileSync(file, damage(readFileSync(file, 'utf8')));
  const opening = openBackup(file);
  await expect(opening).rejects.toThrow(/backup\.ndjson is not a complete backup .*Nothing was restored/);
  await expect(opening).rejects.toBeInstanceOf(RefusedError);
}); // prettier-ignore

test('a file of an earlier version is read', async () => {
  const file = join(folder, 'old.ndjson');
  const { buildsUuid: markersUuid, ...others } = { ...MANIFEST, format: 1 };
  await writeBackup(file, { ...others, markersUuid } as unknown as Manifest, given(ENTRIES));
  const { manifest, counts } = await openBackup(file);
  expect(manifest).toEqual({ ...others, buildsUuid: null });
  expect(counts.marker).toBe(1);
});

test('a gzip file that was cut off is refused', async () => {
  const file = await write('backup.ndjson.gz');
  writeFileSync(file, readFileSync(file).subarray(0, -20));
  await expect(openBackup(file)).rejects.toBeInstanceOf(RefusedError);
});

describe('an entry that the service could not have stored is refused', () => {
  const tokenWith = (more: object) => ({ ...token, document: { ...token.document, ...more } });
  const markerWith = (more: object) => ({ ...marker, document: { ...marker.document, ...more } });
  const fileNames = ['..', '.', '../x', '/etc/x', 'a\\b', 'a\0b', 'a\nb', 'a'.repeat(256), ''];

  test.each<[string, unknown]>([
    ['a marker beyond the poles', markerWith({ location: [2, 91] })],
    ['a marker beyond the antimeridian', markerWith({ location: [-181, 48] })],
    ['a marker with a longer id than Elasticsearch takes', markerWith({ id: 'é'.repeat(257) })],
    ['a marker whose id is not Unicode', markerWith({ id: '\ud800' })],
    ['a marker whose skin is not Unicode', markerWith({ skin: '\ud800' })],
    ['a marker in no land', markerWith({ land_id: '871fb4662ffffff' })],
    ['an icon that is too large', markerWith({ icon: 2 ** 40 })],
    ['an icon below 0', markerWith({ icon: -1 })],
    ['a season that is too large', markerWith({ season: 2 ** 31 })],
    ['a skin that is too long', markerWith({ skin: 'x'.repeat(129) })],
    ['a run without a time', { ...run, document: { ...run.document, begun: 'yesterday' } }],
    ['a longer id of a run than Elasticsearch takes', { ...run, id: 'x'.repeat(513) }],
    ['a run of unknown members', { ...run, document: { '': 1 } }],
    ['a week instead of a time', tokenWith({ expires_at: '2026-W12-1' })],
    ['a time beyond the year 9999', tokenWith({ expires_at: '+010000-01-01T00:00:00.000Z' })],
    ['a limit that is too large', tokenWith({ requests_per_second: 2 ** 31 })],
    ['a limit below 0', tokenWith({ requests_per_second: -1 })],
    ['a longer name than Elasticsearch takes', tokenWith({ name: 'x'.repeat(32_767) })],
    // The API would take each part of it for an origin.
    ['origins as a text', tokenWith({ origins: 'https://a.example' })],
    ['the id of another token', tokenWith({ id: 'b'.repeat(16) })],
    ['members that a token does not have', tokenWith({ token: 'geo_' })],
    ['an unknown kind', { kind: 'user' }],
    ...fileNames.map((name): [string, unknown] => [`a file called ${JSON.stringify(name)}`, { kind: 'file', name, text: '' }]),
  ])('%s', async (_, entry) => {
    const file = await write('backup.ndjson', [token, entry]);
    await expect(openBackup(file)).rejects.toThrow(/line 3: .*Nothing was restored/);
  }); // prettier-ignore

  test('a message about it stays one line', async () => {
    const file = await write('backup.ndjson', [{ ...token, hash: 'x\n\u001b[2Jcities: 9 live' }]);
    await expect(openBackup(file)).rejects.toThrow(/x\\u000a\\u001b\[2Jcities/);
  });
});

async function restoredFiles(target: string, names: readonly string[]): Promise<string[]> {
  const files = names.map((name): Entry => ({ kind: 'file', name, text: 'theirs' }));
  const notes: string[] = [];
  const backup = { manifest: MANIFEST, counts: noCounts(), entries: () => given(files) };
  await restoreFiles(backup, target, { note: (text) => notes.push(text) });
  return notes;
}

test('files are restored into their folder, overwrite nothing and follow no link', async () => {
  const target = join(folder, 'target');
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(target);
  symlinkSync(elsewhere, join(target, 'linked.yaml'));
  writeFileSync(join(target, 'mine.yaml'), 'mine');
  expect(await restoredFiles(target, ['linked.yaml', 'mine.yaml', 'new.yaml'])).toEqual([
    expect.stringContaining('exists already'),
    expect.stringContaining('exists already'),
    expect.stringContaining('restored'),
  ]);
  expect(existsSync(elsewhere)).toBe(false);
  expect(readFileSync(join(target, 'mine.yaml'), 'utf8')).toBe('mine');
  expect(readFileSync(join(target, 'new.yaml'), 'utf8')).toBe('theirs');
});

test('the name of a file cannot forge a line of a terminal', async () => {
  const shown = join(folder, 'x\\u000a  everything is restored\\u001b[2J');
  const name = 'x\n  everything is restored\u001b[2J';
  expect(await restoredFiles(folder, [name])).toEqual([`restored ${shown}`]);
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
