import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { silentProgress } from '../../../core/cli/progress.js';
import { generationIndex, liveAlias } from '../../../core/elasticsearch/names.js';
import { GENERATIONS } from '../../../indices/resources.js';
import { ensureBuilds } from '../../../ingest/markers/builds.js';
import { serverAt } from '../../../tools/engine/runningEngine.js';
import { Clone } from '../../support/clone.js';
import { PROJECT } from '../../support/docs.js';
import { untilEnd } from '../../support/each.js';
import { createSandbox } from '../ingest/sandbox.js';

const url = process.env.ELASTICSEARCH_URL ?? '';
const sandbox = untilEnd(createSandbox());
const clone = untilEnd(new Clone());
const other = untilEnd(new Clone());
const bare = untilEnd(new Clone({ isInstalled: false }));
beforeEach(() => {
  for (const name of ['data', '.env', 'docker.log'])
    rmSync(join(clone.path, name), { recursive: true, force: true });
});

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
  const { ended, output } = bare.quickstart(more, args);
  expect((await ended).code).toBe(code);
  expect(output()).toMatch(message);
  expect(output()).not.toContain('Installing');
});

test('every other setting is checked before anything is started', async () => {
  const { ended, output } = clone.quickstart({ TRUST_PROXY: 'many' });
  expect((await ended).code).toBe(1);
  expect(output()).toMatch(/^Compiling\.\n.*not valid:\n {2}- TRUST_PROXY="many" must.*\n$/);
});

test('with .env.example as .env it finds its Elasticsearch, and so do the other commands', async () => {
  // Live data of unknown origin is left alone, so that no ingestion is waited for.
  const { client, indexPrefix: INDEX_PREFIX } = sandbox;
  for (const { resource, settings, mappings } of GENERATIONS) {
    const index = generationIndex(INDEX_PREFIX, resource, new Date());
    const aliases = { [liveAlias(INDEX_PREFIX, resource)]: {} };
    await client.indices.create({ index, aliases, settings, mappings });
  }
  await ensureBuilds(sandbox, { progress: silentProgress });
  await lendElasticsearch(clone);
  // A Docker engine that was started after the ingestion must not serve an empty store.
  clone.fake('docker', 'echo "$@" >> docker.log; exit 0');
  cpSync(join(PROJECT, '.env.example'), join(clone.path, '.env'));
  const first = clone.quickstart({ INDEX_PREFIX });
  await first.says('Ctrl-C stops it');
  expect(existsSync(join(clone.path, 'docker.log'))).toBe(false);
  expect(first.output()).toMatch(
    new RegExp(`Elasticsearch at ${url} \\(process \\d+\\), which another command of this folder`),
  );
  const [address = ''] = /(?<=The API answers at )http:\/\/127\.0\.0\.1:\d+(?=\n)/.exec(first.output()) ?? []; // prettier-ignore
  expect(first.output()).toContain(`Open ${address}/ to explore`);
  const page = await fetch(`${address}/`);
  expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']); // prettier-ignore

  const pasted = first.output().match(/^.*npm run .*$/gm);
  expect(pasted).toEqual(['npm run tokens -- list', 'npm run ingest -- status']);
  for (const line of pasted ?? [])
    expect((await clone.run(['sh', '-c', line], { INDEX_PREFIX }).ended).code).toBe(0);

  const again = clone.quickstart({ INDEX_PREFIX, PAGES: 'false' });
  expect((await again.ended).code).toBe(0);
  expect(again.output()).toContain('It runs already, started by this folder (process ');
  expect(again.output()).toContain('npm run tokens -- list');
  expect(again.output()).not.toContain('Open http');

  await lendElasticsearch(other);
  const second = other.quickstart({ INDEX_PREFIX, PORT: new URL(address).port });
  await second.says(`trying the next one`);
  expect(second.output()).not.toContain('It runs already');

  first.child.kill('SIGINT');
  expect((await first.ended).code).toBe(0);
  expect(JSON.parse(readFileSync(join(clone.path, 'data/quickstart.json'), 'utf8'))).toEqual({
    provider: 'local',
  });
}, 300_000);

describe('a Docker engine', () => {
  test('whose ports are not on this machine: its container is removed, and the local one is used', async () => {
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
    clone.fake('docker', 'exit 1');
    clone.write('data/quickstart.json', '{"provider":"container"}');
    const { ended, output } = clone.quickstart();
    expect((await ended).code).toBe(1);
    expect(output()).toContain(
      'Quickstart failed: the data of the last run is in a container, but no Docker engine runs.',
    );
  });
});
