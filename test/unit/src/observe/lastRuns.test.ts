import type { Client } from '@elastic/elasticsearch';
import { expect, jest, test } from '@jest/globals';
import { register } from 'prom-client';
import { createLastRuns } from '../../../../src/observe/lastRuns.js';
import { measureProcess } from '../../../../src/observe/metricsServer.js';
import { fakeTimers } from '../../../support/each.js';

const run = {
  ...{ begun: '2026-11-26T03:15:00.000Z', ended: '2026-11-26T03:16:00.000Z', resource: 'cities' },
  ...{ outcome: 'refused', command: '', host: 'here', version: '0.1.0' },
};
const answerOf = (...entries: object[]) => ({
  hits: { hits: entries.map((entry) => ({ _source: entry })) },
});

fakeTimers();

function lastRunsOf(search: () => Promise<unknown>) {
  return createLastRuns({ search } as unknown as Client, 'geo');
}

test('the history is read every 30 s, for all scrapes of that time; what is malformed is left out', async () => {
  const search = jest.fn(() => Promise.resolve(answerOf(run, { ...run, outcome: 7 })));
  const lastRuns = lastRunsOf(search);
  expect(await Promise.all([lastRuns(), lastRuns()])).toEqual([[run], [run]]);
  jest.advanceTimersByTime(29_000);
  await lastRuns();
  expect(search).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(1_000);
  await lastRuns();
  expect(search).toHaveBeenCalledTimes(2);
});

test('each value of the last run is a metric beside its limit', async () => {
  const values = [
    { check: 'changed', of: 'population', value: 0.12, limit: 0.2, unit: 'share' },
    { check: 'countries', value: 1, limit: 0, unit: 'count' },
  ];
  const odd = { ...run, values: [{ check: 'size', value: 'many', limit: 0.1, unit: 'share' }] };
  const lastRuns = lastRunsOf(() => Promise.resolve(answerOf({ ...run, values }, odd)));
  measureProcess({
    version: '0.1.0',
    live: { isReady: true, generations: () => [] },
    isElasticsearchLost: () => false,
    connections: () => Promise.resolve(0),
    lastRuns,
  });
  const linesOf = async (name: string) =>
    (await register.getSingleMetricAsString(`geo_ingestion_check_${name}`)).split('\n').slice(2);
  expect(await linesOf('value')).toEqual([
    'geo_ingestion_check_value{resource="cities",check="changed",of="population"} 0.12',
    'geo_ingestion_check_value{resource="cities",check="countries",of=""} 1',
  ]);
  expect(await linesOf('limit')).toEqual([
    'geo_ingestion_check_limit{resource="cities",check="changed",of="population"} 0.2',
    'geo_ingestion_check_limit{resource="cities",check="countries",of=""} 0',
  ]);
});

test('a history that fails, or does not answer in time, neither fails nor delays a scrape', async () => {
  let answer: () => Promise<unknown> = () => Promise.reject(new Error('no answer within 2 s'));
  const search = jest.fn((_: unknown, options: { requestTimeout: number; maxRetries: number }) => {
    expect(options).toEqual({ requestTimeout: 2_000, maxRetries: 0 });
    return answer();
  });
  const lastRuns = createLastRuns({ search } as unknown as Client, 'geo');
  expect(await lastRuns()).toEqual([]);
  answer = () => Promise.resolve(answerOf(run));
  jest.advanceTimersByTime(30_000);
  expect(await lastRuns()).toEqual([run]);
  answer = () => Promise.reject(new Error('away'));
  jest.advanceTimersByTime(30_000);
  expect(await lastRuns()).toEqual([run]);
  answer = () => new Promise(() => undefined);
  jest.advanceTimersByTime(30_000);
  const late = lastRuns();
  await jest.advanceTimersByTimeAsync(250);
  expect(await late).toEqual([run]);
  expect(search).toHaveBeenCalledTimes(4);
});
