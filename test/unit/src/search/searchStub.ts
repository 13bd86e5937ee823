import { type Client, errors } from '@elastic/elasticsearch';
import { jest } from '@jest/globals';
import {
  createSearches,
  type Search,
  type Searches,
  type SearchOptions,
} from '../../../../src/search/search.js';

export interface SearchRequest {
  /** The sizes that the searches in it ask for: that is how the tests tell them apart. */
  sizes: number[];
  lines: unknown[];
  timeoutMs: number;
  answer(responses?: unknown[]): void;
  fail(error: Error): void;
}

/** The transport of a client that answers when a test says so. */
export function stubSearches(options: SearchOptions): Searches & { requests: SearchRequest[] } {
  const requests: SearchRequest[] = [];
  const request = (
    { bulkBody }: { bulkBody: string },
    { requestTimeout }: { requestTimeout: number },
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const lines = bulkBody
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { size?: number });
      const sizes = lines.flatMap(({ size }) => size ?? []);
      requests.push({
        sizes,
        lines,
        timeoutMs: requestTimeout,
        answer: (responses = sizes.map((size) => found(size))) => {
          resolve({ responses });
        },
        fail: reject,
      });
    });
  const client = { transport: { request } } as unknown as Client;
  return { ...createSearches(client, options), requests };
}

/** As Elasticsearch's client says that an answer did not come in time. */
export const timeout = (): Error => new errors.TimeoutError('Request timed out');

export const found = (size: number): unknown => ({
  hits: { hits: [{ _id: String(size) }] },
  status: 200,
});
export const turn = (): Promise<void> => jest.advanceTimersByTimeAsync(0);
export const idsOf = async (hits: ReturnType<Search>): Promise<string[]> =>
  (await hits).map((hit) => hit._id);
