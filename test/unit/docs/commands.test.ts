import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { codeOfPages, PROJECT, readPages, readProjectFile } from '../../support/docs.js';

interface Package {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
}
const { scripts, dependencies } = JSON.parse(readProjectFile('package.json')) as Package;

const commands = [
  ...codeOfPages('sh')
    .join('\n')
    .matchAll(/npm (?:run )?([\w:]+)(?: -- ([^\n#&]*))?/g),
]
  .map(([, script = '', args = '']) => ({ script, args: args.trim() }))
  // Only the reader has these files.
  .filter(({ args }) => !/sources\.json|restore --file|…/.test(args));

test('README and the pages name only commands that exist', () => {
  const names = new Set(commands.map(({ script }) => script));
  for (const ofNpm of ['ci', 'prune', 'pack', 'install']) names.delete(ofNpm);
  expect(names.size).toBeGreaterThan(8);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...names]));
});

test.each(
  commands.filter(
    ({ script, args }) => ['ingest', 'tokens', 'backup'].includes(script) && args !== '',
  ),
)('`npm run $script -- $args` has valid arguments', ({ script, args }) => {
  const program = (scripts[script] ?? '').replace('node ', '');
  const { stderr } = spawnSync('sh', ['-c', `"$NODE" ${program} ${args.replace('<id>', 'id')}`], {
    cwd: PROJECT,
    // The command reports a missing Elasticsearch only after it has accepted its arguments.
    env: {
      PATH: process.env.PATH,
      NODE: process.execPath,
      ELASTICSEARCH_URL: 'http://127.0.0.1:1',
    },
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^Elasticsearch \(http:\/\/127\.0\.0\.1:1\) cannot be reached/m);
});

test('`npm run access -- role api` shows privileges without a server', () => {
  const program = (scripts.access ?? '').replace('node ', '');
  const { status, stdout } = spawnSync(process.execPath, [program, 'role', 'api'], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toHaveProperty('indices');
});

test('README and quickstart name the same token for the documentation', () => {
  const printed = readProjectFile('tools/scripts/quickstart/examples.mjs');
  const [, token = ''] = /\/docs \(token: ([\w-]+)\)/.exec(printed) ?? [];
  expect(token).toBe('dev-internal');
  expect(readPages()).toContain(`\`${token}\` opens all`);
});

test('the programs import no development dependency, so they run after `npm prune --omit=dev`', () => {
  const imported = ['src', 'ingest', 'operation', 'core', 'indices']
    .flatMap((folder) =>
      readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readProjectFile(join(folder, name))),
    )
    .flatMap((text) => [...text.matchAll(/^(?:import|export|\}).* from '([^.'][^']*)';$/gm)])
    .filter(([line]) => !line.startsWith('import type'))
    .map(([, specifier = '']) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '')
    .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
  expect(new Set(imported).size).toBeGreaterThan(10);
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining([...new Set(imported)]));
});

/** Fails like Docker Compose if a required variable is in neither the environment nor `.env`. */
const DOCKER = `#!/bin/sh
if [ -f .env ]; then . ./.env; fi
for name in $REQUIRED; do
  eval "value=\\\${$name}"
  if [ -z "$value" ]; then echo "required variable $name is missing" >&2; exit 1; fi
done
echo "$*" >> ran
`;

test('each command for Docker sets all variables that docker-compose.yml requires', () => {
  const compose = readProjectFile('docker-compose.yml');
  const required = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
  expect(required).not.toEqual([]);
  const block = codeOfPages('sh').find((code) => code.includes('docker compose up')) ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'docker-'));
  writeFileSync(join(folder, 'docker'), DOCKER, { mode: 0o755 });
  const PATH = `${folder}${delimiter}${process.env.PATH ?? ''}`;
  for (const command of block.trim().split('\n')) {
    const { stderr, status } = spawnSync('sh', ['-c', command], {
      cwd: folder,
      env: { PATH, REQUIRED: required.join(' ') },
      encoding: 'utf8',
    });
    expect({ command, stderr, status }).toEqual({ command, stderr: '', status: 0 });
  }
  const ran = readFileSync(join(folder, 'ran'), 'utf8');
  rmSync(folder, { recursive: true });
  expect(ran).toMatch(/compose up.*\ncompose run --rm ingest/);
  // Docker creates the folder as root, but the backup runs as `node`.
  expect(ran).toMatch(
    /--user root --cap-add CHOWN --entrypoint chown backup node \/backups\ncompose run --rm backup save --file \/backups\//,
  );
});
