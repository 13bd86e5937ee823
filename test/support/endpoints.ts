import { createEndpoints } from '../../src/endpoints.js';
import type {
  BatchEndpoint,
  Endpoint,
  LookupEndpoint,
  WriteEndpoint,
} from '../../src/lookups/endpoint.js';

const unused = (): Promise<never> => Promise.reject(new Error('not to be asked'));

/** Every route, to be looked at: it answers nothing. */
export const ENDPOINTS: readonly Endpoint[] = createEndpoints({
  search: unused,
  searchTogether: unused,
  changeBuild: unused,
  buildsAlias: 'builds',
  readLive: unused,
});

/** The lookup that is of no one resource. */
export const DATA_PATH = '/data';

/** Those of the resources. */
export const LOOKUPS: readonly LookupEndpoint[] = ENDPOINTS.filter(({ method, path }) => method === 'get' && path !== DATA_PATH) as LookupEndpoint[]; // prettier-ignore

export const WRITES: readonly WriteEndpoint[] = ENDPOINTS.filter(({ method }) => method === 'put') as WriteEndpoint[]; // prettier-ignore

export const BATCHES: readonly BatchEndpoint[] = ENDPOINTS.filter(({ method }) => method === 'post') as BatchEndpoint[]; // prettier-ignore

/** Judged apart from the service's own rule. */
export function isInternal(path: string): boolean {
  return ['places', 'markers'].includes(path.split('/')[1] ?? '');
}

/** A token that may call a route. */
export function tokenFor({ path }: Pick<Endpoint, 'path'>): string {
  return isInternal(path) ? 'dev-internal' : 'dev-public';
}
