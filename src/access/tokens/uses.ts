import type { Client, estypes } from '@elastic/elasticsearch';
import { tokenUses } from '../../../indices/tokens.js';
import { liveAlias } from '../../../core/elasticsearch/names.js';

const PAGE = 5_000;
const MAX_TOKENS = 10_000;

/** The use of a token by all API processes. */
export interface TokenUse {
  /** ISO 8601. */
  readonly lastUsedAt: string;
  /** Requests by day (UTC), of the days asked on which there were any. */
  readonly byDay: Record<string, number>;
}

/**
 * Reads the use of all tokens, by their ids; what was not used is not there.
 * @param days so many, today included
 */
export async function readUses(
  client: Client,
  indexPrefix: string,
  days: number,
): Promise<Map<string, TokenUse>> {
  const index = liveAlias(indexPrefix, tokenUses.resource);
  // Its processes have written down what they counted a minute ago.
  const shared = { index, ignore_unavailable: true, size: 0 };
  const { aggregations } = await client.search<unknown, { token?: LastUses }>({
    ...shared,
    aggs: {
      token: {
        terms: { field: 'token', size: MAX_TOKENS },
        aggs: { last: { max: { field: 'last_used_at' } } },
      },
    },
  });
  const uses = new Map<string, TokenUse>();
  for (const { key, last } of aggregations?.token?.buckets ?? [])
    uses.set(key, { lastUsedAt: new Date(last.value).toISOString(), byDay: {} });
  let after: estypes.AggregationsCompositeAggregateKey | undefined;
  do {
    const page = await client.search<unknown, { day?: Days }>({
      ...shared,
      query: { range: { day: { gt: `now/d-${days}d` } } },
      aggs: {
        day: {
          composite: {
            size: PAGE,
            sources: [
              { token: { terms: { field: 'token' } } },
              { day: { terms: { field: 'day' } } },
            ],
            ...(after && { after }),
          },
          aggs: { requests: { sum: { field: 'requests' } } },
        },
      },
    });
    const { buckets = [], after_key: next } = page.aggregations?.day ?? {};
    for (const { key, requests } of buckets) {
      const use = uses.get(key.token);
      if (use !== undefined) use.byDay[isoDay(key.day)] = requests.value;
    }
    after = next;
  } while (after !== undefined);
  return uses;
}

interface LastUses {
  readonly buckets: readonly { readonly key: string; readonly last: { readonly value: number } }[];
}

interface Days {
  readonly buckets?: readonly {
    readonly key: { readonly token: string; readonly day: number };
    readonly requests: { readonly value: number };
  }[];
  readonly after_key?: estypes.AggregationsCompositeAggregateKey;
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
