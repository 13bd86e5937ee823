import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Provenance, readProvenance } from '../../../../indices/provenance.js';
import { VERSION } from '../../../../core/version.js';
import { noteOf, ownFiles } from '../../../../ingest/generations/provenance.js';
import { PROJECT } from '../../../support/docs.js';

const file = { name: 'own.csv', bytes: 12, sha256: 'a'.repeat(64) };
const sound: Provenance = {
  sources: [{ generation: 'geo-cities-g1' }, { ...file, builtIn: true }, file],
  options: { landCountries: ['FRA'] },
  counts: { rows: 3, indexed: 2, rejected: 1 },
  begun: '2026-11-22T06:00:00.000Z',
  live: '2026-11-22T06:01:00.000Z',
  version: '1.0.0',
};

test('what a generation remembers is read, also that of a later version', () => {
  expect(readProvenance({ code: 'c', provenance: sound })).toEqual(sound);
  const options = { ...sound.options, newer: 1 };
  expect(readProvenance({ provenance: { ...sound, options, newer: 1 } })).toEqual(sound);
});

test.each([
  undefined,
  { provenance: 'by hand' },
  { provenance: { ...sound, sources: [{ ...file, bytes: '12' }] } },
  { provenance: { ...sound, options: { landCountries: 'FRA' } } },
  { provenance: { ...sound, live: 'yesterday' } },
])('malformed provenance is ignored: %j', (meta) => {
  expect(readProvenance(meta)).toBeUndefined();
});

test.each([
  [{ state: 'held', beside: 'g1', replaceSource: true }, { state: 'held', beside: 'g1', replaceSource: true }], // prettier-ignore
  [{ state: 'live' }, { state: 'live' }],
  [{ state: 'gone', beside: 'g1' }, {}],
  // Written by earlier versions.
  [{ held: { beside: 'g1', replaceSource: true } }, { state: 'held', beside: 'g1', replaceSource: true }], // prettier-ignore
  [{ held: { beside: 'g1', mayBeLive: true } }, { state: 'live', beside: 'g1' }],
  [{ held: {} }, { state: 'held' }],
  [{}, {}],
])('the note %j is read as %j', (stored, note) => {
  const stamp = 'state' in stored && stored.state === 'gone' ? {} : { stamp: 's' };
  expect(noteOf({ stamp: 's', ...stored, provenance: sound })).toEqual({ ...stamp, ...note, provenance: sound }); // prettier-ignore
  expect(noteOf({ ...stored, provenance: 'by hand' })).toEqual(note);
});

test('own files are those that are neither built in nor a mapping', () => {
  const mapping = { ...file, name: 'mapping.json', role: 'mapping' as const };
  expect(ownFiles({ sources: [...sound.sources, mapping] })).toEqual(['own.csv']);
});

test('the version is that of package.json', () => {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(VERSION).toBe(version);
});
