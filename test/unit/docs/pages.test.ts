import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { uniqBy } from 'es-toolkit/array';
import type { Main } from '../../../core/cli/program.js';
import { main as ingest } from '../../../ingest/commandLine.js';
import { KINDS } from '../../../ingest/files/kinds.js';
import { main as backup } from '../../../operation/backup/commandLine.js';
import { main as tokens } from '../../../src/access/tokens/commandLine.js';
import { WEIGHTS } from '../../../src/matching/rank.js';
import {
  codeOfPages,
  commandsOf,
  PROJECT,
  readPages,
  readProjectFile,
} from '../../support/docs.js';
import { runMain } from '../../support/program.js';

const { scripts, dependencies } = JSON.parse(readProjectFile('package.json')) as Record<'scripts' | 'dependencies', Record<string, string>>; // prettier-ignore
const shell = codeOfPages('sh').join('\n');

test('README and the pages name only commands that exist', () => {
  const named = [...shell.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, name = '']) => name);
  const ofNpm = ['ci', 'prune', 'pack', 'install', 'pkg', 'ls'];
  expect(named.length).toBeGreaterThan(20);
  expect([...ofNpm, ...Object.keys(scripts)]).toEqual(expect.arrayContaining(named));
});

const MAINS: Readonly<Record<string, Main>> = { backup, ingest, tokens };
// Only the reader has these files.
const complete = commandsOf(shell.replaceAll('<id>', 'id')).filter(
  ({ command }) => !/sources\.json|restore --file|…/.test(command),
);

test.each(uniqBy(complete, ({ command }) => command))('`$command` has valid arguments', async ({ script, args }) => {
  const main = MAINS[script] ?? (() => Promise.reject(new Error(`no program: ${script}`)));
  // The command reports a missing Elasticsearch only after it has accepted its arguments.
  const { stderr } = await runMain(main, args, { ELASTICSEARCH_URL: 'http://127.0.0.1:1' });
  expect(stderr).toMatch(/^Elasticsearch \(http:\/\/127\.0\.0\.1:1\) cannot be reached/m);
}); // prettier-ignore

test('README and quickstart name the same token for the documentation', () => {
  const printed = readProjectFile('tools/scripts/quickstart/examples.mjs');
  const [, token = ''] = /\/docs \(token: ([\w-]+)\)/.exec(printed) ?? [];
  expect(token).toBe('dev-internal');
  expect(readPages()).toContain(`\`${token}\` opens all`);
});

test('the documentation of the API has the colours of the explorer', () => {
  const coloursIn = (file: string): Record<string, string> => {
    const found = readProjectFile(file).matchAll(/(--[\w-]+): (light-dark.*);/g);
    return Object.fromEntries([...found].map(([, name = '', pair = '']) => [name, pair]));
  };
  const explorer = coloursIn('web/explorer/styles/base.css');
  const own = Object.entries(coloursIn('src/openapi/page/styles.css'));
  const common = own.filter(([name]) => name in explorer);
  expect(common.length).toBeGreaterThan(5);
  expect(explorer).toMatchObject(Object.fromEntries(common));
});

test('the programs import no development dependency, so they run after `npm prune --omit=dev`', () => {
  const folders = ['src', 'ingest', 'operation', 'core', 'indices'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readProjectFile(join(folder, name))),
  );
  const imported = files
    .flatMap((text) => [...text.matchAll(/^(?:import(?! type)|export|\}).* from '(?!\.|node:)((?:@[^/']+\/)?[^/']+)/gm)])
    .map(([, name = '']) => name);
  expect(new Set(imported).size).toBeGreaterThan(10);
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining([...new Set(imported)]));
}); // prettier-ignore

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

test('docs/sources.md lists each kind of file that is not read as text, with what to do', () => {
  const rows = readProjectFile('docs/sources.md').split('\n');
  for (const { kind, remedy } of KINDS) {
    const row = rows.find((line) => new RegExp(`^\\| ${kind}[ ,]`).test(line)) ?? kind;
    const [, advice = remedy] = /(format: \w+|`[^`]+`)/.exec(remedy) ?? [];
    expect(row).toContain(advice);
  }
});

test('docs/search.md shows the weights of the ranking', () => {
  const rows = readProjectFile('docs/search.md').matchAll(/^\| `(\w+)` +\| (-?[\d.]+) +\|/gm);
  const shown = Object.fromEntries(
    [...rows].map(([, name = '', weight]) => [name, Number(weight)]),
  );
  expect(shown).toEqual(WEIGHTS);
});

const threats = readProjectFile('docs/threat-model.md');
const rows = threats.split('\n').filter((line) => /^\| (?!attack |--)/.test(line));

test.each(rows.map((row) => row.split('|').map((cell) => cell.trim())))(
  'there is a test against %s%s',
  (_, attack, defence, tests = '') => {
    expect([attack, defence]).not.toContain('');
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(0);
    for (const path of named)
      expect([path, existsSync(join(PROJECT, path))]).toEqual([path, /^test\/.+\.test\.ts$/.test(path)]); // prettier-ignore
  },
);

test('the threat model has rows for all attackers', () => {
  expect(threats.match(/^\| attack +\| defence +\| tests +\|$/gm)).toHaveLength(6);
  expect(rows.length).toBeGreaterThan(40);
});
