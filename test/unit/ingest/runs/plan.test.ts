import type { Client } from '@elastic/elasticsearch';
import { describe, expect, test } from '@jest/globals';
import type { Provenance } from '../../../../indices/provenance.js';
import { conflictOf, type LiveGeneration, planRun } from '../../../../ingest/runs/plan.js';
import { type DataOptions, inherit, type RunOptions } from '../../../../ingest/runs/options.js';
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

describe('a run', () => {
  const PLACES = 'geo-places-g20261101t000000000';
  const MARKERS = 'geo-markers-g20261101t000000000';

  interface Stored {
    own?: string[];
    pinned?: string[];
    isLive?: boolean;
  }

  /** Returns what a run would do with the places, which are live with their markers. */
  async function planOf(
    chosen: readonly ResourceName[],
    options: RunOptions,
    { own = ['own.csv'], pinned = [], isLive = true }: Stored,
  ) {
    const { provenance } = live(own);
    const mapping = { ...FILE, name: 'mapping.json', role: 'mapping' as const };
    const sources = [...(provenance?.sources ?? []), ...(own.length > 0 ? [mapping] : [])];
    const all = { [PLACES]: 'geo-places', [MARKERS]: 'geo-markers' };
    const indices = {
      getAlias: ({ index: pattern }: { index: string }) =>
        Promise.resolve(Object.fromEntries(
          Object.entries(all).filter(([index]) => index.startsWith(pattern.slice(0, -1))).map(([index, alias]) => {
            const names = [...(isLive ? [alias] : []), ...(pinned.includes(alias) ? [`${alias}-pinned`] : [])];
            return [index, { aliases: Object.fromEntries(names.map((name) => [name, {}])) }];
          }),
        )),
      getMapping: ({ index }: { index: string }) =>
        Promise.resolve({ [index]: { mappings: { _meta: { provenance: { ...provenance, sources: index === PLACES ? sources : [] } } } } }),
    };
    const context = { client: { indices } as unknown as Client, indexPrefix: 'geo' };
    const steps = await planRun(context, chosen, options);
    const { skipReason, note } = steps.find(({ name }) => name === (pinned.includes('geo-markers') ? 'markers' : 'places')) ?? {};
    return skipReason ?? note ?? 'made';
  } // prettier-ignore

  const PINNED = { own: [], pinned: ['geo-places'] };
  const LEFT_ALONE =
    /^left alone: the live places were made from own\.csv, and are live since 20\S+Z\. .*--place-file and --place-mapping with the same file names \(mapping\.json\)\. .*pass --replace-source\.$/;
  test.each<[string, ResourceName[], RunOptions, RegExp, Stored]>([
    ['of all', [], {}, LEFT_ALONE, {}],
    ['of what is needed', [], { ifNeeded: true }, LEFT_ALONE, {}],
    ['of places if needed', ['places'], { ifNeeded: true }, LEFT_ALONE, {}],
    ['that may replace them', ['places'], { replaceSource: true }, /^made$/, {}],
    ['of built-in places', ['places'], {}, /^made$/, { own: [] }],
    ['of a new version of the file', [], { placeFile: 'b/own.csv', placeMapping: 'mapping.json' }, /^made$/, {}],
    ['that tries them', ['places'], { dryRun: true }, /^cannot be promoted as it is: .*made from own\.csv.*--replace-source/, {}],
    ['that holds them', ['places'], { hold: true }, /^cannot be promoted as it is: .*made from own\.csv/, {}],
    ['beside a pin', [], {}, /^left alone: the live places are pinned .*unpin places/, PINNED],
    ['of a sources file beside a pin', [], given({ places: { from: ['built-in'] } }), /^left alone: .* are pinned/, PINNED],
    ['that tries them beside a pin', ['places'], { dryRun: true }, /^cannot be promoted as it is: .*are pinned/, PINNED],
    ['beside a pin on the markers', [], {}, /^left alone: the live markers are pinned .*unpin places/, { own: [], pinned: ['geo-markers'] }],
  ])('%s: %j with %j does what it should', async (_, chosen, options, expected, stored) => {
    expect(await planOf(chosen, options, stored)).toMatch(expected);
  }); // prettier-ignore

  test.each<[string, ResourceName[], RunOptions, RegExp, Stored]>([
    ['that names them', ['cities', 'places'], {}, /^This run would replace live data: the live places were made from own\.csv, .*20\S+Z\. No changes were made\. .*--place-file.*--replace-source\.$/, {}],
    ['of another file', [], { placeFile: 'other.csv', placeMapping: 'mapping.json' }, /To replace them with the data of other\.csv by mapping\.json, pass --replace-source/, {}],
    ['of another mapping', [], { placeFile: 'own.csv', placeMapping: 'other.json' }, /with the same file names \(mapping\.json\).*--replace-source/, {}],
    ['that names pinned ones', ['places'], {}, /the live places are pinned \(.*unpin places`/, PINNED],
    ['that may replace pinned ones', ['places'], { replaceSource: true }, /are pinned/, PINNED],
    ['of pinned ones without their alias', ['places'], {}, /is pinned, but is not live, because it has lost its alias/, { ...PINNED, isLive: false }],
  ])('%s is refused: %j with %j', async (_, chosen, options, message, stored) => {
    await expect(planOf(chosen, options, stored)).rejects.toThrow(message);
  }); // prettier-ignore
});
