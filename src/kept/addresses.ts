import type { LRUCache } from 'lru-cache';
import type { LookupEndpoint } from '../http/endpoint.js';
import { boundedMap } from './budget.js';

/** What an address was found to ask for, as long as the version of the data is this one. */
export interface Address {
  readonly version: string;
  /** Of the kept answer. */
  readonly key: string;
  readonly etag: string;
  /** The names of parameters that the route does not know. */
  readonly ignored: readonly string[];
}

/** Of places hardly any is asked twice: they must not drive out the names that people type. */
const SHARE_OF_LOCATED = 1 / 4;

/** Remembers addresses, so that one that is asked again costs neither parsing nor checks. */
export class Addresses {
  readonly #named: LRUCache<string, Address>;
  readonly #located: LRUCache<string, Address>;

  constructor(maxBytes: number) {
    const bytesOf = ({ key, etag, ignored }: Address): number =>
      key.length + etag.length + ignored.join().length;
    this.#named = boundedMap(maxBytes * (1 - SHARE_OF_LOCATED), bytesOf);
    this.#located = boundedMap(maxBytes * SHARE_OF_LOCATED, bytesOf);
  }

  get(endpoint: LookupEndpoint, query: string): Address | undefined {
    return this.#mapOf(endpoint).get(nameOf(endpoint, query));
  }

  set(endpoint: LookupEndpoint, query: string, address: Address): void {
    this.#mapOf(endpoint).set(nameOf(endpoint, query), address);
  }

  #mapOf({ isLocated }: LookupEndpoint): LRUCache<string, Address> {
    return isLocated ? this.#located : this.#named;
  }
}

function nameOf({ path }: LookupEndpoint, query: string): string {
  return `${path}?${query}`;
}
