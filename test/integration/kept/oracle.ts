import { createEndpoints, RESOURCES } from '../../../src/endpoints.js';
import { type LookedUp, lookUpIn } from '../../support/lookUp.js';
import type { Answer } from '../../../src/lookups/answers.js';
import type { LookupEndpoint } from '../../../src/lookups/endpoint.js';
import { successBody } from '../../../src/middleware/envelope.js';
import { type Budget, budgetOf } from '../../../src/lookups/cache/budget.js';
import { KeptAnswers } from '../../../src/lookups/cache/keptAnswers.js';
import { Live } from '../../../src/search/live.js';
import {
  createSearches,
  type Hit,
  type Search,
  type Searches,
} from '../../../src/search/search.js';
import { builtInPrefix, createTestClient } from '../../support/api.js';
import { inParallel } from '../../support/inParallel.js';

/** Far more than a test takes. */
const PATIENCE_MS = 600_000;
/** As many searches as go to Elasticsearch at once. */
const AT_ONCE = 32;
/** More would tell nothing more. */
const MAX_SHOWN = 10;

export interface Asked {
  path: string;
  query: string;
}

/** The same lookups, as they are given with all that is kept, and as Elasticsearch tells them. */
export interface Oracle {
  /** Asks one after the other, as callers do, until one is answered without asking. */
  learn(asked: readonly Asked[]): Promise<boolean>;
  /**
   * Asks in both ways, a few at a time.
   * @returns how many answers were there without asking
   * @throws Error that shows those that are not the same, byte for byte
   */
  compare(asked: readonly Asked[]): Promise<number>;
  /** What Elasticsearch tells. */
  ask(path: string, query: string): Promise<unknown>;
  stop(): Promise<void>;
}

type Lookups = ReadonlyMap<string, LookupEndpoint>;

export async function startOracle(): Promise<Oracle> {
  const client = createTestClient();
  const live = new Live(client, builtInPrefix(), RESOURCES, { validMs: PATIENCE_MS });
  await live.refresh();
  const { search, searchTogether, describeIndices } = createSearches(client, PATIENCE_MS);
  const budget = budgetOf(256);
  const keeping = lookupsOf({ search, searchTogether, describeIndices }, budget);
  const answers = new KeptAnswers({ live, budget, maxAgeSeconds: 60, code: 'test' });

  const told = new Map<string, Promise<Hit<unknown>[]>>();
  /** Where countries and cities are asked for at one point, its territory is asked for once. */
  const searchOnce = ((index, body, expectation) => {
    const key = JSON.stringify([index, body]);
    const hits = told.get(key) ?? search(index, body, expectation);
    told.set(key, hits);
    return hits;
  }) as Search;
  const plain = lookupsOf({ search: searchOnce, searchTogether, describeIndices });

  const lookUp = ({ path, query }: Asked): LookedUp =>
    lookUpIn(answers, find(keeping, path), query);
  const ask = (path: string, query: string): Promise<Answer> =>
    find(plain, path).question(query).ask(live.now());

  async function compareOne(asked: Asked): Promise<{ isKept: boolean; difference?: string }> {
    const lookup = lookUp(asked);
    const { reply } = lookup.reply === undefined ? await lookup.ask() : { reply: lookup.reply };
    const expected = successBody(await ask(asked.path, asked.query));
    const given = Buffer.from(reply.latin1, 'latin1').toString();
    const isKept = lookup.reply !== undefined;
    if (given === expected) return { isKept };
    return { isKept, difference: `${asked.path}?${asked.query}\n${given}\n${expected}` };
  }

  return {
    async learn(asked) {
      for (const each of asked) {
        const lookup = lookUp(each);
        if (lookup.reply !== undefined) return true;
        await lookup.ask();
      }
      return false;
    },
    async compare(asked) {
      let count = 0;
      const differences: string[] = [];
      await inParallel(
        asked,
        async (each) => {
          const { isKept, difference } = await compareOne(each);
          if (isKept) count += 1;
          if (difference !== undefined) differences.push(difference);
        },
        AT_ONCE,
      );
      told.clear();
      if (differences.length > 0) {
        const shown = differences.slice(0, MAX_SHOWN).join('\n\n');
        throw new Error(`${differences.length} of ${asked.length} differ:\n${shown}`);
      }
      return count;
    },
    ask: async (path, query) => (await ask(path, query)).data,
    stop: () => client.close(),
  };
}

function lookupsOf(searches: Omit<Searches, 'isCongested'>, kept?: Budget): Lookups {
  const nothingWritten = (): Promise<never> => Promise.reject(new Error('nothing is written'));
  const endpoints = createEndpoints(searches, nothingWritten, kept);
  return new Map(
    endpoints.flatMap((each) => (each.method === 'get' ? [[each.path, each] as const] : [])),
  );
}

function find(endpoints: Lookups, path: string): LookupEndpoint {
  const endpoint = endpoints.get(path);
  if (endpoint === undefined) throw new Error(`there is no ${path}`);
  return endpoint;
}
