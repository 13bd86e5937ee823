import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { generationIndex, liveAlias } from '../../core/elasticsearch/names.js';
import { createTestClient } from '../support/api.js';
import { Clone } from '../support/clone.js';
import { PROJECT } from '../support/docs.js';
import { untilEnd } from '../support/each.js';
import { patienceMs } from '../support/patience.js';
import type { Program } from '../support/program.js';

const url = process.env.ELASTICSEARCH_URL ?? '';
const clone = untilEnd(new Clone());

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
    const start = (): Program =>
      clone.quickstart({
        ...{ ELASTICSEARCH_URL: url, INDEX_PREFIX: indexPrefix },
        SOURCES_FILE: join(PROJECT, 'examples/sources/whole.yaml'),
      });
    try {
      for (const [at, moment] of MOMENTS.entries()) {
        const { child, ended, says } = start();
        await says(moment);
        child.kill(at % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
        await ended;
      }
      const { child, ended, output, says } = start();
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
    const settings = { ELASTICSEARCH_URL: url, INDEX_PREFIX: prefix };
    const { child, ended, output, says } = clone.quickstart(settings);
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
