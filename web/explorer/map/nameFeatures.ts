import type { Feature, Point as PointGeometry } from 'geojson';
import type { Country } from '../api/answers.js';
import { centreOf, largestPart } from './largestPart.js';
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
