import { AnswerCache } from '../../src/lookups/cache/answerCache.js';
import { cacheBudget } from '../../src/lookups/cache/boundedMap.js';
import { SetLive } from './setLive.js';

/** A disabled cache without live data, for endpoints that read no index. */
export function disabledCache(): AnswerCache {
  return new AnswerCache(new SetLive(), cacheBudget(0));
}
