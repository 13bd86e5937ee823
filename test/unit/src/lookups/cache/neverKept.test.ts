import { expect, test } from '@jest/globals';
import Joi from 'joi';
import { lookup } from '../../../../../src/lookups/endpoint.js';
import { budgetOf } from '../../../../../src/lookups/cache/budget.js';
import { KeptAnswers } from '../../../../../src/lookups/cache/keptAnswers.js';
import { noParameters } from '../../../../../src/parameters/rules.js';
import type { Snapshot } from '../../../../../src/search/live.js';

const MARKERS = { resource: 'markers' };

test('what nobody may keep is read by its alias, as it is written', async () => {
  const unknown: Snapshot = { index: () => 'alias', version: () => undefined };
  const known: Snapshot = { index: () => 'generation', version: () => 'one' };
  const kept = new KeptAnswers({
    live: { unknown, now: () => known, refresh: () => Promise.resolve() },
    budget: budgetOf(1),
    maxAgeSeconds: 60,
    code: 'test',
  });
  const endpoint = lookup({
    path: '/test',
    summary: 'test',
    description: 'test',
    parameters: noParameters,
    data: Joi.any(),
    example: { query: {}, answer: { data: '' } },
    handle: (_, live) => Promise.resolve({ data: live.index(MARKERS) }),
  });
  const asked = kept.lookUp(endpoint, '/test', () => undefined);
  if (asked.reply !== undefined) throw new Error('An answer was kept.');
  const { reply } = await asked.ask();
  expect(reply.latin1).toBe('{"status":"ok","data":"alias"}');
});
