import type { City } from './api/answers.js';
import { largestCities } from './api/requests.js';
import type { MapView } from './map/mapView.js';
import type { Explorer } from './model/explorer.js';
import type { SearchHit } from './search/hits.js';
import type { Point } from './state/state.js';

const CITY_ZOOM = 9.5;
/** Of a country too small to be drawn. */
const COUNTRY_ZOOM = 6;

/** Goes to what a search has found; a city is asked about, too. */
export async function flyToHit(
  { id, point }: SearchHit,
  explorer: Explorer,
  map: MapView | undefined,
  choose: (point: Point) => void,
): Promise<void> {
  if (point !== undefined) {
    choose(point);
    map?.fly({ centre: point, zoom: CITY_ZOOM });
  } else if (map?.flyToCountry(id) === false) {
    const request = largestCities([id], explorer.language, 1);
    const outcome = await explorer.sender.send(request, new AbortController().signal);
    const [city] = outcome.failure === undefined ? (outcome.body.data as City[]) : [];
    if (city?.latlng) map.fly({ centre: city.latlng, zoom: COUNTRY_ZOOM });
  }
}
