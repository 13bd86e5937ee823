import { cities } from './resources/cities.js';
import { countries } from './resources/countries.js';
import { data } from './resources/data.js';
import { health } from './resources/health.js';
import { lands } from './resources/lands.js';
import { locate } from './resources/locate.js';
import { markers } from './resources/markers.js';
import { places } from './resources/places.js';
import { createTransport, type Settings } from './transport.js';

/** The routes of the service, by their resources; parameters and answers have the names of the API. */
export class GeographicData {
  readonly countries: ReturnType<typeof countries>;
  readonly cities: ReturnType<typeof cities>;
  readonly lands: ReturnType<typeof lands>;
  readonly locate: ReturnType<typeof locate>['locate'];
  readonly locateMany: ReturnType<typeof locate>['locateMany'];
  readonly places: ReturnType<typeof places>;
  readonly markers: ReturnType<typeof markers>;
  /** Returns what is live of every resource, since when, and what it was made from. */
  readonly data: ReturnType<typeof data>;
  readonly health: ReturnType<typeof health>;

  /** @throws {TypeError} if the address or the token cannot be one. */
  constructor(settings: Settings) {
    const transport = createTransport(settings);
    this.countries = countries(transport);
    this.cities = cities(transport);
    this.lands = lands(transport);
    ({ locate: this.locate, locateMany: this.locateMany } = locate(transport));
    this.places = places(transport);
    this.markers = markers(transport);
    this.data = data(transport);
    this.health = health(transport);
  }
}
