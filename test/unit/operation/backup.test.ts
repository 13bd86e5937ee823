import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RefusedError, UsageError } from '../../../core/cli/failure.js';
import { type Entry, readEntry } from '../../../operation/backup/entry.js';
import { checkBackup, entriesIn, writeBackup } from '../../../operation/backup/file.js';
import { decide } from '../../../operation/backup/restore/markers.js';
import { restoreFiles } from '../../../operation/backup/restore/restore.js';
import type { MarkerDocument } from '../../../indices/markers.js';

const hash = 'a'.repeat(64);
const ENTRIES: Entry[] = [
  { kind: 'file', name: 'sources.yaml', text: 'maxRejects: 0.1\n' },
  { kind: 'city_ids', ids: [['1', 'FRA_Paris'], ['2', 'JPN_Tōkyō']] },
  {
    kind: 'token',
    hash,
    document: {
      id: hash.slice(0, 16),
      name: 'game',
      scope: 'internal',
      created_at: '2026-11-22T12:00:00.000Z',
    },
  },
  {
    kind: 'run',
    id: 'x',
    document: {
      begun: '2026-11-22T12:00:00.000Z',
      ended: '2026-11-22T12:01:00.000Z',
      resource: 'cities',
      outcome: 'done',
      command: 'ingest cities',
      host: 'here',
      version: '0.1.0',
    },
  },
  ...['a', 'b\u2028'].map(
    (id): Entry => ({
      kind: 'marker',
      document: { id, land_id: '881fb46625fffff', location: [2, 48], season: 7, icon: 1, skin: '' },
    }),
  ),
]; // prettier-ignore
const MANIFEST = {
  format: 1,
  begun: '2026-11-22T12:00:00.000Z',
  version: '0.1.0',
  indexPrefix: 'geo',
  markersUuid: null,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function write(name: string, entries = ENTRIES): Promise<string> {
  const file = join(folder, name);
  await writeBackup(file, MANIFEST, given(entries));
  return file;
}

async function* given(entries: readonly Entry[]): AsyncGenerator<Entry> {
  for (const entry of entries) yield await Promise.resolve(entry);
}

test.each(['backup.ndjson', 'backup.ndjson.gz'])('%s gives back what was put in', async (name) => {
  const file = await write(name);
  const counts = { file: 1, city_ids: 2, token: 1, run: 1, marker: 2 };
  expect(await checkBackup(file)).toEqual({ manifest: MANIFEST, counts });
  const found: Entry[] = [];
  for await (const entry of entriesIn(file)) found.push(entry);
  expect(found).toEqual(ENTRIES);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readdirSync(folder)).toEqual([name]);
});

