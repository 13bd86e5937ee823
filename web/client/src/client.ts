import { eachOf } from './pages.js';
import type { BatchAnswer, BatchQuery, LocateAnswer, LookupPath, Members, Query, Where } from './routes.js'; // prettier-ignore
import { type CallOptions, type Settings, Transport } from './transport.js';

/** The routes of the service by resource. Parameters and answers have the names of the API. */
export class GeographicData {
  readonly #transport: Transport;

  readonly countries = {
    /** Returns all countries, or the primary ones, in alphabetical order. */
    findAll: (query: Query<'/countries/findAll'> = {}, options?: CallOptions) =>
      this.#transport.lookUp('/countries/findAll', query, options),
    /** Yields the same countries, in pages of `limit`. */
    each: (query: Query<'/countries/findAll'> = {}, options?: CallOptions) =>
      eachOf((page) => this.countries.findAll({ ...query, ...page }, options), query),
    /** Returns countries in the order of the ISO codes. */
    findByIds: this.#lookup('/countries/findByIds'),
    /** Returns the countries that hold a point, then countries within 7.5 km. */
    findByLocation: this.#lookup('/countries/findByLocation'),
    /** Returns the countries whose name starts with `token`, or is like it with `match: 'fuzzy'`. */
    findByName: this.#lookup('/countries/findByName'),
  };

  readonly cities = {
    /** Returns cities in the order of the ids. */
    findByIds: this.#lookup('/cities/findByIds'),
    /** Returns the cities of countries, the most populous first. */
    findByCountries: this.#lookup('/cities/findByCountries'),
    /** Yields the same cities, in pages of `limit`, which is 1,000 by default. */
    eachByCountries: (query: Query<'/cities/findByCountries'>, options?: CallOptions) =>
      eachOf((page) => this.cities.findByCountries({ ...query, ...page }, options), query),
    /** Returns the closest city in the country. `data` is undefined without such a city, for example at sea. */
    findByLocation: this.#lookup('/cities/findByLocation'),
    /** Returns the cities whose name starts with `token`, or is like it with `match: 'fuzzy'`. */
    findByName: this.#lookup('/cities/findByName'),
  };

  /** Returns the countries, cities and regions that match what a person types, the best first. */
  readonly search = this.#lookup('/search');

  readonly lands = {
    /** Returns lands in the order of the H3 cells. */
    findByIds: this.#lookup('/lands/findByIds'),
    /** Returns the land of a location and `k` rings around it, the centre first. */
    findByLocation: this.#lookup('/lands/findByLocation'),
  };

  /**
   * Returns the countries, the closest city, the land and the time zone of a location, or those that `fields` names.
   * `city` may be undefined.
   */
  readonly locate = <const Given extends Query<'/locate'>>(query: Given, options?: CallOptions) =>
    this.#transport.lookUp('/locate', query, options) as Promise<LocateAnswer<Given>>;

  /** Returns the same for up to 500 locations, in their order. Each counts as one request. */
  readonly locateMany = <const Given extends BatchQuery<'/locate'>>(
    locations: readonly Where[],
    query?: Given,
    options?: CallOptions,
  ) =>
    this.#transport.lookUpMany('/locate', locations, query, options) as Promise<BatchAnswer<Given>>;

  /** Places need an internal token. */
  readonly places = {
    /** Returns places in the order of the ids. */
    findByIds: this.#lookup('/places/findByIds'),
    /** Returns the places of a land and `k` rings around it, the most popular first. */
    findByLocation: this.#lookup('/places/findByLocation'),
    /** Returns the places with words that start with the words of `token`, the most popular first. */
    findByName: this.#lookup('/places/findByName'),
  };

  /** Markers need an internal token. */
  readonly markers = {
    /** Returns the markers around a point, the closest first, with their state in a season. */
    findByRadius: this.#lookup('/markers/findByRadius'),
    /** Builds a marker. Rejects with `StaleSeason` if it was built in a newer season. */
    update: (members: Members<'/markers/update'>, options?: CallOptions) =>
      this.#transport.write('/markers/update', members, options),
    /** Clears a marker. */
    remove: (members: Members<'/markers/remove'>, options?: CallOptions) =>
      this.#transport.write('/markers/remove', members, options),
  };

  /** Returns the live data of every resource and its sources. */
  readonly data = (options?: CallOptions) => this.#transport.lookUp('/data', {}, options);

  /** The state of the service. Not retried by default. */
  readonly health = {
    /** Resolves if the process answers. */
    live: (options?: CallOptions) =>
      this.#transport.lookUp('/health/live', {}, { retries: 0, ...options }),
    /** Resolves if lookups can be answered, else rejects with `Unavailable`. */
    ready: (options?: CallOptions) =>
      this.#transport.lookUp('/health/ready', {}, { retries: 0, ...options }),
  };

  /** @throws {TypeError} if the address or the token is invalid */
  constructor(settings: Settings) {
    this.#transport = new Transport(settings);
  }

  #lookup<Path extends LookupPath>(path: Path) {
    return (query: Query<Path>, options?: CallOptions) =>
      this.#transport.lookUp(path, query, options);
  }
}
