import { expect, test } from '@jest/globals';
import { createRegistry } from '../../../../../src/observe/metrics/registry.js';
import { RequestCounts } from '../../../../../src/observe/metrics/requests.js';

let isReady: boolean | undefined;
const registry = createRegistry({
  version: '1.2.3',
  requests: new RequestCounts(),
  elasticsearch: { requests: new Map(), failures: new Map(), durations: new Map() } as never,
  queues: {},
  generations: () => [],
  isElasticsearchLost: () => false,
  isReady: () => isReady,
  connections: () => Promise.resolve(0),
});

test('what is not known yet is absent, not 0', async () => {
  expect(await registry.metrics()).not.toMatch(/^geo_ready /m);
  for (const [state, value] of [[true, 1], [false, 0]] as const) {
    isReady = state;
    expect(await registry.metrics()).toMatch(new RegExp(`^geo_ready ${value}$`, 'm'));
  } // prettier-ignore
});

test('defects of ours are 0 before the first one, for an alert on their growth', async () => {
  expect(await registry.metrics()).toMatch(/^geo_http_refusals_total\{reason="internal"\} 0$/m);
});
