import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { rowOfMarkers, storeMarkers } from '../../support/ownDocuments.js';
import { startApiProcess } from '../outages/api.js';
import { callerOf } from './caller.js';
import { untilEnd } from '../../support/each.js';

const documents = rowOfMarkers(32);

const own = untilEnd(await storeMarkers(documents));
const api = untilEnd(
  await startApiProcess({
    ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL ?? '',
    INDEX_PREFIX: own.indexPrefix,
    ELASTICSEARCH_TIMEOUT_MS: '10000',
  }),
);

test('SIGTERM: writes that wait for their turn are finished and acknowledged first', async () => {
  const caller = callerOf(api.address);
  const exit = once(api.child, 'close');
  const build = (season: number): Promise<number | string>[] =>
    documents.map(({ id }) =>
      caller.put('update', { id, season, icon: 1 }).catch(() => 'not taken any more'),
    );
  // Leaves as many connections open, so that the process gets all of the next ones.
  await Promise.all(build(1));
  const writes = build(2);
  await Promise.race(writes);
  api.child.kill('SIGTERM');
  const answers = await Promise.all(writes);
  expect(await exit).toEqual([0, null]);
  expect(api.log()).not.toContain('unfinished');

  expect(answers).toContain(200);
  for (const [position, { id }] of documents.entries()) {
    const season = (await own.stored(id))?.season;
    // A write that is cut off would be stored without an answer.
    if (answers[position] === 200) expect(season).toBe(2);
    else if (answers[position] !== 503) expect(season).not.toBe(2);
  }
});
