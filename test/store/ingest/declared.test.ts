import { basename } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { CountryDocument } from '../../../indices/countries.js';
import type { Provenance } from '../../../indices/provenance.js';
import { readNote } from '../../../ingest/generations/provenance.js';
import { JOBS, type Jobs } from '../../../ingest/runs/jobs.js';
import type { RunOptions } from '../../../ingest/runs/options.js';
import type { ResourceName } from '../../../ingest/generations/resource.js';
import { describeStatus, readStatus } from '../../../ingest/runs/status.js';
import { readSources } from '../../../ingest/runs/sources.js';
import { createSandbox } from './sandbox.js';
import { PLACE_JOBS, placeFile, run, SMALL_JOBS } from './small.js';
import { inEachTest } from '../../support/each.js';

const WITH_COUNTRIES: Jobs = { ...PLACE_JOBS, countries: JOBS.countries };

const { places, cities: leftOut } = PLACE_JOBS;
const NOTHING: Jobs = { countries: leftOut, cities: leftOut, regions: leftOut, lands: leftOut, places: leftOut, markers: leftOut }; // prettier-ignore
const NOTHING_BUT_PLACES: Jobs = { ...NOTHING, places };

const sandbox = inEachTest(createSandbox);

async function runWith(
  sources: object,
  {
    chosen = [],
    jobs = WITH_COUNTRIES,
    ...options
  }: RunOptions & { chosen?: ResourceName[]; jobs?: Jobs } = {},
): Promise<string[]> {
  const read = await readSources(sandbox.folder.write('sources.json', JSON.stringify(sources)));
  return await run(sandbox, chosen, { ...options, sources: read }, jobs);
}

const placeIds = async (): Promise<string[]> => [...(await sandbox.live('places')).keys()].sort();

async function remembered(resource: string): Promise<Provenance | undefined> {
  const { live = 'none' } = await sandbox.generations(resource);
  return (await readNote(sandbox.client, live)).provenance;
}

/** Places in a sources file, by the names of their files. */
function placesFrom(name: string, ids: readonly string[]): object {
  const { placeFile: file, placeMapping: mapping } = placeFile(sandbox.folder, name, ids);
  return { places: { from: [{ file: basename(file), mapping: basename(mapping) }] } };
}

describe('places of a sources file', () => {
  test('go live in new versions and under new names, and are not replaced by surprise', async () => {
    const chosen: ResourceName[] = ['places'];
    await runWith(placesFrom('november.csv', ['a', 'b']), { chosen });
    expect((await remembered('places'))?.sources).toMatchObject([
      { name: 'november.csv' },
      { name: 'mapping.json', role: 'mapping' },
      { name: 'sources.json', role: 'sources' },
    ]);
    const renamed = placesFrom('december.csv', ['a', 'b', 'c']);
    await runWith(renamed, { chosen });
    expect(await placeIds()).toEqual(['a', 'b', 'c']);
    expect(await runWith(renamed, { chosen, ifNeeded: true })).toEqual(['places: live already']);

    const before = await sandbox.indices();
    await expect(run(sandbox, chosen, {}, PLACE_JOBS)).rejects.toThrow(
      /made from december.csv.*pass --sources with the file that names them \(sources.json\)/,
    );
    const leftAlone = await run(sandbox, [], { ifNeeded: true }, NOTHING_BUT_PLACES);
    expect(leftAlone.join('\n')).toMatch(/places: left alone.*december.csv/);
    expect(await sandbox.indices()).toEqual(before);
  });

  test('of a day are not replaced by older ones', async () => {
    const of = (day: string) => {
      const { placeFile: file, placeMapping: mapping } = placeFile(sandbox.folder, 'own.csv', ['a']); // prettier-ignore
      return {
        places: { from: [{ file: basename(file), mapping: basename(mapping), as_of: day }] },
      };
    };
    const chosen: ResourceName[] = ['places'];
    await runWith(of('2026-11-20'), { chosen });
    expect((await remembered('places'))?.sources[0]).toMatchObject({ asOf: '2026-11-20' });
    const status = (await readStatus(sandbox))
      .flatMap((each) => describeStatus(each, true))
      .join('\n');
    expect(status).toContain('from own.csv of 2026-11-20, ');
    await expect(runWith(of('2026-11-19'), { chosen })).rejects.toThrow(/own\.csv is of 2026-11-19, and the live own\.csv of 2026-11-20\. If that is right, use --allow-older/); // prettier-ignore
    await runWith(of('2026-11-19'), { chosen, allowOlder: true });
    await expect(runWith(of('2026-11'), { chosen })).rejects.toThrow('must be a day, such as 2026-11-27'); // prettier-ignore
  });

  test('give way to the option, which is told', async () => {
    const own = placeFile(sandbox.folder, 'option.csv', ['o']);
    const said = await runWith(placesFrom('own.csv', ['a']), { chosen: ['places'], ...own });
    expect(said[0]).toBe('--place-file is used, and not places.from of sources.json');
    expect(await placeIds()).toEqual(['o']);
    expect((await remembered('places'))?.sources).not.toContainEqual(
      expect.objectContaining({ role: 'sources' }),
    );
  });

  test('that cannot be read are told of before anything is done', async () => {
    sandbox.folder.write('mapping.json', '{}');
    sandbox.folder.write('own.csv', 'id');
    const sources = { places: { from: [{ file: 'own.csv', mapping: 'mapping.json' }] } };
    await expect(runWith(sources)).rejects.toThrow(/mapping.json is not a valid mapping/);
    expect(await sandbox.indices()).toEqual([]);
  });
});

