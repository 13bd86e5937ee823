import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { projectFolder } from '../../../../tools/engine/machine.js';
import { serverAt } from '../../../../core/elasticsearch/runningEngine.js';
import { generationIndex, liveAlias } from '../../../../core/elasticsearch/names.js';
import { builtInPrefix, createTestClient } from '../../../support/api.js';
import { freePort } from '../../../support/freePort.js';
import { patienceMs } from '../../../support/patience.js';
import { Clone, type Run } from './clone.js';

const url = process.env.ELASTICSEARCH_URL ?? '';
let clones: Clone[] = [];
afterEach(async () => {
  for (const clone of clones) await clone.remove();
  clones = [];
});

function makeClone(options?: { installed: boolean }): Clone {
  const clone = new Clone(options);
  clones.push(clone);
  return clone;
}

const environment = { ELASTICSEARCH_URL: undefined, INDEX_PREFIX: builtInPrefix() };
const quickstart = (clone: Clone, args: string[] = [], more = {}): Run =>
  clone.run(process.execPath, ['tools/scripts/quickstart.mjs', ...args], {
    ...environment,
    ...more,
  });

/** Lets the Elasticsearch of the tests pass for the local one of the clone. */
async function lendElasticsearch({ path }: Clone): Promise<void> {
  mkdirSync(join(path, 'data/elasticsearch'), { recursive: true });
  const record = { url, pid: (await serverAt(url))?.pid };
  writeFileSync(join(path, 'data/elasticsearch/engine.json'), JSON.stringify(record));
}

function noteProvider({ path }: Clone, provider: string): void {
  mkdirSync(join(path, 'data'), { recursive: true });
  writeFileSync(join(path, 'data/quickstart.json'), JSON.stringify({ provider }));
}

describe('before anything is installed', () => {
  test('--help tells what it does', async () => {
    const run = quickstart(makeClone({ installed: false }), ['--help']);
    expect(await run.ended).toBe(0);
    expect(run.output()).toMatch(/^Usage: npm run quickstart\n/);
    expect(run.output()).not.toContain('Installing');
  });

  test.each([
    [['--fast'], {}, /^Unknown option '--fast'.*\n$/],
    [[], { PORT: 'abc' }, /^PORT="abc" must be an integer from 0 to 65535\.\n$/],
    [[], { PORT: '70000' }, /^PORT="70000" must be/],
    [[], { ELASTICSEARCH_URL: 'localhost:9200' }, /^ELASTICSEARCH_URL must be .*\n$/],
  ])('%j with %o is rejected in one sentence', async (args, more, message) => {
    const run = quickstart(makeClone({ installed: false }), args, more);
    expect(await run.ended).toBe(2);
    expect(run.output()).toMatch(message);
  });
});

test('every other setting is checked before anything is started', async () => {
  const run = quickstart(makeClone(), [], { TRUST_PROXY: 'many' });
  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(/^Compiling\.\n.*not valid:\n {2}- TRUST_PROXY="many" must.*\n$/);
});

