import type { Client } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { markersOf } from '../../../../ingest/markers/resource.js';

test('all pages of the places are read, and each place has its marker', async () => {
  const places = Array.from({ length: 10_003 }, (_, at) => ({ id: `p${at}` }));
  const client = {
    count: () => Promise.resolve({ count: places.length }),
    openPointInTime: () => Promise.resolve({ id: 'pit' }),
    search({ size, search_after: [after = -1] = [] }: { size: number; search_after?: number[] }) {
      const all = places.map((_source, at) => ({ _source, sort: [at] }));
      return Promise.resolve({ hits: { hits: all.slice(after + 1, after + 1 + size) } });
    },
    closePointInTime: () => Promise.resolve(),
  } as unknown as Client;
  const run = await markersOf({ index: 'places' }).begin({ client, indexPrefix: 'geo' });
  const made: unknown[] = [];
  for await (const outcome of run.outcomes) made.push('document' in outcome && outcome.document);
  expect(made).toEqual(places);
  expect(await run.gate('markers')).toEqual([]);
});