test('--if-changed skips what was made of the same content, and what depends on it', async () => {
  const mapping = { format: 'csv', fields: { id: 'id', name: 'name', iso: 'country', lat: 'latitude', lng: 'longitude', pop: 'population' } }; // prettier-ignore
  sandbox.folder.write('cities.json', JSON.stringify(mapping));
  const rows = ['id,name,iso,lat,lng,pop', '1,Andorra la Vella,AD,42.507,1.52,22000'];
  sandbox.folder.write('cities.csv', rows.join('\n'));
  const cities = (file: string) => ({ cities: { from: [{ file, mapping: 'cities.json' }] } });
  const nightly = async (sources: object): Promise<string[]> => {
    const said = await runWith(sources, { jobs: SMALL_JOBS, ifChanged: true, allowShrink: true });
    const others = said.filter((line) => line !== 'regions: left out');
    return others.map((line) => line.replace(/ after .*| made of .*/, '').replace(/\S+-g\S+/, 'g'));
  };
  const skipped = (name: string): string => `${name}: skipped, because g was`;
  const first = { ...cities('cities.csv'), ...placesFrom('places.csv', ['a', 'b']) };
  expect(await nightly(first)).toEqual([
    'countries: left out',
    'cities: 1 document live in g',
    expect.stringMatching(/^lands: \d+ documents? live in g/),
    'places: 2 documents live in g',
    'markers: 2 documents live in g',
  ]);

  // A copy with another name and time.
  sandbox.folder.write('tuesday.csv', rows.join('\n'));
  const same = { ...cities('tuesday.csv'), ...placesFrom('places.csv', ['a', 'b']), maxRejects: 0 };
  const all = ['cities', 'lands', 'places', 'markers'];
  expect(await nightly(same)).toEqual(['countries: left out', ...all.map(skipped)]);

  const morePlaces = { ...cities('cities.csv'), ...placesFrom('places.csv', ['a', 'b', 'c']) };
  expect(await nightly(morePlaces)).toEqual([
    'countries: left out',
    ...['cities', 'lands'].map(skipped),
    'places: 3 documents live in g',
    'markers: 3 documents live in g',
  ]);
  sandbox.folder.write('cities.csv', [...rows, '2,Canillo,AD,42.567,1.52,4000'].join('\n'));
  const [, ofCities, ofLands, ...others] = await nightly(morePlaces);
  expect(ofCities).toBe('cities: 2 documents live in g');
  expect(ofLands).toMatch(/^lands: \d+ documents? live in g/);
  expect(others).toEqual(['places', 'markers'].map(skipped));

  // A mapping within the file counts by all that it says, also by what looks like a path.
  const kindOf = (kind: string) => {
    const own = {
      format: 'csv',
      fields: { file: 'name', id: 'id', lat: 'latitude', lng: 'longitude' },
    };
    sandbox.folder.write('kinds.csv', 'id,file,lat,lng\nk,A,42.5,1.5\n');
    return { ...cities('cities.csv'), places: { from: [{ file: 'kinds.csv', mapping: { ...own, constants: { category: kind } } }] } }; // prettier-ignore
  };
  await runWith(kindOf('/a'), { chosen: ['places'], replaceSource: true, allowShrink: true });
  expect((await nightly(kindOf('/a')))[3]).toBe(skipped('places'));
  expect((await nightly(kindOf('/b')))[3]).toBe('places: 1 document live in g');
});

