import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { compareGenerations } from '../../../ingest/generations/diff.js';
import { discardHeld } from '../../../ingest/generations/promotion.js';
import { promoteHeld } from '../../../ingest/runs/promoteHeld.js';
import { retryingClient } from '../../../core/elasticsearch/retry.js';
import { silentProgress } from '../../../core/cli/progress.js';
import type { Context } from '../../../ingest/generations/resource.js';
import { createSandbox, type Sandbox } from '../../store/ingest/sandbox.js';
import { MORE, run } from '../../store/ingest/small.js';
import { duringEach, loseAnswer, refusal } from './duringEach.js';

const progress = silentProgress;

let sandbox: Sandbox;
let context: Context;
beforeEach(async () => {
  sandbox = createSandbox();
  const { client, indexPrefix } = sandbox;
  context = { client: retryingClient(client, { progress }), indexPrefix };
  await run(context, ['cities']);
  await run(context, ['cities'], { hold: true }, MORE);
});
afterEach(() => sandbox.remove());

describe.each([
  ['is refused once', () => Promise.reject(refusal(429))],
  ['is done, but its answer lost', loseAnswer],
])('though each request %s', (_, pass) => {
  const during = (work: () => Promise<unknown>) => duringEach(sandbox.client, pass, work);

  test('what is held is promoted, and nothing else is changed', async () => {
    const { live: previous, held: live } = await sandbox.generations('cities');
    const kinds = await during(() => promoteHeld(context, 'cities', { progress }));
    expect(kinds).toEqual(expect.arrayContaining(['POST /_aliases', 'PUT /cities/_mapping']));
    expect(await sandbox.generations('cities')).toEqual({ live, previous, leftovers: [] });
  });

  test('what is held is compared, replaced by another one, and deleted', async () => {
    const { live, held: before = '' } = await sandbox.generations('cities');
    await during(async () => {
      const { counts } = await compareGenerations(context.client, live, before);
      expect(counts).toEqual({ new: 1, changed: 0, unchanged: 2, gone: 0 });
    });
    await during(() => run(context, ['cities'], { hold: true }, MORE));
    const { held, ...others } = await sandbox.generations('cities');
    expect(others).toEqual({ live, leftovers: [] });
    expect(held).not.toBe(before);
    const kinds = await during(() => discardHeld(context, 'cities', { progress }));
    expect(kinds).toContain('DELETE /cities');
    expect(await sandbox.generations('cities')).toEqual({ live, leftovers: [] });
  });

  test('a dry run shows what would change, and leaves nothing', async () => {
    const before = await sandbox.indices();
    let said: string[] = [];
    await during(async () => {
      said = await run(context, ['cities', 'lands'], { dryRun: true }, MORE);
    });
    expect(said[0]).toContain('1 new, 0 changed, 2 unchanged, 0 gone');
    expect(await sandbox.indices()).toEqual(before);
  });
});

test('of a promotion and a discard at once one succeeds, and the data is whole', async () => {
  const before = await sandbox.generations('cities');
  const outcomes = await Promise.allSettled([
    promoteHeld(context, 'cities', { progress }),
    discardHeld(context, 'cities', { progress }),
  ] as const);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { live } = await sandbox.generations('cities');
  expect(live).toBe(outcomes[0].status === 'fulfilled' ? before.held : before.live);
  expect((await sandbox.live('cities')).size).toBe(live === before.held ? 3 : 2);
});
