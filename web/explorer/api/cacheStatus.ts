/** Where an answer comes from. */
export type Source = 'kept' | 'asked';

/** Returns what the header `Cache-Status` of an answer says; undefined where it is not there. */
export function sourceOf(cacheStatus: string | null): Source | undefined {
  if (cacheStatus === null) return undefined;
  return /;\s*hit\s*(;|,|$)/.test(cacheStatus) ? 'kept' : 'asked';
}
