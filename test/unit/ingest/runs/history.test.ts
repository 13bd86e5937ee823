import { errors } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { silentProgress } from '../../../../core/cli/progress.js';
import type { Context } from '../../../../ingest/generations/resource.js';
import { type Entry, recorder } from '../../../../ingest/runs/history.js';

/** Adds an entry while Elasticsearch answers the first write with a status. */
async function add(outcome: Entry['outcome'], status: number) {
  const ids: unknown[] = [];
  const notes: string[] = [];
  const write = ({ id }: { id: string }) => {
    const headers = { 'x-elastic-product': 'Elasticsearch' };
    const failure = { body: {}, statusCode: status, headers, warnings: null, meta: {} };
    if (ids.push(id) === 1) return Promise.reject(new errors.ResponseError(failure as never));
    return Promise.resolve({});
  };
  const nothing = () => Promise.resolve({ hits: { hits: [] } });
  const indices = { get: nothing, create: nothing };
  const client = { indices, create: write, index: write, search: nothing };
  const context = { client: { child: () => client }, indexPrefix: 'geo' } as unknown as Context;
  const progress = { ...silentProgress, note: (text: string) => void notes.push(text) };
  const entry = { begun: '2026-01-01T00:00:00.000Z', resource: 'cities', outcome };
  await recorder(context, progress)(entry);
  return { writes: ids.length, differentIds: new Set(ids).size, note: notes.at(-1) };
}

test.each<[Entry['outcome'], number, number, string]>([
  ['done', 429, 2, 'Trying again'],
  ['failed', 503, 2, 'Trying again'],
  ['done', 403, 1, 'could not be written'],
  ['running', 429, 1, 'could not be written'],
])('the entry %s, answered by %i at first, is written in attempts: %i', async (...given) => {
  const [outcome, status, writes, note] = given;
  const found = await add(outcome, status);
  expect(found).toEqual({ writes, differentIds: 1, note: expect.stringContaining(note) });
});
