import type { LRUCache } from 'lru-cache';

/** What is kept. */
export type KeptKind =
  'answers' | 'addresses' | 'documents' | 'beginnings' | 'territories' | 'closest_cities';

type SizedMap = Pick<LRUCache<string, object | string>, 'calculatedSize' | 'size'>;

/** The ways in which a lookup is answered; only the last two of them ask Elasticsearch. */
export const WAYS = [
  'address',
  'question',
  'made',
  'unchanged',
  'joined',
  'asked',
  'not_kept',
] as const;

/** What comes of looking at a whole cell. */
export const PROOFS = ['proven', 'held', 'unproven'] as const;

const zeros = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

/**
 * What is kept in this process. It is counted in one place for all of it, since it is made in many,
 * and again for every generation.
 */
export const statistics = {
  /** The latest of each kind. */
  maps: new Map<KeptKind, SizedMap>(),
  evictions: new Map<KeptKind, number>(),
  lookups: zeros(WAYS),
  proofs: zeros(PROOFS),
};
