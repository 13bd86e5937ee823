import { describe, expect, test } from '@jest/globals';
import type { Provenance } from '../../../../indices/provenance.js';
import { conflictOf, type LiveGeneration } from '../../../../ingest/runs/plan.js';
import { type DataOptions, inherit } from '../../../../ingest/runs/options.js';
import type { ResourceName } from '../../../../ingest/generations/resource.js';
import type { Sources } from '../../../../ingest/runs/sources.js';

const FILE = { bytes: 1, sha256: '0'.repeat(64) };

const live = (own: string[] | undefined, sourcesFile?: string): LiveGeneration => {
  const sources = [
    { ...FILE, name: 'packed.zip', builtIn: true as const },
    ...(own ?? []).map((name) => ({ ...FILE, name })),
    ...(sourcesFile === undefined ? [] : [{ ...FILE, name: sourcesFile, role: 'sources' as const }]), // prettier-ignore
  ];
  const provenance: Provenance = {
    ...{ sources, options: {}, counts: { rows: 1, indexed: 1, rejected: 0 }, version: '0.1.0' },
    ...{ begun: '2026-11-01T00:00:00Z', live: '2026-11-01T00:00:00Z' },
  };
  return { index: 'geo-places-1', provenance: own && provenance };
};

const given = (sources: Sources, name = 'sources.json'): DataOptions => ({
  sources: {
    ...sources,
    file: { name, bytes: 1, sha256: '0'.repeat(64), role: 'sources' },
    paths: PATHS.filter(({ section }) => section in sources),
  },
});

const PLACES: Sources = {
  places: { from: [{ file: '/data/own.csv', mapping: '/data/own.json' }] },
};
const CITIES: Sources = { cities: { from: ['built-in', { geonames: '/data/FR.zip' }] } };
const COUNTRIES: Sources = { countries: { borders: '/data/borders.zip#b.shp', code: 'ISO' } };

const PATHS = [
  ['places', 'file', '/data/own.csv'],
  ['places', 'mapping', '/data/own.json'],
  ['cities', 'geonames', '/data/FR.zip'],
  ['countries', 'borders', '/data/borders.zip#b.shp'],
  ['lands', 'heights', '/t'],
].map(([section = '', member = '', path = '']) => ({ section, member, path, kind: undefined }));

describe('a sources file', () => {
  test.each<[string, ResourceName, LiveGeneration, DataOptions]>([
    ['that named what is live', 'places', live(['old.csv'], 'sources.json'), given(PLACES)],
    ['that names the same file', 'places', live(['own.csv'], 'others.json'), given(PLACES)],
    ['that names the file of an option', 'places', live(['own.csv']), given(PLACES)],
    ['that says built-in', 'places', live(['own.csv'], 'sources.json'), given({ places: { from: ['built-in'] } })], // prettier-ignore
    ['of cities', 'cities', live(['FR.zip']), given(CITIES)],
    ['of an archive’s part', 'countries', live(['borders.zip']), given(COUNTRIES, 'other.json')],
    ['of own data in the place of built-in data', 'places', live([]), given(PLACES)],
    ['of lands', 'lands', live(['tile1.tif'], 'sources.json'), given({ lands: { heights: '/t' } })],
  ])('%s may replace it', (_, name, before, options) => {
    expect(conflictOf(name, before, options)).toBeUndefined();
  });

  test.each<[string, ResourceName, LiveGeneration, DataOptions]>([
    ['of other files, by another name', 'places', live(['x.csv'], 'others.json'), given(PLACES)],
    ['that names one file of two', 'places', live(['own.csv', 'x.csv']), given(PLACES)],
    ['that says nothing of it', 'places', live(['own.csv'], 'sources.json'), given(CITIES)],
    ['that says no files', 'cities', live(['FR.zip'], 'sources.json'), given({ cities: {} })],
    ['of data of an unknown source', 'places', live(undefined), given(PLACES)],
    ['that is not given', 'countries', live(['borders.zip'], 'sources.json'), {}],
  ])('%s may not', (_, name, before, options) => {
    expect(conflictOf(name, before, options)?.remedy).toMatch(/pass --replace-source/);
  });
});

test('of built-in data with changes, nothing asks for a file that makes them', () => {
  const { provenance, ...rest } = live([]);
  const changes = { ...FILE, name: 'changes.ndjson', role: 'changes' as const };
  const sources = [...(provenance?.sources ?? []), changes];
  const changed = { ...rest, provenance: provenance && { ...provenance, sources } };
  expect(conflictOf('places', changed, {})).toEqual({
    what: 'the live places are the built-in data with changes of changes.ndjson',
    remedy: 'To give up the changes, pass --replace-source.',
  });
});

test('countries of lands are kept where nothing else is given', () => {
  const remembered = { landCountries: ['AND', 'FRA'] };
  expect(inherit('lands', {}, remembered)).toMatchObject({
    options: remembered,
    inherited: ['--land-countries AND,FRA'],
  });
  expect(inherit('lands', { landCountries: ['FRA'] }, remembered).inherited).toEqual([]);
  expect(inherit('lands', {}, {}).inherited).toEqual([]);
});
