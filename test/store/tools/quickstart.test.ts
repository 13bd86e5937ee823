import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { generationIndex, liveAlias } from '../../../core/elasticsearch/names.js';
import { serverAt } from '../../../tools/engine/runningEngine.js';
import { builtInPrefix, createTestClient } from '../../support/api.js';
import { PROJECT } from '../../support/docs.js';
import { freePort } from '../../support/freePort.js';
import { patienceMs } from '../../support/patience.js';
import { type Program, startProgram } from '../../support/program.js';

const url = process.env.ELASTICSEARCH_URL ?? '';
const ENVIRONMENT = { ELASTICSEARCH_URL: undefined, INDEX_PREFIX: builtInPrefix() };
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const FOLDERS = ['core', 'indices', 'ingest', 'operation', 'src', 'tools/engine', 'tools/bench', 'web', 'node_modules']; // prettier-ignore

/**
 * A clone of the project with a data folder and a build of its own, which shares all else with this one. The build
 * is one of its own because tests that run beside this one must not meet half a build.
 */
class Clone {
  readonly path = mkdtempSync(join(tmpdir(), 'a clone '));
  /** Holds programs that come before all others on the PATH. */
  readonly #programs = mkdtempSync(join(tmpdir(), 'programs-'));
  readonly #running: Program[] = [];

  constructor(isInstalled: boolean) {
    cpSync(join(PROJECT, 'tools/scripts'), join(this.path, 'tools/scripts'), { recursive: true });
    for (const name of [...FILES, ...(isInstalled ? FOLDERS : [])])
      symlinkSync(join(PROJECT, name), join(this.path, name));
    const options = { recursive: true, preserveTimestamps: true };
    if (isInstalled) cpSync(join(PROJECT, 'dist'), join(this.path, 'dist'), options);
  }

  write(name: string, text: string): void {
    mkdirSync(join(this.path, name, '..'), { recursive: true });
    writeFileSync(join(this.path, name), text);
  }

