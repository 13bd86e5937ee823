import type { BatchQuery, LookupPath, Members, Query, Where } from './routes.js';
import { type CallOptions, createTransport, type Settings, type Transport } from './transport.js';

type Routes = ReturnType<typeof routesOver>;

/** The routes of the service by resource. Parameters and answers have the names of the API. */
export class GeographicData {
  readonly countries: Routes['countries'];
  readonly cities: Routes['cities'];
  readonly lands: Routes['lands'];
  /** Returns the countries, the closest city, the land and the time zone of a location. */
  readonly locate: Routes['locate'];
  /** Returns the same for up to 500 locations, in their order. Each counts as one request. */
  readonly locateMany: Routes['locateMany'];
  /** Places need an internal token. */
  readonly places: Routes['places'];
  /** Markers need an internal token. */
  readonly markers: Routes['markers'];
  /** Returns the live data of every resource and its sources. */
  readonly data: Routes['data'];
  /** The state of the service. Not retried by default. */
  readonly health: Routes['health'];

  /** @throws {TypeError} if the address or the token is invalid */
  constructor(settings: Settings) {
    const routes = routesOver(createTransport(settings));
    this.countries = routes.countries;
    this.cities = routes.cities;
    this.lands = routes.lands;
    this.locate = routes.locate;
    this.locateMany = routes.locateMany;
    this.places = routes.places;
    this.markers = routes.markers;
    this.data = routes.data;
    this.health = routes.health;
  }
}

function routesOver({ lookUp, lookUpMany, write }: Transport) {
  const lookup =
    <Path extends LookupPath>(path: Path) =>
    (query: Query<Path>, options?: CallOptions) =>
      lookUp(path, query, options);
  return {
    countries: {
      /** Returns all countries, or the primary ones, in alphabetical order. */
      findAll: (query: Query<'/countries/findAll'> = {}, options?: CallOptions) =>
        lookUp('/countries/findAll', query, options),
      /** Returns countries in the order of the ISO codes. */
      findByIds: lookup('/countries/findByIds'),
      /** Returns the countries that hold a point, then countries within 7.5 km. */
      findByLocation: lookup('/countries/findByLocation'),
      /** Returns the countries whose name starts with `token`, the most populous first. */
      findByName: lookup('/countries/findByName'),
    },
    cities: {
      /** Returns cities in the order of the ids. */
      findByIds: lookup('/cities/findByIds'),
      /** Returns the cities of countries, the most populous first. */
      findByCountries: lookup('/cities/findByCountries'),
      /** Returns the closest city in the country, else the empty city with the id `NO_CITY`. */
      findByLocation: lookup('/cities/findByLocation'),
      /** Returns the cities whose name starts with `token`, the most populous first. */
      findByName: lookup('/cities/findByName'),
    },
    lands: {
      /** Returns lands in the order of the H3 cells. */
      findByIds: lookup('/lands/findByIds'),
      /** Returns the land of a location and `k` rings around it, the centre first. */
      findByLocation: lookup('/lands/findByLocation'),
    },
    locate: lookup('/locate'),
    locateMany: (
      locations: readonly Where[],
      query?: BatchQuery<'/locate'>,
      options?: CallOptions,
    ) => lookUpMany('/locate', locations, query, options),
    places: {
      /** Returns places in the order of the ids. */
      findByIds: lookup('/places/findByIds'),
      /** Returns the places of a land and `k` rings around it, the most popular first. */
      findByLocation: lookup('/places/findByLocation'),
    },
    markers: {
      /** Returns the markers around a point, the closest first, with their state in a season. */
      findByRadius: lookup('/markers/findByRadius'),
      /** Builds a marker. Rejects with `StaleSeason` if it was built in a newer season. */
      update: (members: Members<'/markers/update'>, options?: CallOptions) =>
        write('/markers/update', members, options),
      /** Clears a marker. */
      remove: (members: Members<'/markers/remove'>, options?: CallOptions) =>
        write('/markers/remove', members, options),
    },
    data: (options?: CallOptions) => lookUp('/data', {}, options),
    health: {
      /** Resolves if the process answers. */
      live: (options?: CallOptions) => lookUp('/health/live', {}, { retries: 0, ...options }),
      /** Resolves if lookups can be answered, else rejects with `Unavailable`. */
      ready: (options?: CallOptions) => lookUp('/health/ready', {}, { retries: 0, ...options }),
    },
  };
}
