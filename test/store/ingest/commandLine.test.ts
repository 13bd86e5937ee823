import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, jest, test } from '@jest/globals';
import type { MultiPolygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { builtInFile } from '../../../ingest/reference/builtInFile.js';
import { countryCodes } from '../../../ingest/reference/iso.js';
import { main } from '../../../ingest/commandLine.js';
import { readHistory } from '../../../ingest/runs/history.js';
import { startIngest } from './childProcess.js';
import { createSandbox } from './sandbox.js';
import { citiesOf } from './sources.js';
import { answering, headersOfElasticsearch } from '../../support/answering.js';
import { inEachTest } from '../../support/each.js';
import { eventually } from '../../support/patience.js';
import { type Ended, runMain } from '../../support/program.js';

const sandbox = inEachTest(() => createSandbox());

const ingest = (args: string[], environment = {}): Promise<Ended> =>
  runMain(main, args, { INDEX_PREFIX: sandbox.indexPrefix, ...environment });

test('a run shows its progress in lines and what is live; --if-needed leaves that alone', async () => {
  const { folder } = sandbox;
  const ring = [[1.4, 42.4], [1.8, 42.4], [1.8, 42.7], [1.4, 42.7], [1.4, 42.4]]; // prettier-ignore
  const geometry = { type: 'Polygon', coordinates: [ring] };
  const features = [{ type: 'Feature', properties: { code: 'AND' }, geometry }];
  folder.write('borders.json', JSON.stringify({ type: 'FeatureCollection', features }));
  const sources = { countries: { borders: 'borders.json', code: 'code', missing: 'left-out' } };
  const args = ['countries', '--sources', folder.write('sources.json', JSON.stringify(sources))];
  const { code, stdout, stderr } = await ingest(args);
  expect(code).toBe(0);
  const { live = '' } = await sandbox.generations('countries');
  expect(stdout).toMatch(
    new RegExp(`^countries: 1 document live in ${live} after \\d+\\.\\d s\n$`),
  );
  expect(stderr).toMatch(/^countries: loading.*\n(.*\n)*countries: 1 row read\n/);
  expect(stderr).not.toContain('\u001b');

  const before = await sandbox.indices();
  const report = folder.write('report.json', 'of yesterday');
  const { stdout: printed, stderr: messages } = await ingest([...args, '--if-changed', '--json', '--report', report]); // prettier-ignore
  expect(messages).toMatch(/^countries: skipped, because \S+ was made of the same content/);
  expect(JSON.parse(printed)).toEqual(JSON.parse(readFileSync(report, 'utf8')));
  expect(JSON.parse(printed)).toMatchObject({
    ...{ schema: 1, outcome: 'done', exitStatus: 0 },
    resources: [{ resource: 'countries', outcome: 'skipped' }],
  });
  const again = await ingest([...args, '--if-needed']);
  expect(again).toMatchObject({ code: 0, stdout: 'countries: live already\n' });
  expect(await sandbox.indices()).toEqual(before);
});

describe('a usage error: 2, the reason and the help', () => {
  test.each([
    [['cities', '--primary-minimum-population', '-5'], 'It must be a whole number of inhabitants.'],
    [
      ['stauts', '--json'],
      'Allowed choices are countries, cities, regions, lands, places, markers. Did you mean status?',
    ],
    [['cities', 'land'], 'Did you mean lands?'],
    [['--alow-shrink'], '(Did you mean --allow-shrink?)'],
    [['diff', 'cities', '--with', 'last'], 'Allowed choices are held, previous.'],
    [['history', '--limit', '10001'], 'It must be a whole number of entries from 1 to 10000.'],
    [['cities', '--max-rejects', '2'], 'It must be a share, such as 0.001 or 0.1%.'],
    [['cities', '--dry-run', '--hold'], "option '--dry-run' cannot be used with option '--hold'"],
  ])('%j', async (args, reason) => {
    const { code, stdout, stderr } = await ingest(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(reason);
    expect(stderr).toContain('Usage: npm run ingest --');
  });
});

test('wrong usage is in the report, so that the report of an earlier run does not stand in for it', async () => {
  const report = sandbox.folder.write('usage.json', '{"outcome":"done"}');
  expect((await ingest(['cities', '--report', report, '--alow-shrink'])).code).toBe(2);
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    ...{ outcome: 'failed', exitStatus: 2, resources: [] },
    reason: expect.stringContaining("unknown option '--alow-shrink'"),
  });
});

