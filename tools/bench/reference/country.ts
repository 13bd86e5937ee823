import type { Point } from '../../../core/geo/point.js';
import type { Question } from '../load.js';
import { search } from '../requests.js';

/** Asks for the countries within 7.5 km of a point; those that hold it have a score. */
export function countriesAt(index: string, { latitude, longitude }: Point): Question {
  const shape = { type: 'point', coordinates: [longitude, latitude] };
  const border = { lat: latitude, lon: longitude };
  return search(index, {
    query: {
      bool: {
        filter: [{ geo_distance: { distance: '7.5km', border } }],
        should: [{ geo_shape: { border: { shape, relation: 'intersects' } } }],
      },
    },
  });
}

/** Returns the countries that hold the point, else those nearby, of what was answered. */
export function countryIdsOf(body: string): string[] {
  const { hits } = (JSON.parse(body) as { hits: { hits: { _id: string; _score: number }[] } }).hits;
  const inside = hits.filter(({ _score: score }) => score > 0);
  return (inside.length > 0 ? inside : hits).map(({ _id: id }) => id);
}
