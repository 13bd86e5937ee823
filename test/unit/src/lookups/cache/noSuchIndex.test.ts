import { expect, test } from '@jest/globals';
import Joi from 'joi';
import { NoSuchIndex } from '../../../../../src/errors.js';
import { lookup } from '../../../../../src/lookups/endpoint.js';
import { budgetOf } from '../../../../../src/lookups/cache/budget.js';
import { KeptAnswers } from '../../../../../src/lookups/cache/keptAnswers.js';
import { noParameters } from '../../../../../src/parameters/rules.js';
import type { Snapshot } from '../../../../../src/search/live.js';

const CITIES = { resource: 'cities' };

test('many who meet an index that is gone ask once what is live', async () => {
  const unknown: Snapshot = { index: () => 'alias', version: () => undefined };
  const known: Snapshot = { index: () => 'gone', version: () => undefined };
  let refreshed = 0;
  let done = (): void => undefined;
  const refresh = (): Promise<void> => {
    refreshed += 1;
    return new Promise((resolve) => {
      done = resolve;
    });
  };
  const kept = new KeptAnswers({
    live: { unknown, now: () => known, refresh },
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
    reads: [CITIES],
    example: { query: {}, answer: { data: '' } },
    handle: (_, live) => {
      const index = live.index(CITIES);
      return index === 'gone'
        ? Promise.reject(new NoSuchIndex(undefined))
        : Promise.resolve({ data: index });
    },
  });
  const ask = async (): Promise<string> => {
    const asked = kept.lookUp(endpoint, '/test', () => undefined);
    return (asked.reply === undefined ? await asked.ask() : asked).reply.latin1;
  };
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(new Set(answers)).toEqual(new Set(['{"status":"ok","data":"alias"}']));
  expect(refreshed).toBe(1);
  done();
  await new Promise(setImmediate);
  await ask();
  expect(refreshed).toBe(2);
});