  /** Replaces a command by a shell script. */
  fake(program: string, script: string): void {
    writeFileSync(join(this.#programs, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  run(command: string[], environment: Record<string, string | undefined> = {}): Program {
    const PATH = `${this.#programs}${delimiter}${process.env.PATH ?? ''}`;
    const env = { ...process.env, NODE_OPTIONS: '', PATH, ...ENVIRONMENT, ...environment };
    const program = startProgram(command, { cwd: this.path, env });
    this.#running.push(program);
    return program;
  }

  quickstart(environment: Record<string, string | undefined> = {}, args: string[] = []): Program {
    return this.run([process.execPath, 'tools/scripts/quickstart.mjs', ...args], environment);
  }

  async remove(): Promise<void> {
    for (const { child, ended } of this.#running) {
      child.kill('SIGTERM');
      await ended;
    }
    for (const folder of [this.path, this.#programs])
      rmSync(folder, { recursive: true, force: true });
  }
}

/** A clone would run `npm ci` in the node_modules that it shares. */
beforeAll(() => {
  const check = `import { isInstalled } from './tools/scripts/install.mjs'; process.exit(isInstalled() ? 0 : 1)`;
  const options = { cwd: PROJECT };
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', check], options);
  if (status !== 0) throw new Error('node_modules is outdated. Run `npm ci`.');
});

let clones: Clone[] = [];
afterEach(async () => {
  for (const clone of clones) await clone.remove();
  clones = [];
});

function makeClone(isInstalled = true): Clone {
  const clone = new Clone(isInstalled);
  clones.push(clone);
  return clone;
}

/** Lets the Elasticsearch of the tests pass for the local one of the clone. */
async function lendElasticsearch(clone: Clone): Promise<void> {
  clone.write('data/elasticsearch/engine.json', JSON.stringify(await serverAt(url)));
}

test.each([
  [['--help'], {}, 0, /^Usage: npm run quickstart\n/],
  [['--fast'], {}, 2, /^Unknown option '--fast'.*\n$/],
  [[], { PORT: '70000' }, 2, /^PORT="70000" must be an integer from 0 to 65535\.\n$/],
  [[], { ELASTICSEARCH_URL: 'localhost:9200' }, 2, /^ELASTICSEARCH_URL must be .*\n$/],
])('before anything is installed, %j with %o is answered', async (args, more, code, message) => {
  const { ended, output } = makeClone(false).quickstart(more, args);
  expect((await ended).code).toBe(code);
  expect(output()).toMatch(message);
  expect(output()).not.toContain('Installing');
});

test('every other setting is checked before anything is started', async () => {
  const { ended, output } = makeClone().quickstart({ TRUST_PROXY: 'many' });
  expect((await ended).code).toBe(1);
  expect(output()).toMatch(/^Compiling\.\n.*not valid:\n {2}- TRUST_PROXY="many" must.*\n$/);
});

test('with .env.example as .env it finds its Elasticsearch, and so do the other commands', async () => {
  const clone = makeClone();
  await lendElasticsearch(clone);
  // A Docker engine that was started after the ingestion must not serve an empty store.
  clone.fake('docker', 'echo "$@" >> docker.log; exit 0');
  cpSync(join(PROJECT, '.env.example'), join(clone.path, '.env'));
  const PORT = String(await freePort());
  const first = clone.quickstart({ PORT });
  await first.says('Ctrl-C stops it');
  expect(existsSync(join(clone.path, 'docker.log'))).toBe(false);
  expect(first.output()).toMatch(
    new RegExp(`Elasticsearch at ${url} \\(process \\d+\\), which another command of this folder`),
  );
  expect(first.output()).toContain(`The API answers at http://127.0.0.1:${PORT}\n`);
  expect(first.output()).toContain(`Open http://127.0.0.1:${PORT}/ to explore`);
  const page = await fetch(`http://127.0.0.1:${PORT}/`);
  expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']); // prettier-ignore

  const pasted = first.output().match(/^.*npm run .*$/gm);
  expect(pasted).toEqual(['npm run tokens -- list', 'npm run ingest -- status']);
  for (const line of pasted ?? []) expect((await clone.run(['sh', '-c', line]).ended).code).toBe(0);

  const again = clone.quickstart({ PORT, PAGES: 'false' });
  expect((await again.ended).code).toBe(0);
  expect(again.output()).toContain('It runs already, started by this folder (process ');
  expect(again.output()).toContain('npm run tokens -- list');
  expect(again.output()).not.toContain('Open http');

  const other = makeClone();
  await lendElasticsearch(other);
  const second = other.quickstart({ PORT });
  await second.says(`trying the next one`);
  expect(second.output()).not.toContain('It runs already');

  first.child.kill('SIGINT');
  expect((await first.ended).code).toBe(0);
  expect(JSON.parse(readFileSync(join(clone.path, 'data/quickstart.json'), 'utf8'))).toEqual({
    provider: 'local',
  });
});

describe('a Docker engine', () => {
  test('whose ports are not on this machine: its container is removed, and the local one is used', async () => {
    const clone = makeClone();
    clone.fake('docker', 'echo "$@" >> docker.log; exit 0');
    const { child, ended, says } = clone.quickstart();
    await says('Using a local Elasticsearch, because its container is not reached');
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(readFileSync(join(clone.path, 'docker.log'), 'utf8')).toMatch(
      /up --detach --wait elasticsearch\n.*down\n$/,
    );
  });

  test('that holds the data and is gone: no other store takes its place', async () => {
    const clone = makeClone();
    clone.fake('docker', 'exit 1');
    clone.write('data/quickstart.json', '{"provider":"container"}');
    const { ended, output } = clone.quickstart();
    expect((await ended).code).toBe(1);
    expect(output()).toContain(
      'Quickstart failed: the data of the last run is in a container, but no Docker engine runs.',
    );
  });
});

/** The output of a start, in its order. The first start is interrupted at the first line, the second at the second. */
const MOMENTS = [
  'Compiling.',
  'Using the Elasticsearch of',
  'Ingesting the built-in data',
  'countries: ',
  'cities: ',
  'Still to come, while you use it: lands, places, markers.',
  'places: ',
  'markers: ',
  'lands: ',
  'Everything is there.',
];

test(
  'what is interrupted, or killed, at any of ten moments is whole at the next start',
  async () => {
    const client = createTestClient();
    const indexPrefix = `t${randomBytes(5).toString('hex')}`;
    const clone = makeClone();
    const start = async (): Promise<Program> =>
      clone.quickstart({
        ...{ ELASTICSEARCH_URL: url, INDEX_PREFIX: indexPrefix, PORT: String(await freePort()) },
        SOURCES_FILE: join(PROJECT, 'examples/sources/whole.yaml'),
      });
    try {
      for (const [at, moment] of MOMENTS.entries()) {
        const { child, ended, says } = await start();
        await says(moment);
        child.kill(at % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
        await ended;
      }
      const { child, ended, output, says } = await start();
      await says('Ctrl-C stops it');
      expect(output()).toContain('\nEverything is there.\n');
      for (const name of ['countries', 'cities', 'lands', 'places', 'markers'])
        expect(output()).toContain(`\n${name}: live already`);
      child.kill('SIGINT');
      expect((await ended).code).toBe(0);
      // Every step was made once, and has left nothing.
      const made = Object.keys(await client.indices.get({ index: `${indexPrefix}-*-g*` }));
      const names = made.map((index) => index.replace(/^t\w+-(\w+)-g.*/, '$1')).sort();
      expect(names).toEqual(['builds', 'cities', 'countries', 'lands', 'markers', 'places', 'regions']); // prettier-ignore
    } finally {
      const index = Object.keys(await client.indices.get({ index: `${indexPrefix}-*` }));
      await client.indices.delete({ index });
      await client.close();
    }
  },
  3 * patienceMs,
);

test('live data that is unreadable or of unknown origin is left alone, and the API serves the rest', async () => {
  const client = createTestClient();
  const prefix = `t${randomBytes(5).toString('hex')}`;
  const indices: string[] = [];
  for (const resource of ['countries', 'cities', 'lands', 'places', 'markers']) {
    const index = generationIndex(prefix, resource, new Date());
    indices.push(index);
    await client.indices.create({ index, aliases: { [liveAlias(prefix, resource)]: {} } });
  }
  await client.indices.close({ index: indices.filter((index) => !/-(lands|places)-/.test(index)) });
  try {
    const PORT = String(await freePort());
    const settings = { ELASTICSEARCH_URL: url, INDEX_PREFIX: prefix, PORT };
    const { child, ended, output, says } = makeClone().quickstart(settings);
    await says('Ctrl-C stops it');
    expect(output()).toMatch(/\nmarkers: left alone: \S+ cannot be read\. Open it/);
    expect(output()).toMatch(
      /\nlands: left alone: nothing says what the live lands were made from/,
    );
    expect(output()).toMatch(/\nplaces: left alone: nothing says/);
    expect(output()).toMatch(/\nNot everything can be served now:\n {2}countries: /);
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  } finally {
    await client.indices.delete({ index: indices });
    await client.close();
  }
});
