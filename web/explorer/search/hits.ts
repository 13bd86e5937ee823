import type { City, Country } from '../../client/src/routes.js';
import { notRetried, type Failure } from '../api/failures.js';
import type { Point } from '../address.js';
import { citiesNamed, countriesNamed, largestCities } from '../api/requests.js';
import type { MapView } from '../map/mapView.js';
import type { Explorer } from '../model/explorer.js';

const COUNTRIES = 3;
const CITIES = 8;

/** A country or city in the search results. */
export interface SearchHit {
  readonly id: string;
  readonly name: string;
  /** Distinguishes entities of the same name. */
  readonly detail: string;
  /** Undefined for a country. */
  readonly point?: Point;
}

export type SearchOutcome =
  | { readonly hits: readonly SearchHit[]; readonly failure: undefined }
  | { readonly failure: Failure };

/**
 * Finds countries, then cities, by the prefix of a name in any language.
 * @throws the reason of the signal, and nothing else
 */
export async function search(
  explorer: Explorer,
  token: string,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const { sender, language } = explorer;
  const [countries, cities] = await Promise.all([
    sender.send(countriesNamed(token, language, COUNTRIES), signal),
    sender.send(citiesNamed(token, language, CITIES), signal),
  ]);
  if (countries.failure !== undefined) return { failure: notRetried(countries.failure) };
  if (cities.failure !== undefined) return { failure: notRetried(cities.failure) };
  return {
    failure: undefined,
    hits: [
      ...(countries.body.data as Country[]).map(countryHit),
      ...(cities.body.data as City[]).flatMap((city) => cityHit(city, explorer)),
    ],
  };
}

function countryHit({ id, name, continent }: Country): SearchHit {
  return { id, name, detail: continent };
}

function cityHit(city: City, explorer: Explorer): SearchHit[] {
  const { id, name, latlng } = city;
  if (latlng === null) return [];
  const within = [city.region_name ?? '', explorer.countryName(city.country_id)];
  return [{ id, name, detail: within.filter((part) => part !== '').join(', '), point: latlng }];
}

const CITY_ZOOM = 9.5;
/** Used for a country that is too small to be drawn. */
const COUNTRY_ZOOM = 6;

/**
 * Moves the map to a search result. A city is also looked up.
 * @throws the reason of the signal, and nothing else
 */
export async function flyToHit(
  { id, point }: SearchHit,
  explorer: Explorer,
  map: MapView | undefined,
  choose: (point: Point) => void,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  if (point !== undefined) {
    choose(point);
    map?.fly({ centre: point, zoom: CITY_ZOOM });
  } else if (map?.flyToCountry(id) === false) {
    const request = largestCities([id], explorer.language, 1);
    const outcome = await explorer.sender.send(request, signal);
    if (outcome.failure !== undefined) return outcome.failure;
    const [city] = outcome.body.data as City[];
    if (city?.latlng) map.fly({ centre: city.latlng, zoom: COUNTRY_ZOOM });
  }
  return undefined;
}
