import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Clone, type Run } from '../../../integration/tools/scripts/clone.js';
import { patienceMs } from '../../../support/patience.js';

const foreign = `foreign-${randomBytes(4).toString('hex')}`;
let client: Client;
let clone: Clone;
beforeEach(() => {
  client = new Client({ node: process.env.ELASTICSEARCH_URL ?? '' });
  clone = new Clone();
});
afterEach(async () => {
  await clone.remove();
  await client.indices.delete({ index: foreign, ignore_unavailable: true });
  await client.close();
});

/** In the clone's folder, whose name has blanks, although its programs are those of this one. */
const bench = (options: string[], environment: Record<string, string>): Run =>
  clone.run(
    process.execPath,
    ['--preserve-symlinks', '--preserve-symlinks-main', 'dist/tools/bench/main.js', ...options],
    environment,
  );

test(
  'settings of another API do not matter, and when interrupted it deletes its own indices only',
  async () => {
    await client.indices.create({ index: foreign, aliases: { 'bench-mine': {} } });
    writeFileSync(join(clone.path, '.env'), 'RATE_LIMIT_PER_SECOND=1\n');
    const run = bench(['--quick', '--only', 'uncached'], {
      NODE_ENV: 'production',
      HOST: '192.0.2.1',
      RATE_LIMIT_PER_SECOND: '1',
    });
    // Lookups were measured then: an answer that is no success ends the bench.
    await run.says('Measuring country, every request new');
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(130);
    expect(run.output()).toMatch(/\nInterrupted\.\n$/);
    expect(Object.keys(await client.indices.get({ index: 'bench-*' }))).toEqual([foreign]);
  },
  patienceMs,
);

test('the first failure is the one it ends with', async () => {
  const run = bench(['--quick'], { ELASTICSEARCH_URL: 'http://127.0.0.1:1' });
  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(
    /\nElasticsearch \(http:\/\/127\.0\.0\.1:1\) cannot be reached: start it .*ECONNREFUSED.*\n$/,
  );
});

test(
  'growth cleans up behind itself, too, when it is interrupted',
  async () => {
    await client.indices.create({ index: foreign });
    const run = bench(['growth', '--quick', '--only', 'markers'], {});
    await run.says('Measuring markers by radius among 1,000 markers');
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(130);
    expect(run.output()).toMatch(/\nInterrupted\.\n$/);
    expect(Object.keys(await client.indices.get({ index: ['bench-*', foreign] }))).toEqual([
      foreign,
    ]);
  },
  patienceMs,
);
