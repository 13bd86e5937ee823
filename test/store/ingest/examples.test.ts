import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { without } from 'es-toolkit/array';
import { parse } from 'yaml';
import type { CityDocument } from '../../../indices/cities.js';
import { builtInPlaces } from '../../../ingest/places/builtIn.js';
import { JOBS } from '../../../ingest/runs/jobs.js';
import { openPlaces } from '../../../ingest/places/sources.js';
import { readSources, sourcesSchema } from '../../../ingest/runs/sources.js';
import { readPlaces } from '../../support/placeFiles.js';
import { readLands } from '../../support/stored.js';
import { createSandbox } from './sandbox.js';
import { run } from './small.js';
import { inEachTest } from '../../support/each.js';

const PROJECT = join(import.meta.dirname, '../../..');

const sandbox = inEachTest(createSandbox);

test('the example of every resource goes live as it is', async () => {
  const sources = await readSources(join(PROJECT, 'examples/sources/whole.yaml'));
  await run(sandbox, [], { sources }, JOBS);
  expect([...(await sandbox.live('countries')).keys()].sort()).toEqual(['AND', 'MCO']);
  const cities = await sandbox.live<CityDocument>('cities');
  expect([...cities.keys()].sort().join(' ')).toBe(
    'AND_AndorralaVella AND_Canillo AND_lesEscaldes MCO_Fontvieille MCO_Monte-Carlo',
  );
  expect(cities.get('AND_lesEscaldes')).toMatchObject({ region_name: 'Escaldes-Engordany' });
  const lands = await readLands(sandbox.client, sandbox.indexPrefix);
  const countries = new Set([...lands.values()].map((land) => land.country_id));
  expect(countries).toEqual(new Set(['AND', 'MCO']));
  const ids = [...(await sandbox.live('places')).keys()];
  expect(ids).toContain('node-101');
  expect((await sandbox.live('markers')).size).toBe(ids.length);
});

test('the example of places is read', async () => {
  const { places } = await readSources(join(PROJECT, 'examples/sources/places.json'));
  expect(places?.from).toHaveLength(1);
});

// Without Elasticsearch, and without the built-in places: to load them takes a minute.
test('stations under the ODbL are added to the built-in places, without one reject', async () => {
  const { places: { from = [] } = {} } = await readSources(join(PROJECT, 'examples/odbl/sources.yaml')); // prettier-ignore
  expect(from).toContain('built-in');
  const { places, rejects } = await readPlaces(await openPlaces(without(from, 'built-in'), builtInPlaces)); // prettier-ignore
  expect([places.length, rejects]).toEqual([21_023, []]);
});

test('the sources files of docs/sources.md and docs/ingestion.md are valid', () => {
  const pages = ['sources', 'ingestion'].map((name) =>
    readFileSync(join(PROJECT, `docs/${name}.md`), 'utf8'),
  );
  const blocks = [...pages.join('\n').matchAll(/^```(json|yaml)\n(.*?)^```/gms)].map(
    ([, , text = '']) => text,
  );
  expect(blocks.length).toBeGreaterThan(5);
  for (const block of blocks) {
    const given = parse(block) as Record<string, unknown>;
    // Mappings have a format.
    if ('format' in given) continue;
    const options = {
      abortEarly: false,
      convert: false,
      context: { folder: '/nowhere', paths: [], addresses: [], allowPrivate: false },
    };
    const { details = [] } = sourcesSchema.validate(given, options).error ?? {};
    expect(
      details.filter(({ message }) => !/^there is no (file )?\/nowhere/i.test(message)),
    ).toEqual([]);
  }
});
