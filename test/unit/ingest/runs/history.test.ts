import { errors } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { silentProgress } from '../../../../core/cli/progress.js';
import type { Context } from '../../../../ingest/generations/resource.js';
import { type Entry, recorder } from '../../../../ingest/runs/history.js';

/** Adds an entry while Elasticsearch answers its first write with a status, or the first one of all. */
async function add(outcome: Entry['outcome'], status: number, hasBegun: boolean) {
  const ids: unknown[] = [];
  const notes: string[] = [];
  const write = ({ id }: { id: string }) => {
    const headers = { 'x-elastic-product': 'Elasticsearch' };
    const failure = { body: {}, statusCode: status, headers, warnings: null, meta: {} };
    if (ids.push(id) === (hasBegun ? 2 : 1))
      return Promise.reject(new errors.ResponseError(failure as never));
    return Promise.resolve({});
  };
  const nothing = () => Promise.resolve({ hits: { hits: [] } });
  const indices = { get: nothing, create: nothing };
  const client = { indices, create: write, index: write, search: nothing };
  const context = { client: { child: () => client }, indexPrefix: 'geo' } as unknown as Context;
  const progress = { ...silentProgress, note: (text: string) => void notes.push(text) };
  const entry = { begun: '2026-01-01T00:00:00.000Z', resource: 'cities', outcome };
  const addEntry = recorder(context, progress);
  if (hasBegun) await addEntry({ ...entry, outcome: 'running' }, 'id');
  await addEntry(entry, 'id');
  return { writes: ids.length, differentIds: new Set(ids).size, note: notes.at(-1) };
}

test.each<[Entry['outcome'], number, boolean, number, string]>([
  ['done', 429, true, 3, 'Trying again'],
  ['failed', 503, true, 3, 'Trying again'],
  ['done', 403, true, 2, 'could not be written'],
  ['running', 429, false, 1, 'could not be written'],
  // A history that was never there is not waited for.
  ['failed', 503, false, 1, 'could not be written'],
])('the entry %s, answered by %i at first, begun: %j, takes %i writes', async (...given) => {
  const [outcome, status, hasBegun, writes, note] = given;
  const found = await add(outcome, status, hasBegun);
  expect(found).toEqual({ writes, differentIds: 1, note: expect.stringContaining(note) });
});
