import { liveAlias } from '../../core/elasticsearch/names.js';
import { builds } from '../../indices/builds.js';
import { createEndpoints, RESOURCES } from '../../src/endpoints.js';
import { readQuery } from '../../src/parameters/rules.js';
import { Live } from '../../src/search/live.js';
import { createSearches } from '../../src/search/search.js';
import { builtInPrefix, createTestClient } from './api.js';

const TIMEOUT_MS = 600_000;

/** Answers lookups of the built-in data without HTTP and without cache, for tests with many of them. */
export interface Lookups {
  ask(path: string, query: string): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startLookups(): Promise<Lookups> {
  const client = createTestClient();
  const live = new Live(client, builtInPrefix(), RESOURCES, { validMs: TIMEOUT_MS });
  await live.refresh();
  const unused = (): Promise<never> => Promise.reject(new Error('not to be used'));
  const searches = createSearches(client, TIMEOUT_MS);
  const endpoints = createEndpoints({
    ...searches,
    changeBuild: unused,
    buildsAlias: liveAlias(builtInPrefix(), builds.resource),
    readLive: unused,
  });
  return {
    async ask(path, query) {
      const endpoint = endpoints.find((each) => each.path === path && each.method === 'get');
      if (endpoint?.method !== 'get') throw new Error(`there is no ${path}`);
      const { parameters } = readQuery(query, endpoint.parameters);
      return (await endpoint.handle(parameters, live.now())).data;
    },
    stop: () => client.close(),
  };
}
