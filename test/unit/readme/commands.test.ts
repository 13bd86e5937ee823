import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { codeOfPages, PROJECT, readPages } from '../../support/readme.js';

interface Package {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
}
const { scripts, dependencies } = JSON.parse(
  readFileSync(join(PROJECT, 'package.json'), 'utf8'),
) as Package;
const pages = readPages();

const commands = [
  ...codeOfPages('sh')
    .join('\n')
    .matchAll(/npm (?:run )?([\w:]+)(?: -- ([^\n#&]*))?/g),
]
  .map(([, script = '', args = '']) => ({ script, args: args.trim() }))
  // The reader has the files of these.
  .filter(({ args }) => !/sources\.json|restore --file|…/.test(args));

test('every command that README and the pages name is there', () => {
  const names = new Set(commands.map(({ script }) => script));
  for (const ofNpm of ['ci', 'prune', 'pack', 'install']) names.delete(ofNpm);
  expect(names.size).toBeGreaterThan(8);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...names]));
});

test.each(
  commands.filter(
    ({ script, args }) => ['ingest', 'tokens', 'backup'].includes(script) && args !== '',
  ),
)('`npm run $script -- $args` is understood', ({ script, args }) => {
  const program = (scripts[script] ?? '').replace('node ', '');
  const { stderr } = spawnSync('sh', ['-c', `"$NODE" ${program} ${args.replace('<id>', 'id')}`], {
    cwd: PROJECT,
    // Nothing is there: the command comes so far only if it takes all of its arguments.
    env: {
      PATH: process.env.PATH,
      NODE: process.execPath,
      ELASTICSEARCH_URL: 'http://127.0.0.1:1',
    },
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^Elasticsearch \(http:\/\/127\.0\.0\.1:1\) cannot be reached/m);
});

test('`npm run access -- role api` shows privileges, for which it needs no server', () => {
  const program = (scripts.access ?? '').replace('node ', '');
  const { status, stdout } = spawnSync(process.execPath, [program, 'role', 'api'], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toHaveProperty('indices');
});

test('README and quickstart name the same token for the documentation', () => {
  const printed = readFileSync(join(PROJECT, 'tools/scripts/quickstart/examples.mjs'), 'utf8');
  const [, ofQuickstart = ''] = /\/docs \(token: ([\w-]+)\)/.exec(printed) ?? [];
  expect(ofQuickstart).toBe('dev-internal');
  expect(pages).toContain(`\`${ofQuickstart}\` opens all`);
});

test('the programs that stay after `npm prune --omit=dev` import no development dependency', () => {
  const folders = ['src', 'ingest', 'operation', 'core', 'indices'];
  const imported = folders
    .flatMap((folder) =>
      readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(join(PROJECT, folder, name), 'utf8')),
    )
    .flatMap((text) => [...text.matchAll(/^(?:import|export|\}).* from '([^.'][^']*)';$/gm)])
    .filter(([line]) => !line.startsWith('import type'))
    .map(([, specifier = '']) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '')
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
  expect(new Set(imported).size).toBeGreaterThan(10);
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining([...new Set(imported)]));
});
