import type { City } from '../client/src/routes.js';
import type { Failure } from './api/failures.js';
import { largestCities } from './api/requests.js';
import type { MapView } from './map/mapView.js';
import type { Explorer } from './model/explorer.js';
import type { SearchHit } from './search/hits.js';
import type { Point } from './state/state.js';

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