describe('a damaged file is refused', () => {
  test.each<[string, (text: string) => string]>([
    ['cut off within a line', (text) => text.slice(0, text.length / 2)],
    ['cut off after a line', (text) => text.split('\n').slice(0, -2).join('\n')],
    ['with nothing but its beginning', (text) => text.split('\n').slice(0, 1).join('\n')],
    ['with another value', (text) => text.replace('"season":7', '"season":8')],
    ['without a line', (text) => text.replace(/^.*"kind":"run".*\n/m, '')],
    ['with a line twice', (text) => text.replace(/^.*"kind":"run".*\n/m, '$&$&')],
    ['with lines exchanged', (text) => text.replace(/^(.*"kind":"token".*\n)(.*\n)/m, '$2$1')],
    ['with an end that says nothing', (text) => text.replace(/^{"end":.*/m, '{"end":null}')],
    ['with more after its end', (text) => `${text}{}\n`],
    ['of a later form', (text) => text.replace('"format":1', '"format":2')],
    ['that is none', () => 'id,name\n'],
    ['that is empty', () => ''],
  ])('%s', async (_, damage) => {
    const file = await write('backup.ndjson');
    writeFileSync(file, damage(readFileSync(file, 'utf8')));
    const checking = checkBackup(file);
    await expect(checking).rejects.toThrow(/backup\.ndjson is not a complete backup .*Nothing was restored/);
    await expect(checking).rejects.toBeInstanceOf(RefusedError);
  });

  test('a gzip file that was cut off', async () => {
    const file = await write('backup.ndjson.gz');
    expect(gunzipSync(readFileSync(file)).length).toBeGreaterThan(0);
    writeFileSync(file, readFileSync(file).subarray(0, -20));
    await expect(checkBackup(file)).rejects.toBeInstanceOf(RefusedError);
  });
}); // prettier-ignore

test('a link at the place of the unfinished file is not followed', async () => {
  const elsewhere = join(folder, 'elsewhere');
  writeFileSync(elsewhere, 'mine');
  symlinkSync(elsewhere, join(folder, 'backup.ndjson.part'));
  const file = await write('backup.ndjson');
  expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
  expect([lstatSync(file).isFile(), statSync(file).mode & 0o077]).toEqual([true, 0]);
});

describe('an entry that the service could not have stored is refused', () => {
  const [, , token, run, marker] = ENTRIES as [
    Entry,
    Entry,
    Extract<Entry, { kind: 'token' }>,
    Extract<Entry, { kind: 'run' }>,
    Extract<Entry, { kind: 'marker' }>,
  ];
  const tokenWith = (more: object): unknown => ({
    ...token,
    document: { ...token.document, ...more },
  });
  const markerWith = (more: object): unknown => ({
    ...marker,
    document: { ...marker.document, ...more },
  });
  const impossible: [string, unknown][] = [
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
    ['a run whose time is none', { ...run, document: { begun: 'yesterday' } }],
    ['a run of no resource', { ...run, document: { resource: { name: 'cities' } } }],
    ['a longer id of a run than Elasticsearch takes', { ...run, id: 'x'.repeat(513) }],
    ['a time that Elasticsearch does not take', tokenWith({ expires_at: '2026-W12-1' })],
    ['a time beyond the year 9999', tokenWith({ expires_at: '+010000-01-01T00:00:00.000Z' })],
    ['a time before the year 0', tokenWith({ expires_at: '-000001-01-01T00:00:00.000Z' })],
    ['a run that is none', { kind: 'run', id: 'x', document: { '': 1 } }],
    ['a limit that is too large', tokenWith({ requests_per_second: 2 ** 31 })],
    ['a longer name than Elasticsearch takes', tokenWith({ name: 'x'.repeat(32_767) })],
  ];
  test.each(impossible)('%s, before anything is restored', async (_, entry) => {
    const file = await write('backup.ndjson', [token, entry as Entry]);
    await expect(checkBackup(file)).rejects.toThrow(/line 3: .*Nothing was restored/);
  });

  test('a message about it stays one line', async () => {
    const evil = { ...token, hash: 'x\n\u001b[2Jcities: 9 live' };
    const file = await write('backup.ndjson', [evil]);
    await expect(checkBackup(file)).rejects.toThrow(/x\\u000a\\u001b\[2Jcities/);
  });

  test.each<[string, unknown]>([
    ...['..', '.', '../x', '/etc/x', 'a\\b', 'a\0b', 'a\nb', 'a'.repeat(256), ''].map(
      (name): [string, unknown] => [
        `a file called ${JSON.stringify(name)}`,
        { kind: 'file', name, text: '' },
      ],
    ),
    // The API would take each part of it for an origin.
    ['origins as a text', tokenWith({ origins: 'https://a.example' })],
    ['a limit below nothing', tokenWith({ requests_per_second: -1 })],
    ['an end that is no time', tokenWith({ expires_at: 'never' })],
    ['the id of another token', tokenWith({ id: 'b'.repeat(16) })],
    ['members that a token does not have', tokenWith({ token: 'geo_' })],
  ])('%s', (_, entry) => {
    expect(() => readEntry(entry)).toThrow();
    expect(readEntry(token)).toEqual(token);
  });
});

test('files are restored into their folder, overwrite nothing and follow no link', async () => {
  const target = join(folder, 'target');
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(target);
  symlinkSync(elsewhere, join(target, 'linked.yaml'));
  writeFileSync(join(target, 'mine.yaml'), 'mine');
  const names = ['linked.yaml', 'mine.yaml', 'new.yaml'];
  const files = names.map((name): Entry => ({ kind: 'file', name, text: 'theirs' }));
  const notes: string[] = [];
  const backup = { manifest: MANIFEST, entries: () => given(files) };
  await restoreFiles(backup, target, { note: (text) => notes.push(text) });
  expect(existsSync(elsewhere)).toBe(false);
  expect(readFileSync(join(target, 'mine.yaml'), 'utf8')).toBe('mine');
  expect(readFileSync(join(target, 'new.yaml'), 'utf8')).toBe('theirs');
  expect(notes.map((note) => /exists already|restored/.exec(note)?.[0])).toEqual([
    'exists already',
    'exists already',
    'restored',
  ]);
});

test('the name of a file cannot forge a line of a terminal', async () => {
  const name = 'x\n  everything is restored\u001b[2J';
  const files: Entry[] = [{ kind: 'file', name, text: '' }];
  const notes: string[] = [];
  const backup = { manifest: MANIFEST, entries: () => given(files) };
  for (let time = 1; time <= 2; time += 1)
    await restoreFiles(backup, folder, { note: (text) => notes.push(text) });
  const shown = join(folder, 'x\\u000a  everything is restored\\u001b[2J');
  expect(notes).toEqual([`restored ${shown}`, `${shown} exists already and was not changed`]);
});

test('two backups to the same file at once do not mix', async () => {
  const many = Array.from({ length: 2_000 }, () => ENTRIES).flat();
  await Promise.allSettled([write('backup.ndjson', many), write('backup.ndjson')]);
  await checkBackup(join(folder, 'backup.ndjson'));
  expect(readdirSync(folder)).toEqual(['backup.ndjson']);
});

test('a file that appears during the backup is not overwritten', async () => {
  const file = join(folder, 'backup.ndjson');
  const entries = async function* (): AsyncGenerator<Entry> {
    yield* given(ENTRIES);
    writeFileSync(file, 'mine');
  };
  await expect(writeBackup(file, MANIFEST, entries())).rejects.toBeInstanceOf(UsageError);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(readdirSync(folder)).toEqual(['backup.ndjson']);
});

test('nothing is written over another file, and a backup that failed leaves none', async () => {
  const file = await write('backup.ndjson');
  await expect(write('backup.ndjson')).rejects.toBeInstanceOf(UsageError);
  const failing = async function* (): AsyncGenerator<Entry> {
    yield* given(ENTRIES);
    throw new Error('Elasticsearch is away');
  };
  const other = join(folder, 'other.ndjson');
  await expect(writeBackup(other, MANIFEST, failing())).rejects.toThrow('away');
  expect(readdirSync(folder)).toEqual(['backup.ndjson']);
  await checkBackup(file);
});

describe('a built marker of a backup, beside a live one', () => {
  const base: MarkerDocument = { id: 'a', land_id: '881fb46625fffff', location: [2, 48] };
  const saved = { ...base, season: 7, icon: 1, skin: '' };

  test.each<[string, MarkerDocument | undefined, string, string, string]>([
    ['not there', undefined, 'write', 'cleared', 'write'],
    ['not built', base, 'write', 'cleared', 'write'],
    ['cleared', { ...base, season: null, icon: null, skin: null }, 'write', 'cleared', 'write'],
    ['built in an older season', { ...saved, season: 6 }, 'write', 'write', 'write'],
    ['built as in the backup', saved, 'same', 'same', 'same'],
    ['built without a skin', { ...base, season: 7, icon: 1 }, 'same', 'same', 'same'],
    ['built otherwise in its season', { ...saved, icon: 2 }, 'newer', 'newer', 'newer'],
    ['built in a newer season', { ...saved, season: 8 }, 'newer', 'newer', 'newer'],
  ])('that is %s', (_, live, elsewhere, inSameIndex, rebuilding) => {
    expect(decide(saved, live, { isSameIndex: false, rebuild: false })).toBe(elsewhere);
    expect(decide(saved, live, { isSameIndex: true, rebuild: false })).toBe(inSameIndex);
    expect(decide(saved, live, { isSameIndex: true, rebuild: true })).toBe(rebuilding);
  });
});
