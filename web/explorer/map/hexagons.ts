import type { Feature, Polygon } from 'geojson';
import { cellToBoundary, latLngToCell } from 'h3-js';
import type { Point } from '../state/state.js';
import { unwrapRing } from './unwrap.js';

const RESOLUTION = 8;

/** Returns the id of the land at a point, whether or not it is in the data. */
export function landIdAt({ latitude, longitude }: Point): string {
  return latLngToCell(latitude, longitude, RESOLUTION);
}

/** Returns the outline of a land. */
export function hexagonOf<Properties extends Record<string, unknown>>(
  landId: string,
  properties: Properties,
): Feature<Polygon, Properties> {
  return {
    type: 'Feature',
    properties,
    geometry: { type: 'Polygon', coordinates: [unwrapRing(cellToBoundary(landId, true))] },
  };
}
