import { KeptAnswers } from '../../src/lookups/cache/keptAnswers.js';
import type { Snapshot } from '../../src/search/live.js';

/** Keeps no answers, and knows of nothing live: for routes that read no index. */
export function keepingNothing(): KeptAnswers {
  const unknown: Snapshot = { index: ({ resource }) => resource, version: () => undefined };
  const live = { unknown, now: () => unknown, refresh: () => Promise.resolve() };
  return new KeptAnswers({ live, budget: undefined, maxAgeSeconds: 60, code: 'test' });
}
