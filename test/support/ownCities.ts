import { randomBytes } from 'node:crypto';
import type { CityRow } from '../../ingest/cities/row.js';
import { cityResource } from '../../ingest/cities/resource.js';
import { ingestResource } from '../../ingest/generations/ingestResource.js';
import { silentProgress } from '../../core/cli/progress.js';
import { createTestClient } from './api.js';

export interface OwnCities {
  indexPrefix: string;
  remove(): Promise<void>;
}

/** Ingests cities of a test's own, beside the built-in ones, under another index prefix. */
export async function ingestCities(
  rows: readonly CityRow[],
  primaryMinimumPopulation: number,
): Promise<OwnCities> {
  const client = createTestClient();
  const indexPrefix = `test-own-${randomBytes(6).toString('hex')}`;
  const source = { file: 'own cities', expectedRows: rows.length, rows: () => rows };
  const resource = cityResource(source, { primaryMinimumPopulation });
  await ingestResource({ client, indexPrefix }, resource, { progress: silentProgress });
  return {
    indexPrefix,
    async remove() {
      const index = Object.keys(await client.indices.get({ index: `${indexPrefix}-*` }));
      await client.indices.delete({ index });
      await client.close();
    },
  };
}