test('the report says `running` before the command is loaded', async () => {
  const report = sandbox.folder.write('begun.json', '{"outcome":"done"}');
  const failing = `export const resolve = (name, context, next) => {
    if (name.endsWith('/runs/ingest.js')) throw new Error('killed');
    return next(name, context);
  };`;
  const hooks = `data:text/javascript,${encodeURIComponent(failing)}`;
  const registering = `import { register } from 'node:module'; register('${hooks.replaceAll("'", '%27')}');`; // prettier-ignore
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(registering)}`;
  const { ended } = startIngest(['cities', `--report=${report}`], { NODE_OPTIONS });
  expect(await ended).toEqual({ code: 1, stdout: '', stderr: 'killed\n' });
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ outcome: 'running' });
});

test('--help of a command has examples, and exits with 0', async () => {
  const { code, stdout } = await ingest(['history', '--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('  npm run ingest -- history cities --limit 5\n');
});

describe('places of a file', () => {
  const fields = { id: 'id', name: 'name', lat: 'latitude', lng: 'longitude' };
  const placesOf = (...rows: string[]): string[] => {
    const { folder } = sandbox;
    const mapping = folder.write('mapping.json', JSON.stringify({ format: 'csv', fields }));
    const file = folder.write('own.csv', ['id,name,lat,lng', ...rows, ''].join('\n'));
    return ['places', '--place-file', file, '--place-mapping', mapping];
  };

  test('that are refused: 3, also in a dry run; the rejects are in a file, both in the history', async () => {
    const report = join(sandbox.folder.path, 'refused.json');
    const own = [...placesOf('1,Here,48,2', '2,Nowhere,91,2'), '--rejects', sandbox.folder.path, '--report', report]; // prettier-ignore
    const { code, stderr } = await ingest(own);
    expect(code).toBe(3);
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      ...{ outcome: 'refused', exitStatus: 3, reason: expect.stringContaining('gate') },
      resources: [
        {
          ...{ resource: 'places', outcome: 'refused' },
          counts: { rows: 2, indexed: 1, rejected: 1 },
          sources: [{ name: 'own.csv' }, { name: 'mapping.json', role: 'mapping' }],
          rejects: [{ count: 1, examples: [expect.stringMatching(/own\.csv:3 \(id 2\)$/)] }],
          complaints: [expect.stringContaining('only 1 of 2 rows could be indexed')],
          values: expect.arrayContaining([
            { check: 'rejects', value: 0.5, limit: 0.001, unit: 'share' },
            { check: 'written', value: 0, limit: 0, unit: 'count' },
            { check: 'letters', of: 'mojibake', value: 0, limit: 0.01, unit: 'share' },
          ]),
          changes: { counts: { new: 1, changed: 0, unchanged: 0, gone: 0 } },
        },
        { resource: 'markers', outcome: 'skipped' },
      ],
    });
    const [, file = ''] = /1 row rejected; all of them are in (\S+)\n/.exec(stderr) ?? []; // prettier-ignore
    expect(stderr).toContain('only 1 of 2 rows could be indexed, 99.9 % are needed');
    expect(basename(file)).toMatch(/^rejects-places-\d+t\d+\.csv$/);
    expect(readFileSync(file, 'utf8')).toMatch(/^\ufeff"_reason","_source","_line",id,name,lat,lng\n"latitude .*","\S+own\.csv","3",2,Nowhere,91,2\n$/); // prettier-ignore

    const dry = await ingest([...own, '--dry-run']);
    expect(dry.code).toBe(3);
    expect(dry.stdout).toMatch(/^places: dry run: 1 document after .*: 1 new, .*\n {2}new: 1\n/);

    const runs = await readHistory(sandbox, { resource: 'places', limit: 20 });
    expect(runs.map(({ outcome }) => outcome)).toEqual(['dry', 'refused']);
    expect(runs[1]?.command).toBe(own.join(' '));
    expect(runs[1]?.counts?.rejected).toBe(1);
  });

  test('are held, compared, and promoted with their markers, also in the history', async () => {
    const { stdout } = await ingest([...placesOf('1,Here,48,2'), '--hold']);
    const { held: index = '' } = await sandbox.generations('places');
    expect(stdout).toContain(`places: 1 document held in ${index} after `);
    const counts = '1 new, 0 changed, 0 unchanged, 0 gone';
    expect(await ingest(['diff', 'places'])).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: `places: from nothing to ${index}: ${counts}\n  new: 1\n`,
    });
    const { code, stdout: said } = await ingest(['promote']);
    const { live: markers = '' } = await sandbox.generations('markers');
    const kept = 'is live; the previous generation is kept for a rollback\n';
    expect({ code, said }).toEqual({
      code: 0,
      said: `places: ${index} ${kept}markers: ${markers} ${kept}`,
    });
    expect(await readHistory(sandbox, { limit: 2 })).toMatchObject([
      { resource: 'markers', outcome: 'done', command: 'promote', index: markers },
      { resource: 'places', outcome: 'done', command: 'promote', kind: 'command', index },
    ]);
    const status = JSON.parse((await ingest(['status', '--json'])).stdout) as {
      resources: { resource: string }[];
    };
    expect(status.resources[4]).toMatchObject({
      resource: 'places',
      live: { index, documents: 1 },
    });
  });
});

describe('a nightly run refuses what is plainly wrong: 3, and why', () => {
  const lines = (name: 'places.ndjson.gz') => gunzipSync(readFileSync(builtInFile(name))).toString().trim().split('\n'); // prettier-ignore
  /** Nothing is live here. */
  const nightly = (sources: object, chosen: string[] = []): Promise<Ended> => {
    const file = sandbox.folder.write('nightly.json', JSON.stringify(sources));
    const fresh = { INDEX_PREFIX: `${sandbox.indexPrefix}-fresh` };
    return ingest([...chosen, '--sources', file], fresh);
  };

  test('borders with exchanged axes', async () => {
    const atlas = createRequire(import.meta.url)('world-atlas/countries-110m.json') as Topology<{ countries: GeometryCollection<{ name: string }> }>; // prettier-ignore
    const turn = (value: unknown): unknown =>
      Array.isArray(value) ? (typeof value[0] === 'number' ? value.toReversed() : value.map(turn)) : value; // prettier-ignore
    const europe = ['FRA', 'DEU', 'POL', 'ITA', 'ESP', 'SWE'].map((code) => {
      const numeric = countryCodes().find(({ id }) => id === code)?.numeric;
      const found = feature(atlas, atlas.objects.countries).features.find(({ id }) => id === numeric); // prettier-ignore
      const { type, coordinates } = found?.geometry as MultiPolygon;
      return { type: 'Feature', properties: { code }, geometry: { type, coordinates: turn(coordinates) } }; // prettier-ignore
    });
    sandbox.folder.write('turned.json', JSON.stringify({ type: 'FeatureCollection', features: europe })); // prettier-ignore
    const { code, stderr } = await nightly({ countries: { borders: 'turned.json', code: 'code', missing: 'left-out' } }); // prettier-ignore
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(/turned\.json: latitude and longitude of the borders seem to be exchanged: they hold \d+ of \d+ cities/), // prettier-ignore
    });
  });

  test('places with exchanged coordinates, while nothing is live to compare with', async () => {
    const fields = { id: 'id', name: 'name', lat: 'longitude', lng: 'latitude' };
    const french = lines('places.ndjson.gz').filter((line) => line.includes('"country":"FR"')).slice(0, 200); // prettier-ignore
    const rows = french.map((line, at) => {
      const { latitude, longitude } = JSON.parse(line) as { latitude: number; longitude: number };
      return `${at},Station ${at},${latitude},${longitude}`;
    });
    sandbox.folder.write('stations.csv', ['id,name,lat,lng', ...rows].join('\n'));
    sandbox.folder.write('wrong.json', JSON.stringify({ format: 'csv', fields }));
    const places = { places: { from: [{ file: 'stations.csv', mapping: 'wrong.json' }] } };
    const { code, stderr } = await nightly(places, ['places']);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(/stations\.csv: latitude and longitude seem to be exchanged: \d+ of 200 compared rows are far from any city, .*checks\.places\.plausibility/), // prettier-ignore
    });
    const checks = { places: { plausibility: false, location: '5%', move: 3 } };
    expect((await nightly({ ...places, checks }, ['places'])).code).toBe(0);
  });
});

test('a pin is set, shown, and removed; a run that names the resource is refused: 3', async () => {
  await sandbox.ingest(citiesOf([{}]));
  expect((await ingest(['pin', 'cities'])).stdout).toMatch(/^cities: pinned: no run replaces what is live until `npm run ingest -- unpin cities`\n$/); // prettier-ignore
  expect((await ingest(['status'])).stdout).toContain('\n  pinned: no run replaces it');
  const { code, stderr } = await ingest(['cities', '--replace-source']);
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('the live cities are pinned') }); // prettier-ignore
  await ingest(['unpin', 'cities']);
  expect((await ingest(['status'])).stdout).not.toContain('pinned');
});

describe('one sentence', () => {
  async function expectFailure(
    args: string[],
    environment: object,
    message: string | RegExp,
    expected = 1,
  ) {
    const { code, stderr } = await ingest(args, environment);
    expect({ code, stderr: stderr.trimEnd() }).toEqual({
      code: expected,
      stderr: expect.stringMatching(message),
    });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  }

  test.each([
    [['promote'], /^Nothing is held\. No changes were made\.$/],
    [['diff', 'cities'], /^Nothing is held of cities\. /],
    [['pin', 'lands'], /^No lands are live\. No changes were made\.$/],
    [['pin', 'markers'], /^Markers are .*pinned and rolled back with the places .* Name places\./],
    [['rollback', 'markers'], /^Markers are .* Name places\./],
  ])('wrong usage of %j', (args, message) => expectFailure(args, {}, message, 2)); // prettier-ignore

  test('nothing to go back to, which is in the history, too', async () => {
    const reason = 'There is no previous generation of places';
    await expectFailure(['rollback', 'places'], {}, new RegExp(`^${reason}`), 2);
    const { stdout } = await ingest(['history', '--limit', '2', '--json']);
    const failed = { outcome: 'failed', command: 'rollback places', reason: expect.stringContaining(reason) }; // prettier-ignore
    expect(JSON.parse(stdout)).toMatchObject({
      runs: ['markers', 'places'].map((resource) => ({ ...failed, resource })),
    });
  });

  test('a report that cannot be written ends a run before any change', async () => {
    const { path } = sandbox.folder;
    const before = await sandbox.indices();
    const message =
      /^The report cannot be written to \S+ \(it is not a file\)\. Correct --report\.$/;
    await expectFailure(['cities', '--report', path], {}, message, 2);
    expect(await sandbox.indices()).toEqual(before);
  });

  test('Elasticsearch is away', () =>
    expectFailure(
      ['cities'],
      { ELASTICSEARCH_URL: 'http://127.0.0.1:1' },
      /^Elasticsearch \(http:\/\/127\.0\.0\.1:1\) cannot be reached\. Start Elasticsearch with its data \(the local engine: `npm run elasticsearch`\), or correct ELASTICSEARCH_URL\. \(.*ECONNREFUSED.*\)$/,
    ));

  test('Elasticsearch hangs: a command that waits says so', async () => {
    const asked = jest.fn();
    const server = await answering(asked);
    jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] }); // prettier-ignore
    const running = ingest(['status'], { ELASTICSEARCH_URL: server.url });
    await eventually('a request', () => asked.mock.calls.length > 0);
    jest.advanceTimersByTime(5_000);
    jest.useRealTimers();
    server.close();
    expect((await running).stderr).toMatch(
      new RegExp(`^Waiting for Elasticsearch \\(${server.url}\\), up to 120 s for an answer\\.\n`),
    );
  });

  test('Elasticsearch answers 503: a run waits, until it is interrupted', async () => {
    const error = { type: 'master_not_discovered_exception', reason: 'no master' };
    let requests = 0;
    const server = await answering((request, response) => {
      requests += 1;
      response
        .writeHead(503, headersOfElasticsearch(request))
        .end(JSON.stringify({ error, status: 503 }));
    });
    const running = ingest(['cities'], { ELASTICSEARCH_URL: server.url });
    await eventually('a retry', () => requests > 1);
    process.emit('SIGINT');
    const { code, stderr } = await running;
    server.close();
    expect(code).toBe(130);
    expect(stderr).toMatch(/ 10 min[^]*\nInterrupted.*\n$/);
  });
});
