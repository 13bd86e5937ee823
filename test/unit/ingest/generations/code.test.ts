import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { RESOURCE_NAMES } from '../../../../indices/resources.js';
import { modulesOf } from '../../../../ingest/generations/code.js';
import { PROJECT } from '../../../support/docs.js';
import { emptyFolder } from '../../../support/folder.js';

const files = emptyFolder('code-');

/** Writes a project of two resources, with some files other than usual, and returns what counts for its cities. */
function citiesWith(changed: Record<string, string> = {}): Record<string, string> {
  const usual = {
    'ingest/cities/resource.js': `import { read } from '../files/read.js';\nimport { once } from 'es-toolkit/function';\nexport * from './row.js';\nconst load = () => import('../rasters/heights.js');`,
    'ingest/cities/row.js': `import {\n  cities,\n} from '../../indices/cities.js';`,
    'ingest/files/read.js': `import '../../core/geo/point.js';\nimport { say } from '../../core/cli/say.js';\nimport { readFileSync } from 'node:fs';`,
    'ingest/rasters/heights.js': `export { read } from '../load/load.js';\nimport Cell from '@own/cell';`,
    'ingest/places/resource.js': `import '../files/read.js';`,
    'ingest/load/load.js': '',
    'core/geo/point.js': '',
    'core/cli/say.js': '',
    'indices/cities.js': '',
    'indices/places.js': '',
    'node_modules/es-toolkit/package.json': '{"version":"1.53.2"}',
    'node_modules/@own/cell/package.json': '{"version":"2.0.1"}',
  };
  for (const [name, text] of Object.entries({ ...usual, ...changed })) files.write(name, text);
  return Object.fromEntries(modulesOf(files.path, 'cities'));
}

test('what the modules of a resource import counts, also by others, and packages by their version', () => {
  expect(Object.keys(citiesWith()).sort()).toEqual(
    ['@own/cell', 'core/geo/point', 'es-toolkit', 'indices/cities', 'ingest/cities/resource', 'ingest/cities/row', 'ingest/files/read', 'ingest/rasters/heights'], // prettier-ignore
  );
});

test.each([
  ['ingest/cities/row.js', 'export const row = 1;', true],
  ['ingest/files/read.js', 'export const read = 1;', true],
  ['ingest/rasters/heights.js', 'export const heights = 1;', true],
  ['node_modules/@own/cell/package.json', '{"version":"2.1.0"}', true],
  ['node_modules/@own/cell/package.json', '{"version":"2.0.2"}', false],
  ['ingest/places/resource.js', 'export const places = 1;', false],
  ['indices/places.js', 'export const places = 1;', false],
  ['core/cli/say.js', 'export const message = 1;', false],
  ['ingest/load/load.js', 'export const bulk = 1;', false],
])('after a change of %s to %s other documents are made: %s', (name, text, isOther) => {
  const before = citiesWith();
  const after = citiesWith({ [name]: text });
  expect(JSON.stringify(after) !== JSON.stringify(before)).toBe(isOther);
});

describe('in the project', () => {
  test.each(RESOURCE_NAMES)('the code of %s is found, its imports exist', (resource) => {
    const modules = modulesOf(PROJECT, resource);
    expect([...modules.keys()]).toContain(`indices/${resource}`);
    expect([...modules.keys()]).toContain(`ingest/${resource}/resource`);
    for (const [name, text] of modules)
      if (!existsSync(join(PROJECT, `${name}.ts`))) expect([name, text]).toEqual([name, expect.stringMatching(/^\d+\.\d+$/)]); // prettier-ignore
  });

  test.each([
    ['cities', 'ingest/places/row', false],
    ['places', 'ingest/cities/row', false],
    ['lands', 'ingest/rasters/terrain', true],
    ['lands', 'ingest/borders/border', true],
    ['cities', 'ingest/borders/border', false],
    ['cities', 'ingest/reference/geonames', true],
    ['regions', 'ingest/reference/storedCities', true],
    ['cities', 'h3-js', true],
    ['regions', 'h3-js', false],
  ])('%s are made by %s: %s', (resource, name, expected) => {
    expect(modulesOf(PROJECT, resource).has(name)).toBe(expected);
  });

  test('the compiled code has no comments', () => {
    expect(JSON.parse(readFileSync(join(PROJECT, 'tsconfig.build.json'), 'utf8'))).toMatchObject({
      compilerOptions: { removeComments: true },
    });
  });
});