describe('countries of a sources file', () => {
  const box = (west: number, south: number, east: number, north: number): object => ({
    type: 'Polygon',
    coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]],
  }); // prettier-ignore
  const feature = (code: string, name: string, geometry: object): object =>
    ({ type: 'Feature', properties: { code, name }, geometry }); // prettier-ignore
  const countries = { borders: 'borders.geojson', code: 'code', names: { de: 'name' }, missing: 'left-out' }; // prettier-ignore
  const writeBorders = (...features: object[]): string =>
    sandbox.folder.write(
      'borders.geojson',
      JSON.stringify({ type: 'FeatureCollection', features }),
    );

  test('are live with their borders and names, and in the order of these', async () => {
    writeBorders(
      feature('FRA', 'Zentralfrankreich', box(0, 44, 5, 49)),
      feature('de', 'Deutschland', box(7, 48, 14, 54)),
      feature('AND', 'Andorra', box(1.4, 42.4, 1.8, 42.7)),
    );
    await runWith({ countries }, { chosen: ['countries'] });
    const live = await sandbox.live<CountryDocument>('countries');
    expect([...live.keys()].sort()).toEqual(['AND', 'DEU', 'FRA']);
    expect(live.get('FRA')?.names).toMatchObject({ de: 'Zentralfrankreich', en: 'France' });
    const { hits } = await sandbox.client.search<CountryDocument>({
      index: `${sandbox.indexPrefix}-countries`,
      query: { geo_shape: { border: { shape: { type: 'point', coordinates: [10, 50] } } } },
    });
    expect(hits.hits.map(({ _id }) => _id)).toEqual(['DEU']);
    const { sources = [] } = (await remembered('countries')) ?? {};
    expect([sources.at(0), sources.at(-1)]).toMatchObject([{ name: 'borders.geojson' }, { name: 'sources.json', role: 'sources' }]); // prettier-ignore
    const jobs = { ...NOTHING, countries: JOBS.countries };
    const said = await run(sandbox, [], { ifNeeded: true }, jobs);
    expect(said[0]).toMatch(/countries: left alone: .* were made from borders.geojson/);
    const again = await runWith({ countries }, { ifNeeded: true, jobs });
    expect(again[0]).toBe('countries: live already');
  });

  test('that could not be taken keep the others from going live', async () => {
    writeBorders(
      feature('FRA', 'Frankreich', box(0, 44, 5, 49)),
      feature('-99', 'Atlantis', box(-40, 30, -38, 32)),
    );
    await expect(runWith({ countries }, { chosen: ['countries'] })).rejects.toThrow(
      /borders.geojson:2 \(id -99\): its code is "-99" \("Atlantis"\), and that is not a country code/,
    );
    expect((await sandbox.generations('countries')).live).toBeUndefined();
  });
});

test('settings of a sources file are those of the run, but for options', async () => {
  const sources = {
    cities: { primaryMinimumPopulation: 50_000 },
    lands: { countries: ['AND'] },
    probes: [{ resource: 'cities', name: 'Andorra', expect: 'AND_AndorralaVella' }],
  };
  const said = await runWith(sources, {
    jobs: SMALL_JOBS,
    chosen: ['cities', 'lands'],
    primaryMinimumPopulation: 100_000,
  });
  expect(said[0]).toBe(
    '--primary-minimum-population is used, and not cities.primaryMinimumPopulation of sources.json',
  );
  expect((await remembered('cities'))?.options).toEqual({ primaryMinimumPopulation: 100_000 });
  expect((await remembered('lands'))?.options).toEqual({ landCountries: ['AND'] });
  const wrong = { probes: [{ resource: 'cities', name: 'Andorra', expect: 'AND_Canillo' }] };
  await expect(runWith(wrong, { chosen: ['cities'], jobs: SMALL_JOBS })).rejects.toThrow(
    /should find AND_Canillo/,
  );
});