test(
  'with .env.example as .env it finds its Elasticsearch, and so do the other commands',
  async () => {
    const clone = makeClone();
    await lendElasticsearch(clone);
    // An engine that was started after the data came in must not serve an empty store.
    clone.fake('docker', 'echo "$@" >> docker.log; exit 0');
    cpSync(join(projectFolder, '.env.example'), join(clone.path, '.env'));
    const PORT = String(await freePort());
    const first = quickstart(clone, [], { PORT });
    await first.says('Ctrl-C stops it');
    expect(existsSync(join(clone.path, 'docker.log'))).toBe(false);
    expect(first.output()).toMatch(
      new RegExp(
        `Elasticsearch at ${url} \\(process \\d+\\), which another command of this folder`,
      ),
    );
    expect(first.output()).toContain(`The API answers at http://127.0.0.1:${PORT}\n`);
    expect(first.output()).toContain(`Open http://127.0.0.1:${PORT}/ to explore`);
    const page = await fetch(`http://127.0.0.1:${PORT}/`);
    expect([page.status, page.headers.get('Content-Type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);

    const pasted = first
      .output()
      .split('\n')
      .filter((line) => line.includes('npm run '));
    expect(pasted).toEqual(['npm run tokens -- list', 'npm run ingest -- status']);
    for (const line of pasted)
      expect(await clone.run('sh', ['-c', line], environment).ended).toBe(0);

    const again = quickstart(clone, [], { PORT, PAGES: 'false' });
    expect(await again.ended).toBe(0);
    expect(again.output()).toContain('It runs already, started by this folder (process ');
    expect(again.output()).toContain(pasted[0]);
    expect(again.output()).not.toContain('Open http');

    const other = makeClone();
    await lendElasticsearch(other);
    const second = quickstart(other, [], { PORT, HOST: 'localhost' });
    await second.says(`trying the next one`);
    expect(second.output()).toContain(
      `The API that answers at http://localhost:${PORT} was not started by a quickstart of this folder`,
    );
    expect(second.output()).not.toContain('It runs already');

    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
    expect(JSON.parse(readFileSync(join(clone.path, 'data/quickstart.json'), 'utf8'))).toEqual({
      provider: 'local',
    });
  },
  patienceMs,
);

describe('a Docker engine', () => {
  test(
    'whose ports are not on this machine: its container is removed, and the local one is taken',
    async () => {
      const clone = makeClone();
      clone.fake('docker', 'echo "$@" >> docker.log; exit 0');
      const run = quickstart(clone);
      await run.says('Using a local Elasticsearch, because its container is not reached');
      run.child.kill('SIGINT');
      expect(await run.ended).toBe(130);
      expect(readFileSync(join(clone.path, 'docker.log'), 'utf8')).toMatch(
        /up --detach --wait elasticsearch\n.*down\n$/,
      );
    },
    patienceMs,
  );

  test('that holds the data and is gone: no other store takes its place', async () => {
    const clone = makeClone();
    clone.fake('docker', 'exit 1');
    noteProvider(clone, 'container');
    const run = quickstart(clone);
    expect(await run.ended).toBe(1);
    expect(run.output()).toMatch(
      /Quickstart failed: the data of the last run is in a container, but no Docker engine runs\./,
    );
  });
});

test(
  'live data that cannot be read, or is of unknown make, is left alone, and the API serves the rest',
  async () => {
    const client = createTestClient();
    const prefix = `t${randomBytes(5).toString('hex')}`;
    const indices: string[] = [];
    for (const resource of ['countries', 'cities', 'lands', 'places', 'markers']) {
      const alias = liveAlias(prefix, resource);
      const index = generationIndex(prefix, resource, new Date());
      indices.push(index);
      await client.indices.create({ index, aliases: { [alias]: {} } });
    }
    const unknown = indices.filter((index) => /-(lands|places)-/.test(index));
    await client.indices.close({ index: indices.filter((index) => !unknown.includes(index)) });
    try {
      const clone = makeClone();
      const PORT = String(await freePort());
      const run = quickstart(clone, [], { ELASTICSEARCH_URL: url, INDEX_PREFIX: prefix, PORT });
      await run.says('Ctrl-C stops it');
      expect(run.output()).toMatch(/\nmarkers: left alone: \S+ cannot be read\. Open it/);
      expect(run.output()).toMatch(
        /\nlands: left alone: nothing says what the live lands were made from/,
      );
      expect(run.output()).toMatch(
        /\nplaces: left alone \(the markers follow them\): nothing says/,
      );
      expect(run.output()).toMatch(/\nNot everything can be served now:\n {2}countries: /);
      run.child.kill('SIGINT');
      expect(await run.ended).toBe(0);
    } finally {
      await client.indices.delete({ index: indices });
      await client.close();
    }
  },
  patienceMs,
);
