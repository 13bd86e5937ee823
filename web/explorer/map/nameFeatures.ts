import type { Feature, Point as PointGeometry } from 'geojson';
import type { City, Country } from '../../client/src/routes.js';
import { centreOf, largestPart } from './largestPart.js';
import { pointFeature } from './pointFeatures.js';
import type { CountryShape } from './world.js';

/** Returns the name of each country at its largest part; those of many people win over others. */
export function nameFeatures(
  shapes: readonly CountryShape[],
  countries: readonly Country[],
): Feature<PointGeometry>[] {
  const known = new Map(countries.map((country) => [country.id, country]));
  return shapes.flatMap((shape) => {
    const country = known.get(shape.properties.id ?? '');
    if (country === undefined) return [];
    return {
      type: 'Feature' as const,
      properties: { name: country.name, order: -country.population },
      geometry: { type: 'Point' as const, coordinates: centreOf(largestPart(shape)) },
    };
  });
}

/** Returns the names of cities where they are; the closest one's first of all, then by population. */
export function cityFeatures(
  closest: City | undefined,
  cities: readonly City[],
): Feature<PointGeometry>[] {
  const others = cities.filter(({ id }) => id !== closest?.id);
  return [...(closest === undefined ? [] : [closest]), ...others].flatMap(
    ({ name, latlng }, order) => (latlng === null ? [] : pointFeature(latlng, { name, order })),
  );
}
