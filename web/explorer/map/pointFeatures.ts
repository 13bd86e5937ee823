import type { Feature, Point as PointGeometry, Position } from 'geojson';
import type { Point } from '../state/state.js';

export function pointFeature(
  { latitude, longitude }: Point,
  properties: Record<string, unknown> = {},
): Feature<PointGeometry> {
  return {
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}

export function lineFeature(coordinates: Position[]): Feature {
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
}
