import type { Client } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { storedPages } from '../../../../core/elasticsearch/storedPages.js';

test.each([
  [0, []],
  [3, [[0, 1], [2]]],
  [4, [[0, 1], [2, 3]]],
])('%d documents are read in pages of two, to the end', async (count, expected) => {
  const client = {
    openPointInTime: () => Promise.resolve({ id: 'pit' }),
    search({ size, search_after: [after = -1] = [] }: { size: number; search_after?: number[] }) {
      const all = Array.from({ length: count }, (_, at) => ({ _id: at, sort: [at] }));
      return Promise.resolve({ hits: { hits: all.slice(after + 1, after + 1 + size) } });
    },
    closePointInTime: () => Promise.resolve(),
  };
  const pages: unknown[][] = [];
  for await (const page of storedPages(client as unknown as Client, 'things', { size: 2 }))
    pages.push(page.map(({ _id }) => _id));
  expect(pages).toEqual(expected);
}); // prettier-ignore
